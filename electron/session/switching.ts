import { type Clock, SECOND } from '../../shared/time.ts';
import type { ConnectionId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';

/* Order while customers are exchanged: the work on the open profiles, and the calls of each page. */

/** Longer than an orderly close takes. After this time a call is answered with the current state. */
const LONGEST_WAIT_MS = 10 * SECOND;

/** Serialises opening, closing and replacing of the profile; calls that use the profile wait meanwhile. */
export interface SerialExecutor {
  /** Runs `work` after all earlier work, whether that succeeded or failed. */
  readonly take: (work: () => Promise<void>) => Promise<void>;
  /** The same for work that no call of the window has to wait for. */
  readonly takeQuietly: (work: () => Promise<void>) => Promise<void>;
  /** Resolves when no work of `take` is running, or after ten seconds. Never rejects. */
  readonly over: () => Promise<void>;
}

/** A serial executor for one profile. */
export function createSerialExecutor(clock: Pick<Clock, 'setTimer'>): SerialExecutor {
  let last: Promise<void> = Promise.resolve();
  let lastTaken = last;
  let open = 0;
  const queue = (work: () => Promise<void>) => {
    const turn = last.then(work);
    // The caller gets the failure; the next work starts regardless.
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    take: (work) => {
      open += 1;
      const turn = queue(work).finally(() => {
        open -= 1;
      });
      lastTaken = turn.catch(() => undefined);
      return turn;
    },
    takeQuietly: queue,
    over: async () => {
      if (open === 0) return;
      let cancel: () => void = () => undefined;
      const patience = new Promise<void>((resolve) => {
        cancel = clock.setTimer(resolve, LONGEST_WAIT_MS);
      });
      await Promise.race([lastTaken, patience]);
      cancel();
    },
  };
}

/** Upper bound of remembered pages: one window has one page, and a replaced one still sends its last drafts. */
const MOST_PAGES = 32;

/** The customer of each loaded page of the window. */
export interface Pages {
  /**
   * The connection of a page: the one that its first call found. Null while none is shown. ProblemError
   * `customer-gone`: that connection was closed, and another is shown.
   */
  readonly of: (
    page: string,
    shown: ConnectionId | null,
    isOpen: (id: ConnectionId) => boolean,
  ) => ConnectionId | null;
}

/**
 * A page of one customer never reaches another customer. A request sent before or during a switch is answered for the
 * customer of its page.
 */
export function createPages(): Pages {
  const bound = new Map<string, ConnectionId>();
  return {
    of: (page, shown, isOpen) => {
      const own = bound.get(page);
      if (own === undefined) {
        if (shown === null) return null;
        bound.set(page, shown);
        const [oldest] = bound.keys();
        if (bound.size > MOST_PAGES && oldest !== undefined) bound.delete(oldest);
        return shown;
      }
      // While the connection is reopened, or none is open, the page is answered as without a connection.
      if (isOpen(own) || shown === null || shown === own) return own;
      throw new ProblemError(makeProblem('customer-gone'));
    },
  };
}
