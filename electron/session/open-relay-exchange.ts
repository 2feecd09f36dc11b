import type { Clock, Instant } from '../../shared/time.ts';
import type { JobView } from '../../shared/domain/job.ts';
import type { RelayState, UploadState } from '../../shared/domain/status.ts';
import type { JobId } from '../../shared/ids.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import type { DevicePublicKey } from '../../shared/relay/signing.ts';
import type { DirectoryDatabase } from '../directory/directory.ts';
import type { Ids } from '../base/ids.ts';
import { createSharedMountings, type SharedMountings } from '../jobs/shared-mountings.ts';
import { createInstructionExchange, type InstructionExchange } from '../jobs/instructions/exchange.ts';
import { type AttachedFiles, createAttachedFiles } from '../jobs/attached-files.ts';
import { createPublications, type Publications } from '../jobs/publications/publications.ts';
import { createPlanInbox, createPlanSender } from '../jobs/planned/exchange.ts';
import { reportProgress } from '../jobs/planned/claims.ts';
import { pictureOf } from '../jobs/pictures.ts';
import type { InstallationLog } from '../log/append.ts';
import type { AttachmentFiles } from '../log/attachment-files.ts';
import { openUpload } from '../log/upload-source.ts';
import type { Log } from '../base/ports.ts';
import { type DeviceKey, createKeyExchange, type KeyExchange } from '../trust/device-key.ts';
import type { ProfileFolder } from '../profiles/profile.ts';
import type { QueueParts } from '../operations/queue/parts.ts';
import type { RelayClient } from '../relay/client.ts';
import type { RemovalInbox, PlanInbox } from '../relay/exchange.ts';
import { openReviewing, type Reviewing } from '../supervision/reviewing/reviewing.ts';
import { openSupervising, type Supervising } from '../supervision/open-supervising.ts';
import { takePage } from '../operations/assignments/take-results.ts';
import { askForResultsNow } from '../db/tables/queue/operation-order.ts';
import { isRemoved } from '../db/tables/queue/word-rows.ts';
import { readFeedPosition, writeFeedPosition } from '../db/tables/queue/relay-exchange.ts';
import { createReviewInbox } from '../log/review-inbox.ts';
import { createPuller } from '../relay/puller.ts';
import { noCrewKey } from '../jobs/rescue/crew-key.ts';
import { createMirroring, type Mirroring } from '../jobs/rescue/mirroring.ts';
import type { RescueParts } from '../jobs/rescue/rescue.ts';
import type { JobParts } from '../jobs/change.ts';
import type { OpeningParts } from './open-profile.ts';

/** The exchange of data between laptops through the relay: results, logs, photos, reviews, removals. */
export interface RelayExchange {
  readonly others: SharedMountings;
  readonly reviewing: Reviewing;
  readonly supervising: Supervising;
  readonly instructions: InstructionExchange;
  readonly publications: Publications;
  readonly relayState: () => RelayState;
  /** When all announced results, reviews and removals had been received; null = not yet. */
  readonly feedReadAt: () => Instant | null;
  readonly uploadState: () => UploadState;
  /** Reads the keys of all laptops now. No effect if the relay does not answer in time. */
  readonly readKeys: () => Promise<void>;
  /** True when the relay has entries of this laptop's log that the laptop itself lacks. */
  readonly compareLog: NonNullable<QueueParts['compareLog']>;
  /** Called after a commit; sends data for other laptops. */
  readonly onCommit: (topics: ReadonlySet<Topic>) => void;
  /** `readsOnly`: nothing is sent to the relay. */
  readonly start: (how: { readonly readsOnly: boolean }) => void;
  /** Sends requests at once: after sleep, or when a person requests it. */
  readonly wake: () => void;
  /** Aborts running requests; the relay's client stays open. */
  readonly stop: () => Promise<void>;
}

/** Assembles the exchange of a profile. No request is made before `start`, nor without a relay (null). */
export function openRelayExchange(parts: {
  readonly relay: RelayClient | null;
  /** The relay's token; empty without a relay. */
  readonly relayToken: string;
  /** The administrators' keys in the policy; null = it names none. */
  readonly publishers: readonly DevicePublicKey[] | null;
  /** The workshop's folder of examples; null = there is none. */
  readonly examples: AttachedFiles | null;
  readonly deviceKey: DeviceKey;
  readonly queueParts: QueueParts;
  readonly directoryDatabase: DirectoryDatabase;
  readonly place: ProfileFolder;
  readonly attachments: AttachmentFiles;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly worker: () => string;
  readonly installationLog: InstallationLog;
  readonly removals: RemovalInbox;
  /** A job of this laptop. */
  readonly viewOf: (job: JobId) => JobView;
  readonly wakeQueue: () => void;
  /** The relay has entries of this laptop's log that are missing here. */
  readonly onRelayAhead: () => void;
  /** Notifies the window. */
  readonly publish: (topics: ReadonlySet<Topic>) => void;
  /** The relay's state has changed. */
  readonly onRelayState: () => void;
  readonly log: Log;
}): RelayExchange {
  const { relay, queueParts, attachments, clock, ids, worker, installationLog, publish, log } = parts;
  const { database, target, random } = queueParts;
  const exchangeOfKeys = createKeyExchange({
    client: relay,
    token: parts.relayToken,
    key: parts.deviceKey,
    owner: { environment: target.environment, customerId: target.customerId },
    database,
    clock,
  });
  const stopping = new AbortController();
  const keys = { ...exchangeOfKeys, sign: parts.deviceKey.signer.sign };
  const given = { database, relay, target, ids, clock, random, keys };
  const others = createSharedMountings({
    database: parts.directoryDatabase,
    client: relay,
    ...target,
    clock,
    refreshKeys: keys.refresh,
    isRemoved: (job) => isRemoved(database.sqlite, 'note', job),
    report: (cause) => log('warn', 'mountings.not-read', String(cause)),
  });
  const uploader = openUpload({
    ...given,
    files: attachments,
    log: installationLog,
    onState: () => publish(new Set(['status'])),
    onRelayAhead: parts.onRelayAhead,
    report: (cause) => log('error', 'relay.upload-fault', String(cause)),
  });
  const supervising = openSupervising({
    ...given,
    place: parts.place,
    ownPicture: (digest) => pictureOf({ database, attachments }, digest),
    publish,
    report: (event, cause) => log('warn', event, String(cause)),
  });
  const reviewing = openReviewing({
    ...given,
    log: installationLog,
    worker,
    viewOf: parts.viewOf,
    inLogs: supervising,
    report: (cause) => log('error', 'relay.review-fault', String(cause)),
  });
  const planParts = { database, target, ids, clock, worker, log: installationLog };
  const plans = createPlanInbox(planParts);
  const planSender = createPlanSender({
    ...planParts,
    reread: plans.reread,
    client: relay,
    random,
    keys,
    onFault: (cause) => log('error', 'relay.plan-fault', String(cause)),
  });
  const instructions = createInstructionExchange({
    ...given,
    client: relay,
    files: createAttachedFiles(parts.place.instructionsFolder),
    refreshKeys: exchangeOfKeys.refresh,
    onFault: (cause) => log('error', 'relay.instruction-fault', String(cause)),
  });
  const publications = createPublications({
    ...given,
    client: relay,
    worker,
    log: installationLog,
    deviceKey: parts.deviceKey,
    registerKey: exchangeOfKeys.register,
    publishers: parts.publishers,
    files: createAttachedFiles(parts.place.publicationsFolder),
    workshop: parts.examples,
    onFault: (cause) => log('error', 'relay.publication-fault', String(cause)),
  });
  /** Sends waiting data and reads everything apart from the feed, without the delay after earlier failures. */
  const exchangeNow = () => {
    uploader?.doubt();
    reviewing.sender.wake();
    planSender.wake();
    instructions.sender.wake();
    instructions.wake();
    publications.wake();
  };
  const feed = openFeed({
    plans,
    client: relay,
    queueParts,
    clock,
    log: installationLog,
    removals: parts.removals,
    keys,
    wakeQueue: parts.wakeQueue,
    onReconnect: () => {
      keys.doubt();
      exchangeNow();
      others.relayIsBack();
      supervising.relayIsBack();
    },
    onState: parts.onRelayState,
    report: (cause) => log('error', 'relay.page-not-taken', String(cause)),
  });
  return {
    others,
    reviewing,
    supervising,
    instructions,
    publications,
    relayState: feed.state,
    feedReadAt: feed.readAt,
    uploadState: () => uploader?.state() ?? { state: 'off' },
    readKeys: async () => {
      await keys.refresh(stopping.signal);
    },
    compareLog: (signal) => uploader?.compare(signal) ?? Promise.resolve('unreported'),
    onCommit: (topics) => {
      uploader?.wakeIfIdle();
      if (topics.has('reviews')) reviewing.sender.wakeIfIdle();
      if (topics.has('jobs') || topics.has('queue') || topics.has('planned-jobs')) reportProgress(planParts);
      if (topics.has('planned-jobs')) planSender.wakeIfIdle();
      if (topics.has('instructions')) instructions.sender.wakeIfIdle();
      supervising.copies.wake();
    },
    start: ({ readsOnly }) => {
      feed.start();
      if (readsOnly) return;
      instructions.start();
      publications.start();
      instructions.sender.start();
      uploader?.start();
      reviewing.sender.start();
      planSender.start();
    },
    wake: () => {
      feed.wake();
      exchangeNow();
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([
        feed.stop(),
        uploader?.stop(),
        reviewing.sender.stop(),
        planSender.stop(),
        instructions.sender.stop(),
        instructions.stop(),
        publications.stop(),
        supervising.stop(),
        others.stop(),
      ]);
    },
  };
}

/** This laptop's feed from the relay: results and reviews. */
interface Feed {
  readonly start: () => void;
  readonly state: () => RelayState;
  /** When all announced results, reviews and removals had been received; null = not yet. */
  readonly readAt: () => Instant | null;
  /** Sends requests at once: after sleep, or when a person requests it. */
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
}

/** Assembles the feed of an open profile. No request is made before `start`, nor without a relay (`client` null). */
function openFeed(parts: {
  readonly client: RelayClient | null;
  readonly queueParts: QueueParts;
  readonly clock: Clock;
  readonly log: InstallationLog;
  readonly removals: RemovalInbox;
  readonly plans: PlanInbox;
  readonly keys: Pick<KeyExchange, 'refresh'>;
  readonly wakeQueue: () => void;
  /** The relay was unreachable and is back, or was restarted: it may have been restored from a backup. */
  readonly onReconnect: () => void;
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
      // The next page is requested after the sync.
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
    onOtherRun: parts.onReconnect,
    refreshKeys: parts.keys.refresh,
    onState: (next) => {
      if (next.state === 'connected' && state.state !== 'connected') parts.onReconnect();
      state = next;
      parts.onState();
    },
    onRead: () => {
      const isFirst = readAt === null;
      readAt = clock.now();
      if (isFirst) parts.onState();
    },
    onNotStored: parts.report,
  });
  return {
    start: puller.start,
    state: () => state,
    readAt: () => readAt,
    wake: puller.wake,
    stop: puller.stop,
  };
}

/** Mirrors of this laptop's jobs, and other laptops' jobs that can be continued here. */
export interface OpenRescue extends Mirroring, Pick<RescueParts, 'relay' | 'crew'> {
  /** Called after a commit. */
  readonly onCommit: (topics: ReadonlySet<Topic>) => void;
}

/** No request is made before `start`. `jobs` is called lazily, because the queue is opened earlier. */
export function openRescue(
  { crew = noCrewKey, random, log }: Pick<OpeningParts, 'crew' | 'random' | 'log'>,
  {
    relay,
    ...parts
  }: {
    readonly relay: RelayClient | null;
    readonly jobs: () => JobParts;
    readonly onOthers: () => void;
  },
): OpenRescue {
  const report = (event: string, cause: unknown) => log('warn', event, String(cause));
  const mirroring = createMirroring({ ...parts, client: relay, crew, random, report });
  return {
    ...mirroring,
    relay,
    crew,
    onCommit: (topics) => {
      if (topics.has('jobs') || topics.has('queue')) mirroring.wakeIfIdle();
    },
  };
}
