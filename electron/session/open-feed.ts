import type { Clock, Instant } from '../../shared/time.ts';
import type { RelayState } from '../../shared/domain/status.ts';
import { takePage } from '../operations/assignments/take-results.ts';
import { askForResultsNow } from '../db/tables/queue/operations-due.ts';
import { readFeedPosition, writeFeedPosition } from '../db/tables/queue/relay-exchange.ts';
import type { InstallationLog } from '../log/append.ts';
import { createReviewInbox } from '../log/review-inbox.ts';
import type { QueueParts } from '../operations/queue/parts.ts';
import type { RelayClient } from '../relay/client.ts';
import { createPuller } from '../relay/puller.ts';
import type { PlanInbox, RemovalInbox } from '../relay/pull-changes.ts';
import type { KeyExchange } from '../trust/key-exchange.ts';

/** The feed of the relay for this laptop: results and reviews, as they come. */
export interface Feed {
  readonly start: () => void;
  readonly state: () => RelayState;
  /** When all results, reviews and removals that the relay named were here; null = not yet. */
  readonly readAt: () => Instant | null;
  /** Asks at once: after sleep, or on a person's word. */
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
}

/** Puts the feed of an open profile together. Nothing is read before `start`; without a relay (`client` null) nothing ever is. */
export function openFeed(parts: {
  readonly client: RelayClient | null;
  readonly queueParts: QueueParts;
  readonly clock: Clock;
  readonly log: InstallationLog;
  readonly removals: RemovalInbox;
  readonly plans: PlanInbox;
  readonly keys: Pick<KeyExchange, 'refresh'>;
  readonly wakeQueue: () => void;
  /** A relay that was away is there, or was started again: it may have been set back. */
  readonly onBack: () => void;
  readonly onState: () => void;
  readonly report: (cause: unknown) => void;
}): Feed {
  const { client, queueParts, clock, log } = parts;
  const { database, target, random } = queueParts;
  if (client === null) {
    return {
      start: () => undefined,
      state: () => ({ state: 'not-configured' }),
      readAt: () => null,
      wake: () => undefined,
      stop: () => Promise.resolve(),
    };
  }
  let state: RelayState = { state: 'connecting' };
  let readAt: Instant | null = null;
  const puller = createPuller({
    client,
    ...target,
    clock,
    random,
    readCursor: () => readFeedPosition(database.sqlite),
    takePage: (page) => {
      database.write((context) => takePage(context, queueParts, page));
      parts.wakeQueue();
    },
    takeReset: ({ cursor }) => {
      // Results may have been missed: everything that awaits one is asked for by reading (faults.md 35).
      database.write((context) => {
        writeFeedPosition(context, cursor);
        askForResultsNow(context, queueParts.clock.now());
        context.changed('queue', 'status');
      });
      parts.wakeQueue();
    },
    reviews: createReviewInbox({ database, clock, log }),
    removals: parts.removals,
    plans: parts.plans,
    onOtherRun: parts.onBack,
    refreshKeys: parts.keys.refresh,
    onState: (next) => {
      if (next.state === 'connected' && state.state !== 'connected') parts.onBack();
      state = next;
      parts.onState();
    },
    onRead: () => {
      const isFirst = readAt === null;
      readAt = clock.now();
      if (isFirst) parts.onState();
    },
    onNotTaken: parts.report,
  });
  return {
    start: puller.start,
    state: () => state,
    readAt: () => readAt,
    wake: puller.wake,
    stop: puller.stop,
  };
}
