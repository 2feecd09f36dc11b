import type { Clock } from '../../shared/time.ts';
import type { ConnectionState } from '../../shared/domain/status.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import type { Database } from '../db/open.ts';
import { type Directory, openCopies } from '../directory/directory.ts';
import type { KeyPictures } from '../directory/key-pictures.ts';
import { createLiveReads, type LiveReads, createReadings, type Readings } from '../directory/live.ts';
import { createOperatorSource } from '../directory/source.ts';
import { createDirectorySync, type DirectorySync } from '../directory/sync.ts';
import type { Ids } from '../base/ids.ts';
import {
  createLiveAnswers,
  createPreflightRefresh,
  type PreflightRefresh,
  createOperatorEventsReader,
  type OperatorEventsReader,
} from '../jobs/background-reads.ts';
import type { AttachedFiles } from '../jobs/attached-files.ts';
import type { Checklists } from '../jobs/checklists.ts';
import type { JobParts } from '../jobs/change.ts';
import { viewJob } from '../jobs/view.ts';
import { createInstallationLog } from '../log/append.ts';
import { createLogService, type LogService } from '../log/service.ts';
import { type Calling, keepAttention } from '../notifications/attention.ts';
import { openEngine, openOperator } from './open-engine.ts';
import { openRelayExchange, type RelayExchange, type OpenRescue, openRescue } from './open-relay-exchange.ts';
import type { OperatorClient } from '../operator/client.ts';
import { problemOf } from '../operator/operator-error.ts';
import { keepTidy, openDatabases } from './open-databases.ts';
import { type Outside, realOutside } from './outside.ts';
import type { Log } from '../base/ports.ts';
import type { CrewKeeper } from '../jobs/rescue/crew-key.ts';
import { makeProfileFolder, type ProfileFolder, type Profile } from '../profiles/profile.ts';
import type { Engine } from '../operations/queue/engine.ts';
import type { QueueParts, QueueTarget, QueuePolicy } from '../operations/queue/parts.ts';
import type { QueueCommands } from '../operations/queue/commands.ts';
import { type RemovalService, createRemovalInbox, carryOutInTime, openRemoval } from '../removal/service.ts';
import { type DeviceKey, temporaryDeviceKey } from '../trust/device-key.ts';
import type { RelayClient } from '../relay/client.ts';
import type { DevicePublicKey } from '../../shared/relay/signing.ts';
import type { Supervising } from '../supervision/open-supervising.ts';
import type { Reviewing } from '../supervision/reviewing/reviewing.ts';

/** The dependencies of opening a profile, from the composition root. */
export interface OpenProfileParts {
  readonly profile: Profile;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly ids: Ids;
  readonly policy: QueuePolicy;
  readonly checklists: Checklists;
  /** The administrators' keys in the policy; null or left out = a person accepts keys. */
  readonly publishers?: readonly DevicePublicKey[] | null;
  /** The workshop's folder of examples; left out where there is none. */
  readonly examples?: AttachedFiles;
  readonly worker: () => string;
  readonly userAgent: string;
  readonly log: Log;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
  /** Notifies a person; omitted where no person is to be notified. */
  readonly calling?: Calling;
  /** The key of this laptop; left out where no secret store can keep it. */
  readonly deviceKey?: DeviceKey;
  /** The key of the crew; left out where no secret store can keep it. */
  readonly crew?: CrewKeeper;
  /** Read-only: this laptop sends no operation, log, review, plan or key. */
  readonly readsOnly?: boolean;
  readonly pid: number;
  /** Whether the process that held the queue's lease still runs. Called only if no folder lock decides it. */
  readonly processAlive?: (pid: number) => boolean;
  readonly crashPoint?: (name: string) => void;
  /** The real disk and network, unless a simulation provides its own. */
  readonly outside?: Outside;
}

/** The parts with the test for other processes, which the folder lock provides. */
export type OpeningParts = OpenProfileParts & Required<Pick<OpenProfileParts, 'processAlive'>>;

/** A profile at work: its databases open, its queue draining, its results coming in. */
export interface OpenProfile extends Pick<
  RelayExchange,
  'others' | 'instructions' | 'publications' | 'readKeys' | 'relayState' | 'feedReadAt' | 'uploadState'
> {
  readonly profile: Profile;
  readonly database: Database;
  readonly client: OperatorClient;
  readonly directory: Directory;
  readonly live: LiveReads;
  readonly readings: Readings;
  readonly sync: DirectorySync;
  readonly pictures: KeyPictures;
  readonly jobs: JobParts;
  /** The checklists of this laptop with those of the publication. */
  readonly checklists: Checklists;
  readonly preflight: PreflightRefresh;
  readonly operatorEvents: OperatorEventsReader;
  readonly reviewing: Reviewing;
  readonly supervision: Supervising;
  readonly logService: LogService;
  readonly removal: RemovalService;
  /** Null = no relay is configured to grant the turns of jobs. */
  readonly claimHandOver: RelayClient['claimHandOver'] | null;
  /** Jobs of other laptops that can be continued here, and the key of the crew. */
  readonly rescue: OpenRescue;
  /** Null = no relay is configured to assign planned jobs. */
  readonly claimPlannedJob: RelayClient['claimPlannedJob'] | null;
  readonly engine: Engine;
  readonly commands: QueueCommands;
  readonly queueParts: QueueParts;
  readonly clockOffsetMs: () => number | null;
  /** The laptop's clock was changed: the measured offset is invalid until the operator's next answer. */
  readonly resetClock: () => void;
  /** Sends requests to the operator and the relay at once: after sleep, or when a person requests it. */
  readonly wake: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Opens a profile with its databases, client, queue, relay and directory, for the window and the headless core. The
 * folder is locked before its files are read and until the profile is closed. Throws ProblemError `folder-in-use`,
 * `another-instance`, or the reason why a database cannot be opened.
 */
export function openProfile(parts: OpenProfileParts): OpenProfile {
  const { address, customer } = parts.profile;
  const place = makeProfileFolder(parts.dataDir, { address, customerId: customer.id });
  const lock = (parts.outside ?? realOutside).lockFolder?.(place.folder);
  // The previous holder of the lease has ended, even if another process now has its number: a running holder would
  // still hold the folder lock.
  const isNever = () => false;
  if (lock === undefined) return openIn(place, { processAlive: isNever, ...parts });
  try {
    const open = openIn(place, { ...parts, processAlive: isNever });
    return {
      ...open,
      close: async () => {
        try {
          await open.close();
        } finally {
          lock.release();
        }
      },
    };
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

function openIn(place: ProfileFolder, parts: OpeningParts): OpenProfile {
  const { profile, clock, ids, worker, log, outside = realOutside } = parts;
  const { address, customer } = profile;
  const { environment, baseUrl } = address;
  const target: QueueTarget = { environment, baseUrl, customerId: customer.id };
  const attachments = outside.openAttachments(place.attachmentsFolder);
  /** Called at each commit, in this order; made from the database that reports them. */
  const commitListeners: ((topics: ReadonlySet<Topic>) => void)[] = [parts.publish];
  const publish = (topics: ReadonlySet<Topic>) => {
    for (const listener of commitListeners) listener(topics);
  };
  const { database, directoryDatabase, unclean, stopBackups, onBackupsRemoved } = openDatabases(parts, {
    place,
    target,
    publish,
  });
  const onStatus = () => publish(new Set(['status']));
  let closed = false;
  const watchConnection = createConnectionWatch(log, () => {
    // Colleagues worked on while this laptop was offline.
    if (!closed) sync.syncSoon();
  });
  const onConnection = () => {
    onStatus();
    watchConnection(engine.connection());
  };

  const operator = openOperator({
    profile,
    clock,
    random: parts.random,
    openTransport: outside.openTransport,
    onClockMoved: onStatus,
  });
  const { client, offset } = operator;
  const { directory, pictures, pictureFetcher } = openCopies({
    database: directoryDatabase,
    baseUrl,
    clock,
    connect: outside.connect,
  });
  const sync = createDirectorySync({
    database: directoryDatabase,
    source: createOperatorSource(client, problemOf),
    pictures,
    clock,
    onProgress: onStatus,
  });
  const { synced } = database;
  const relay =
    profile.relay === null
      ? null
      : outside.openRelay({ url: profile.relay.relayUrl, token: profile.relay.relayToken, clock, synced });
  const rescue = openRescue(parts, { relay, jobs: () => jobs, onOthers: onStatus });
  const installationLog = createInstallationLog({ ids, clock, worker, clockOffsetMs: offset.ms });
  const { queueParts, engine, commands } = openEngine(parts, {
    database,
    directory,
    target,
    operator,
    relay,
    installationLog,
    isClosed: () => closed,
    // Without a relay, only the mark of the file shows that the folder was restored
    // (docs/decisions/0028-a-folder-that-came-back.md).
    compareLog: relay === null ? null : (signal) => exchange.compareLog(signal),
    turns: rescue,
    onStatus: onConnection,
  });
  const checklists = parts.checklists.withPublished(() => exchange.publications.inForce());
  const deviceKey = parts.deviceKey ?? temporaryDeviceKey();
  const answers = createLiveAnswers();
  const jobs: JobParts = {
    database,
    target,
    clock,
    ids,
    log: installationLog,
    sign: deviceKey.signer.sign,
    directory,
    liveAnswers: answers,
    commands,
    wake: engine.wake,
    worker,
    attachments,
    checklists,
    testUsers: () => exchange.publications.inForce()?.testUsers ?? [],
    sites: () => exchange.publications.inForce()?.sites ?? [],
    utcOffsetMinutes: (at) => -new Date(at).getTimezoneOffset(),
    userAgent: parts.userAgent,
  };
  const removals = createRemovalInbox((cause) => log('error', 'removal.not-heeded', String(cause)));
  const exchange = openRelayExchange({
    relay,
    relayToken: profile.relay?.relayToken ?? '',
    publishers: parts.publishers ?? null,
    examples: parts.examples ?? null,
    deviceKey,
    queueParts,
    directoryDatabase,
    place,
    attachments,
    ids,
    clock,
    worker,
    installationLog,
    removals,
    viewOf: (job) => viewJob({ ...jobs, connection: engine.connection }, job),
    wakeQueue: engine.wake,
    onRelayAhead: engine.onRelayAhead,
    publish: parts.publish,
    onRelayState: onStatus,
    log,
  });
  commitListeners.push(exchange.onCommit, rescue.onCommit);

  try {
    if (parts.readsOnly !== true) engine.start();
  } catch (cause) {
    database.close();
    void directoryDatabase.close();
    void client.close();
    throw cause;
  }
  exchange.start({ readsOnly: parts.readsOnly === true });
  if (parts.readsOnly !== true) rescue.start();
  const endTidying = keepTidy({
    queueParts,
    attachments,
    database,
    clock,
    hasRelay: relay !== null,
    timeToJudgeBy: operator.judge,
    log,
  });
  const attention = keepAttention(parts, { database, connection: engine.connection });
  commitListeners.push(attention.onCommit);
  const onLogChange = () => parts.publish(new Set(['log']));
  const logService = createLogService({ database, target, clock, onChange: onLogChange });
  const removal = openRemoval({
    database,
    directory: directoryDatabase,
    files: attachments,
    log: installationLog,
    clock,
    hasRelay: relay !== null,
    ordering: { owner: { environment, customerId: customer.id }, ids, sign: deviceKey.signer.sign },
    timeToJudgeBy: operator.judge,
    supervising: exchange.supervising,
    others: exchange.others,
    onBackupsRemoved,
    onChange: onLogChange,
  });
  removals.serve(removal);
  const stopWaiting = carryOutInTime(removal, clock, (cause) =>
    log('error', 'removal.not-carried-out', String(cause)),
  );
  if (unclean) removal.resume().catch((cause: unknown) => log('error', 'removal.not-clean', String(cause)));
  const live = createLiveReads({ client, directory, clock });
  const preflight = createPreflightRefresh({ client, directory, answers, clock, publish: parts.publish });
  const operatorEvents = createOperatorEventsReader({ client, jobs, clock });
  log('info', 'profile.opened', environment);
  return {
    profile,
    database,
    client,
    directory,
    live,
    readings: createReadings(() => parts.publish(new Set(['readings']))),
    sync,
    pictures,
    jobs,
    preflight,
    operatorEvents,
    reviewing: exchange.reviewing,
    supervision: exchange.supervising,
    logService,
    removal,
    others: exchange.others,
    checklists,
    instructions: exchange.instructions,
    publications: exchange.publications,
    claimHandOver: relay?.claimHandOver ?? null,
    claimPlannedJob: relay?.claimPlannedJob ?? null,
    rescue,
    readKeys: exchange.readKeys,
    engine,
    commands,
    queueParts,
    relayState: exchange.relayState,
    feedReadAt: exchange.feedReadAt,
    uploadState: exchange.uploadState,
    clockOffsetMs: offset.ms,
    resetClock: offset.reset,
    wake: () => {
      client.wake();
      engine.tryNow();
      exchange.wake();
      rescue.wake();
    },
    close: async () => {
      closed = true;
      attention.stop();
      stopWaiting();
      await Promise.all([
        // A photo that a person took before the close is stored with its answer.
        attachments.settled(),
        endTidying(),
        exchange.stop(),
        rescue.stop(),
        sync.stop(),
        preflight.stop(),
        operatorEvents.stop(),
        logService.stop(),
        removal.forget(),
      ]);
      await engine.stop();
      await Promise.all([client.close(), relay?.close(), pictureFetcher.close(), stopBackups()]);
      database.close();
      await directoryDatabase.close();
      log('info', 'profile.closed', environment);
    },
  };
}

/** Logs each change of the connection, and calls `onReconnect` when an offline laptop is online again. */
function createConnectionWatch(log: Log, onReconnect: () => void): (connection: ConnectionState) => void {
  let state: ConnectionState['state'] = 'untried';
  return (connection) => {
    const before = state;
    state = connection.state;
    if (before === state) return;
    const why = 'problem' in connection ? `: ${connection.problem.code}` : '';
    log('info', 'operator.connection', `${state}${why}`);
    if (before === 'offline' && state === 'online') onReconnect();
  };
}
