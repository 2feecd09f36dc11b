import { type Clock, MINUTE, SECOND, type Instant } from '../../shared/time.ts';
import type { RelayState } from '../../shared/domain/status.ts';
import type { Environment, CustomerId, LogEntryId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import type { FeedCursor, FeedPage, FeedReset } from '../../shared/relay/results.ts';
import type { FeedRun } from '../../shared/relay/access.ts';
import type { ReviewId } from '../../shared/relay/reviews.ts';
import type { Problem } from '../../shared/problem.ts';
import { backoffMs, createLoop } from '../base/loop.ts';
import type { RelayClient } from './client.ts';
import {
  pullPlans,
  type PlanInbox,
  pullRemovals,
  type RemovalInbox,
  pullReviews,
  type RefreshKeys,
  type ReviewInbox,
} from './exchange.ts';
import { relayError, type RelayError, relayProblemOf } from './relay-error.ts';

/** A page of results. They are unparsed: each is parsed alone, so that one bad row does not block the others. */
export interface PulledPage {
  readonly cursor: FeedCursor;
  readonly results: readonly unknown[];
  /** The time of receipt, by the laptop's clock. */
  readonly fetchedAt: Instant;
}

interface PullerOptions {
  readonly client: Pick<RelayClient, 'results' | 'reviews' | 'removals' | 'plannedJobs'>;
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** The stored cursor; null before the first page. */
  readonly readCursor: () => FeedCursor | null;
  /**
   * Stores the results, applies them and advances the cursor in ONE transaction. When it throws, the page is fetched
   * again.
   */
  readonly takePage: (page: PulledPage) => void;
  /** Moves the cursor to the reset's, and schedules a reconciling read for every operation that awaits a result. */
  readonly takeReset: (reset: FeedReset) => void;
  readonly refreshKeys: RefreshKeys;
  /** The supervisors' reviews; read when the relay's newest one differs from the local one. */
  readonly reviews: ReviewInbox;
  /** Removals on request; read when the relay's newest one differs from the local one. */
  readonly removals: RemovalInbox;
  /** Jobs planned by the office; read when the relay has changes that are missing here. */
  readonly plans: PlanInbox;
  /** The relay's store was restarted since the previous page, and may have been set back. */
  readonly onOtherRun: () => void;
  /** Called when the state, or the time of the last webhook, changes. */
  readonly onState: (state: RelayState) => void;
  /** Everything that the relay announced was read at this moment. */
  readonly onRead?: () => void;
  /**
   * A page or reset could not be processed here. The relay itself works, and its state says so; the request is
   * repeated.
   */
  readonly onNotStored?: (cause: unknown) => void;
}

/** Fetches results as long as it runs. */
export interface Puller {
  /** Starts; idempotent. */
  readonly start: () => void;
  /** Aborts the request in flight. Once resolved no timer and no request is left; it may be started again. */
  readonly stop: () => Promise<void>;
  /**
   * Polls now: after sleep, on a network change, on "try now". Ends a pause, and a pending poll, whose connection may
   * be dead.
   */
  readonly wake: () => void;
}

/** Below the relay's limit of 55 s and common proxy timeouts. */
const WAIT_SECONDS = 50;
const PAGE_SIZE = 200;
/** Retry delay after a 401: frequent retries do not fix a token, and a corrected token works without a restart. */
const REFUSED_RETRY_MS = 5 * MINUTE;
/** Retry delay of reviews: results are still received, so it does not affect the connection's state. */
const REVIEWS_RETRY_MS = 10 * SECOND;
/** Minimum interval: a relay or proxy that answers "nothing new" at once must not be polled in a tight loop. */
const SHORTEST_EMPTY_POLL_MS = SECOND;

/** Creates a puller: at-least-once, in order, one request at a time. */
export function createPuller(options: PullerOptions): Puller {
  const { client, clock } = options;
  const link = createLinkState(clock, options.onState);
  let request: { readonly abort: AbortController; readonly waits: boolean } | null = null;
  let woken = false;
  let failuresInARow = 0;
  let resetsInARow = 0;
  let pageSize = PAGE_SIZE;
  let reviewsRead = false;
  let areRemovalsRead = true;
  let storeRun: FeedRun | null = null;

  const refusedOrUnreachable = (error: RelayError): number => {
    const problem = relayProblemOf(error);
    failuresInARow += 1;
    switch (error.code) {
      case 'aborted':
        failuresInARow -= 1;
        return 0;
      case 'refused':
      case 'wrong-customer':
        link.refused(problem);
        return REFUSED_RETRY_MS;
      case 'rejected':
      case 'unreadable':
        // The page may be too large; the page size is halved.
        pageSize = Math.max(1, Math.floor(pageSize / 2));
        link.unreachable(problem);
        return backoffMs(failuresInARow, options.random);
      case 'unreachable':
      case 'failing':
        link.unreachable(problem);
        return backoffMs(failuresInARow, options.random, error.retryAfterMs);
      default:
        return neverReached(error.code);
    }
  };

  const takeReset = (reset: FeedReset): number => {
    options.takeReset(reset);
    resetsInARow += 1;
    // One reset is normal; a second one in a row means that restarting does not help at this moment.
    return resetsInARow === 1 ? 0 : backoffMs(resetsInARow, options.random);
  };

  const takePage = (page: FeedPage, after: FeedCursor | null): number => {
    const moved = page.cursor !== after;
    if (!moved && !page.upToDate) {
      return refusedOrUnreachable(
        relayError('unreadable', 'the feed says there is more and does not move on'),
      );
    }
    // After a failure the state change already reports that the relay is back.
    const isOtherRun = storeRun !== null && storeRun !== page.run;
    const wasConnected = link.isConnected();
    storeRun = page.run ?? null;
    link.connected(page.lastReceivedAt);
    if (isOtherRun) {
      options.plans.reread();
      areRemovalsRead = false;
    }
    if (isOtherRun && wasConnected) options.onOtherRun();
    if (moved || page.results.length > 0) {
      options.takePage({ cursor: page.cursor, results: page.results, fetchedAt: clock.now() });
    }
    failuresInARow = 0;
    resetsInARow = 0;
    pageSize = PAGE_SIZE;
    return 0;
  };

  /** The page announced another newest review than the local one. */
  const takeReviews = async (newest: ReviewId | null, signal: AbortSignal): Promise<number> => {
    const { reviews: inbox, environment, customerId, refreshKeys } = options;
    const isHere = () => {
      const place = inbox.place();
      return place === null ? newest === null : place.id === newest && place.run === storeRun;
    };
    // Always once after a start: dropped reviews are reported there, and may have been the only ones.
    if (reviewsRead && isHere()) return 0;
    const parts = { client, inbox, environment, customerId, refreshKeys, run: storeRun };
    const pulled = await pullReviews(parts, signal);
    if (signal.aborted) return 0;
    if (!pulled.ok) return pulled.error.code === 'aborted' ? 0 : REVIEWS_RETRY_MS;
    reviewsRead = true;
    // Another review may have arrived meanwhile; a relay that never agrees must not be polled in a tight loop.
    return isHere() ? 0 : SHORTEST_EMPTY_POLL_MS;
  };

  /** The page announced another newest removal than the local one. */
  const takeRemovals = async (newest: LogEntryId | null, signal: AbortSignal): Promise<number> => {
    const { removals: inbox, environment, customerId, refreshKeys } = options;
    if (newest === null || (areRemovalsRead && inbox.newest() === newest)) return 0;
    const pulled = await pullRemovals({ client, inbox, environment, customerId, refreshKeys }, signal);
    if (signal.aborted || (!pulled.ok && pulled.error.code === 'aborted')) return 0;
    if (!pulled.ok) return REVIEWS_RETRY_MS;
    areRemovalsRead = true;
    return inbox.newest() === newest ? 0 : SHORTEST_EMPTY_POLL_MS;
  };

  /** The page announced other changes of planned jobs than the local ones. */
  const takePlans = async (newest: number, signal: AbortSignal): Promise<number> => {
    const { plans: inbox, environment, customerId, refreshKeys } = options;
    if (inbox.place() === newest) return 0;
    const pulled = await pullPlans({ client, inbox, environment, customerId, refreshKeys }, signal);
    if (signal.aborted || (!pulled.ok && pulled.error.code === 'aborted')) return 0;
    if (!pulled.ok) return REVIEWS_RETRY_MS;
    return inbox.place() === newest ? 0 : SHORTEST_EMPTY_POLL_MS;
  };

  /** Polls once; returns the delay before the next poll in milliseconds. */
  const turn = async (stop: AbortSignal): Promise<number> => {
    // At the start, when woken and after a failure an immediate answer shows the state; long polls follow.
    const waits = link.isConnected() && failuresInARow === 0 && !woken;
    woken = false;
    const after = options.readCursor();
    const askedAt = clock.now();
    const abort = new AbortController();
    request = { abort, waits };
    const answer = await client.results({
      environment: options.environment,
      customerId: options.customerId,
      after,
      limit: pageSize,
      waitSeconds: waits ? WAIT_SECONDS : 0,
      newestReview: options.reviews.place()?.id ?? null,
      newestRemoval: options.removals.newest(),
      newestPlan: options.plans.place(),
      run: storeRun,
      signal: abort.signal,
    });
    // The work after the page may be aborted as well, but is not awaited.
    request = { abort, waits: false };
    // A page that arrives while stopping is dropped: its databases may be closing, and it is fetched again.
    if (stop.aborted) return 0;
    if (!answer.ok) return refusedOrUnreachable(answer.error);
    if (answer.value.kind === 'reset') return takeReset(answer.value.reset);
    const { page } = answer.value;
    let delayMs = takePage(page, after);
    if (page.newestReview !== undefined && delayMs === 0) {
      delayMs = await takeReviews(page.newestReview, abort.signal);
    }
    if (page.newestRemoval !== undefined && delayMs === 0) {
      delayMs = await takeRemovals(page.newestRemoval, abort.signal);
    }
    if (page.newestPlan !== undefined && delayMs === 0) {
      delayMs = await takePlans(page.newestPlan, abort.signal);
    }
    if (delayMs === 0 && page.upToDate) options.onRead?.();
    const tooFast = waits && page.upToDate && page.results.length === 0;
    if (!tooFast) return delayMs;
    // A clock that was set back must not turn this into a pause of hours (faults.md 23).
    const tookMs = Math.max(0, clock.now() - askedAt);
    return Math.max(delayMs, SHORTEST_EMPTY_POLL_MS - tookMs);
  };

  const loop = createLoop(clock, async (stop) => {
    while (!stop.aborted) {
      let delayMs: number;
      try {
        delayMs = await turn(stop);
      } catch (cause) {
        failuresInARow += 1;
        delayMs = backoffMs(failuresInARow, options.random);
        options.onNotStored?.(cause);
      }
      if (delayMs > 0 && !stop.aborted && !woken) await loop.wait(delayMs);
    }
  });

  return {
    start: () => {
      if (loop.isRunning()) return;
      link.connecting();
      loop.start();
    },
    stop: async () => {
      const ended = loop.stop();
      request?.abort.abort();
      await ended;
    },
    wake: () => {
      if (!loop.isRunning()) return;
      woken = true;
      loop.wake();
      if (request?.waits === true) request.abort.abort();
    },
  };
}

/**
 * The relay's state for the status bar; reports only changes, and keeps `since` while the state is the same. Starts as
 * `not-configured`, unreported.
 */
function createLinkState(clock: Clock, onState: (state: RelayState) => void) {
  let current: RelayState = { state: 'not-configured' };

  const enter = (next: RelayState): void => {
    if (JSON.stringify(next) === JSON.stringify(current)) return;
    current = next;
    onState(next);
  };
  const since = (state: RelayState['state']): Instant =>
    'since' in current && current.state === state ? current.since : clock.now();

  return {
    connecting: () => enter({ state: 'connecting' }),
    connected: (lastReceivedAt: Instant | null) =>
      enter({ state: 'connected', since: since('connected'), lastReceivedAt }),
    unreachable: (problem: Problem) => enter({ state: 'unreachable', since: since('unreachable'), problem }),
    refused: (problem: Problem) => enter({ state: 'refused', since: since('refused'), problem }),
    isConnected: () => current.state === 'connected',
  };
}
