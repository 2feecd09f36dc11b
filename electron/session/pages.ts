import type { ConnectionId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';

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
