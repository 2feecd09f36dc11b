import type { Clock } from '../shared/clock.ts';
import type { RelayState, UploadState } from '../shared/domain/status.ts';
import type { Topic } from '../shared/ipc/topics.ts';
import type { Database } from './db/open.ts';
import type { Directory } from './directory/directory.ts';
import { createEcho } from './directory/echo-done.ts';
import type { KeyPictures } from './directory/key-pictures.ts';
import { openCopies } from './directory/open-copies.ts';
import { createOperatorSource } from './directory/operator-source.ts';
import { createLiveReads, type LiveReads } from './directory/live.ts';
import { createReadings, type Readings } from './directory/readings.ts';
import { createDirectorySync, type DirectorySync } from './directory/sync.ts';
import type { Ids } from './ids.ts';
import { followCorrection } from './jobs/corrected.ts';
import type { JobParts } from './jobs/parts.ts';
import { pictureOf } from './jobs/pictures.ts';
import { viewJob } from './jobs/view.ts';
import { createOthersAtWork, type OthersAtWork } from './jobs/mounting/others-at-work.ts';
import { createPreflightRefresh, type PreflightRefresh } from './jobs/preflight-refresh.ts';
import { createInstallationLog } from './log/append.ts';
import { createLogDesk, type LogDesk } from './log/desk.ts';
import { createAttachmentFiles } from './log/attachment-files.ts';
import { openUpload } from './log/open-upload.ts';
import { type Attention, type AttentionParts, createAttention } from './notifications/attention.ts';
import { openDatabases } from './open-databases.ts';
import { openFeed } from './open-feed.ts';
import type { OperatorClient } from './operator/client.ts';
import { createGuardedClient } from './operator/customer-guard.ts';
import { createHeardOffset } from './operator/heard-offset.ts';
import type { OperatorError } from './operator/operator-error.ts';
import { problemOf } from './outcomes/problem-of.ts';
import { type Outside, realOutside } from './outside.ts';
import type { Log } from './ports.ts';
import { makeProfileFolder } from './profiles/profile-folder.ts';
import type { Profile } from './profiles/profile.ts';
import { createEngine, type Engine } from './queue/engine.ts';
import { createOperatorTime } from './queue/operator-time.ts';
import type { QueueParts, QueueTarget } from './queue/parts.ts';
import type { QueuePolicy } from './queue/policy.ts';
import { keepRetention } from './queue/retention.ts';
import { createSteadyClock } from './queue/steady-clock.ts';
import { createSteering, type Steering } from './queue/steer.ts';
import type { SteeringParts } from './queue/steering/guard.ts';
import { resultAsker } from './relay/ask-for-result.ts';
import type { Uploader } from './relay/uploader.ts';
import type { RemovalDesk } from './removal/desk.ts';
import { createRemovalInbox } from './removal/inbox.ts';
import { openRemoval } from './removal/open-removal.ts';
import { openSupervising, type Supervising } from './supervision/open-supervising.ts';
import { openReviewing, type Reviewing } from './supervision/reviewing/open-reviewing.ts';

/** What opening a profile needs from whoever composes the app. */
export interface OpenProfileParts {
  readonly profile: Profile;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly ids: Ids;
  readonly policy: QueuePolicy;
  readonly checklists: JobParts['checklists'];
  readonly worker: () => string;
  readonly userAgent: string;
  readonly log: Log;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
  /** How a person is called; left out where nobody is to be. */
  readonly calling?: Pick<AttentionParts, 'notifier' | 'wanted' | 'translate'>;
  readonly pid: number;
  readonly processAlive: (pid: number) => boolean;
  readonly crashPoint?: (name: string) => void;
  /** The real disk and network unless a simulation brings its own. */
  readonly outside?: Outside;
}

/** A profile at work: its databases open, its queue draining, its results coming in. */
export interface OpenProfile {
  readonly profile: Profile;
  readonly database: Database;
  readonly client: OperatorClient;
  readonly directory: Directory;
  readonly live: LiveReads;
  readonly readings: Readings;
  readonly sync: DirectorySync;
  readonly pictures: KeyPictures;
  readonly jobs: JobParts;
  readonly preflight: PreflightRefresh;
  readonly reviewing: Reviewing;
  readonly supervision: Supervising;
  readonly logDesk: LogDesk;
  readonly removal: RemovalDesk;
  readonly others: OthersAtWork;
  readonly engine: Engine;
  readonly steering: Steering;
  readonly queueParts: QueueParts;
  readonly relayState: () => RelayState;
  readonly uploadState: () => UploadState;
  readonly clockOffsetMs: () => number | null;
  /** The laptop's clock was moved: what was measured no longer holds until the operator answers next. */
  readonly forgetClock: () => void;
  /** Asks the operator and the relay at once: after sleep, or on a person's word. */
  readonly wake: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Opens a profile: databases, client, queue, relay, directory; the same for the window and the headless core.
 * Throws ProblemError for what keeps a database from opening, or `another-instance`.
 */
export function openProfile(parts: OpenProfileParts): OpenProfile {
  const { profile, clock, ids, worker, log, outside = realOutside } = parts;
  const { address, customer } = profile;
  const place = makeProfileFolder(parts.dataDir, { address, customerId: customer.id });
  const { environment, baseUrl } = address;
  const target: QueueTarget = { environment, baseUrl, customerId: customer.id };
  let attention: Attention | null = null;
  const attachments = createAttachmentFiles(place.attachmentsFolder);
  let uploader: Uploader | null = null;
  let reviewing: Reviewing | null = null;
  let supervision: Supervising | null = null;
  const toldRemovals = createRemovalInbox((cause) => log('error', 'removal.not-heeded', String(cause)));
  const publish = (topics: ReadonlySet<Topic>) => {
    parts.publish(topics);
    if (topics.has('queue') || topics.has('status') || topics.has('reviews')) attention?.look();
    uploader?.look();
    if (topics.has('reviews')) reviewing?.sender.look();
    supervision?.copies.look();
  };
  const { database, directoryDatabase, unclean, stopBackups } = openDatabases(parts, {
    place,
    target,
    attachments,
    publish,
  });
  const status = () => publish(new Set(['status']));
  let closed = false;
  const operatorTime = createOperatorTime(clock);
  const offset = createHeardOffset(operatorTime.heard, status);
  let heard: (error: OperatorError | null) => void = () => undefined;
  const client = createGuardedClient({
    baseUrl,
    apiKeyHeader: address.apiKeyHeader,
    credentials: profile.credentials,
    customerId: customer.id,
    ...(profile.assumptions === undefined ? {} : { assumptions: profile.assumptions }),
    clock,
    random: parts.random,
    openTransport: outside.openTransport,
    onAnswer: ({ clockOffsetMs }) => offset.heard(clockOffsetMs),
    onOutcome: (error) => heard(error),
  });

  const { directory, pictures, pictureFetcher } = openCopies({ database: directoryDatabase, baseUrl, clock });
  const sync = createDirectorySync({
    database: directoryDatabase,
    source: createOperatorSource(client, problemOf),
    pictures,
    clock,
    onProgress: status,
  });

  const relay =
    profile.relay === null
      ? null
      : outside.openRelay({ url: profile.relay.relayUrl, token: profile.relay.relayToken, clock });

  const others = createOthersAtWork({
    database: directoryDatabase,
    client: relay,
    ...target,
    clock,
    report: (cause) => log('warn', 'mountings.not-read', String(cause)),
  });

  const installationLog = createInstallationLog({ ids, clock, worker, clockOffsetMs: offset.ms });
  const queueParts: QueueParts = {
    database,
    client,
    target,
    clock: createSteadyClock(clock),
    random: parts.random,
    policy: parts.policy,
    log: installationLog,
    bootId: parts.ids.boot(),
    pid: parts.pid,
    processAlive: parts.processAlive,
    report: (message, cause) => log('error', 'queue.fault', `${message}: ${String(cause)}`),
    onDone: createEcho({
      database,
      directory,
      client,
      isClosed: () => closed,
      report: (cause) => log('warn', 'directory.echo-failed', String(cause)),
    }),
    ...resultAsker(relay, target),
    ...(parts.crashPoint === undefined ? {} : { crashPoint: parts.crashPoint }),
  };
  const engine = createEngine(queueParts, status);
  // The way is judged by everybody's outcomes: a fleet reading that is refused says as much as a write.
  heard = (error) => {
    if (closed) return;
    if (error === null) engine.gotThrough();
    else engine.gotStuck(error);
  };
  const follow: SteeringParts['follow'] = (context, row, reason) =>
    followCorrection({ worker, log: installationLog }, context, row, reason);
  const steering = createSteering({ ...queueParts, follow }, engine.wake);

  uploader = openUpload({
    relay,
    database,
    files: attachments,
    clock,
    ids,
    log: installationLog,
    target,
    random: parts.random,
    onState: () => parts.publish(new Set(['status'])),
    report: (cause) => log('error', 'relay.upload-fault', String(cause)),
  });
  const supervising = openSupervising({
    place,
    database,
    relay,
    target,
    ids,
    clock,
    random: parts.random,
    ownPicture: (digest) => pictureOf({ database, attachments }, digest),
    publish: parts.publish,
    report: (event, cause) => log('warn', event, String(cause)),
  });
  supervision = supervising;
  reviewing = openReviewing({
    database,
    clock,
    ids,
    log: installationLog,
    worker,
    relay,
    target,
    random: parts.random,
    viewOf: (job) => viewJob({ ...jobs, connection: engine.connection }, job),
    elsewhere: supervising,
    report: (cause) => log('error', 'relay.review-fault', String(cause)),
  });
  const feed = openFeed({
    client: relay,
    queueParts,
    clock,
    log: installationLog,
    removals: toldRemovals,
    wakeQueue: engine.wake,
    onBack: () => {
      uploader?.doubt();
      reviewing?.sender.wake();
      others.relayIsBack();
      supervising.relayIsBack();
    },
    onState: status,
    report: (cause) => log('error', 'relay.page-not-taken', String(cause)),
  });

  try {
    engine.start();
  } catch (cause) {
    database.close();
    directoryDatabase.close();
    void client.close();
    throw cause;
  }
  feed.start();
  uploader?.start();
  reviewing?.sender.start();
  const uploadsLog = relay !== null;
  const endRetention = keepRetention({ ...queueParts, uploadsLog, timeToJudgeBy: operatorTime.judge });

  const jobs: JobParts = {
    database,
    target,
    clock,
    ids,
    log: installationLog,
    directory,
    steering,
    wake: engine.wake,
    worker,
    attachments,
    checklists: parts.checklists,
    utcOffsetMinutes: (at) => -new Date(at).getTimezoneOffset(),
    userAgent: parts.userAgent,
  };
  if (parts.calling !== undefined) {
    attention = createAttention({
      ...parts.calling,
      database,
      clock,
      connection: engine.connection,
      report: (cause) => log('warn', 'notification.not-shown', String(cause)),
    });
    attention.look();
  }
  const logDesk = createLogDesk({ database, target, clock, onChange: () => parts.publish(new Set(['log'])) });
  const removal = openRemoval({
    database,
    directory: directoryDatabase,
    files: attachments,
    log: installationLog,
    clock,
    hasRelay: relay !== null,
    supervising,
    onChange: () => parts.publish(new Set(['log'])),
  });
  toldRemovals.serve(removal);
  if (unclean) removal.goOn().catch((cause: unknown) => log('error', 'removal.not-clean', String(cause)));
  const live = createLiveReads({ client, directory, clock });
  const readings = createReadings(() => parts.publish(new Set(['readings'])));
  const preflight = createPreflightRefresh({ client, directory, clock, publish: parts.publish });
  return {
    profile,
    database,
    client,
    directory,
    live,
    readings,
    sync,
    pictures,
    jobs,
    preflight,
    reviewing,
    supervision: supervising,
    logDesk,
    removal,
    others,
    engine,
    steering,
    queueParts,
    relayState: feed.state,
    uploadState: () => uploader?.state() ?? { state: 'off' },
    clockOffsetMs: offset.ms,
    forgetClock: offset.forget,
    wake: () => {
      client.wake();
      engine.tryNow();
      feed.wake();
      uploader?.doubt();
      reviewing?.sender.wake();
    },
    close: async () => {
      closed = true;
      attention?.stop();
      endRetention();
      await Promise.all([
        feed.stop(),
        uploader?.stop(),
        reviewing?.sender.stop(),
        supervising.stop(),
        sync.stop(),
        preflight.stop(),
        logDesk.stop(),
        removal.forget(),
        others.stop(),
      ]);
      await engine.stop();
      await Promise.all([client.close(), relay?.close(), pictureFetcher.close(), stopBackups()]);
      database.close();
      directoryDatabase.close();
    },
  };
}
