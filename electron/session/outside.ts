import type { Clock } from '../../shared/time.ts';
import { jsonText } from '../../shared/parsing.ts';
import { proxyLogin, type ProxyLogin } from '../../shared/domain/profile.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { openDirectoryDatabase, type DirectoryDatabase } from '../directory/directory.ts';
import {
  type Connect,
  connectDirectly,
  createNetwork,
  type Network,
  type ProxyLogins,
} from '../base/network/network.ts';
import { createTransport, type OpenTransport } from '../operator/transport.ts';
import { createAttachmentFiles, type AttachmentFiles } from '../log/attachment-files.ts';
import { openKeptQueue, openQueueDatabase } from '../operations/queue/open-queue.ts';
import { createRelayClient } from '../relay/client.ts';
import { createTrust } from '../base/network/trust.ts';
import type { Log, ResolveProxy, SecretStore } from '../base/ports.ts';
import type { NetworkSettings } from '../profiles/environment-profile.ts';
import { elseClosing, type Database } from '../db/open.ts';
import { createInstallationLog } from '../log/append.ts';
import type { ProfileFolder } from '../profiles/profile.ts';
import type { QueueTarget, QueueParts } from '../operations/queue/parts.ts';
import { resumeCleaning } from '../removal/carry-out.ts';
import { createFileWorker } from '../db/file-worker.ts';
import { keepLogArchive } from '../log/archive-keeper.ts';
import { keepRetention } from '../operations/queue/retention.ts';
import type { OpeningParts } from './open-profile.ts';

/** The access of an open profile to disk and network. */
export interface Outside {
  /** Locks the profile's folder for this process; a simulation in one process needs no lock. */
  readonly lockFolder?: typeof lockFolder;
  readonly openQueue: typeof openQueueDatabase;
  /** Opens the queue in any state of its file, and backs it up; a simulation does neither. */
  readonly openKeptQueue?: typeof openKeptQueue;
  readonly openDirectory: typeof openDirectoryDatabase;
  /** Opens the folder of photos; a simulation does not wait for a real disk. */
  readonly openAttachments: typeof createAttachmentFiles;
  readonly openTransport: OpenTransport;
  readonly openRelay: typeof createRelayClient;
  /** For all other network requests. */
  readonly connect: Connect;
}

/** The real disk, and the network through these connections. */
export const outsideOver = (connect: Connect): Outside => ({
  lockFolder,
  openQueue: openQueueDatabase,
  openKeptQueue,
  openDirectory: openDirectoryDatabase,
  openAttachments: createAttachmentFiles,
  openTransport: (options) => createTransport({ ...options, connect }),
  openRelay: (options) => createRelayClient({ ...options, connect }),
  connect,
});

/** The real disk and network, without a proxy. */
export const realOutside: Outside = outsideOver(connectDirectly);

/**
 * Creates main's network access, the same for the window and the headless core. No connection is opened before its
 * first use.
 */
export function openNetwork(parts: {
  readonly settings: NetworkSettings;
  /** Used where the settings name no proxy. */
  readonly resolveProxy: ResolveProxy;
  readonly logins: ProxyLogins;
  readonly clock: Clock;
  readonly log: Log;
  readonly onLogin: () => void;
}): Network {
  const { settings, clock, log, logins, onLogin } = parts;
  const { proxy, authorities } = settings;
  return createNetwork({
    resolveProxy: proxy === null ? parts.resolveProxy : () => Promise.resolve(proxy),
    trust: createTrust(authorities, (cause) => log('warn', 'network.system-certificates', String(cause))),
    logins,
    clock,
    onLogin,
  });
}

/** Logins of proxies in the secret store, one secret for each proxy. */
export function keptProxyLogins(secrets: SecretStore): ProxyLogins {
  const keyOf = (proxy: string) => `proxy/${proxy}`;
  return {
    read: async (proxy) => readLogin(await secrets.read(keyOf(proxy))),
    write: (proxy, login) => secrets.write(keyOf(proxy), JSON.stringify(login)),
  };
}

const stored = jsonText.pipe(proxyLogin);

function readLogin(text: string | null): ProxyLogin | null {
  const parsed = stored.safeParse(text);
  return parsed.success ? parsed.data : null;
}

/* The databases of a profile: opened, repaired, backed up, and kept small. */

/**
 * The two databases of a profile, repaired if necessary: queue.db from its backup and its readable rows, directory.db
 * by reading the operator again. Throws ProblemError for the reason why they cannot be opened.
 */
export function openDatabases(
  parts: Pick<
    OpeningParts,
    'clock' | 'ids' | 'worker' | 'log' | 'pid' | 'processAlive' | 'outside' | 'publish'
  >,
  {
    place,
    target,
    publish,
  }: {
    readonly place: ProfileFolder;
    readonly target: QueueTarget;
    readonly publish: (topics: ReadonlySet<Topic>) => void;
  },
): {
  readonly database: Database;
  readonly directoryDatabase: DirectoryDatabase;
  /** True after personal data was removed while the files still contain it: see `resume` of the removal service. */
  readonly unclean: boolean;
  /** Makes the last backup; called before the database is closed. */
  readonly stopBackups: () => Promise<void>;
  /** Called after the backups were removed. */
  readonly onBackupsRemoved: () => void;
} {
  const { clock, ids, worker, log, outside = realOutside } = parts;
  const kept = outside.openKeptQueue?.({
    file: place.queueFile,
    target,
    clock,
    log: createInstallationLog({ ids, clock, worker, clockOffsetMs: () => null }),
    pid: parts.pid,
    processAlive: parts.processAlive,
    onCommitted: publish,
    report: log,
  });
  const database = kept?.database ?? outside.openQueue(place.queueFile, target, publish);
  let unclean = false;
  const { database: directoryDatabase, rebuilt } = elseClosing(database, () => {
    unclean = resumeCleaning({ database, supervisionFile: place.supervisionFile });
    return outside.openDirectory({ file: place.directoryFile, onCommitted: parts.publish, clock });
  });
  if (rebuilt !== null) log('warn', 'directory.rebuilt', `${rebuilt.reason}: ${rebuilt.setAside}`);
  return {
    database,
    directoryDatabase,
    unclean,
    stopBackups: () => kept?.backups.stop() ?? Promise.resolve(),
    onBackupsRemoved: () => kept?.backups.removed(),
  };
}

/** Keeps the queue's retention and the log's archive while a profile is open. Returns the function that ends both. */
export function keepTidy(parts: {
  readonly queueParts: QueueParts;
  readonly attachments: AttachmentFiles;
  readonly database: Database;
  readonly clock: Clock;
  readonly hasRelay: boolean;
  /** The time by which age is judged; null while it is not known for sure. */
  readonly timeToJudgeBy: () => number | null;
  readonly log: Log;
}): () => Promise<void> {
  const { queueParts, attachments, database, clock, hasRelay: uploadsLog, timeToJudgeBy } = parts;
  const endRetention = keepRetention({ ...queueParts, attachments, uploadsLog, timeToJudgeBy });
  const endArchiving = keepLogArchive({
    database,
    clock,
    uploadsLog,
    timeToJudgeBy,
    worker: createFileWorker,
    report: (event, cause) => parts.log('error', event, String(cause)),
  });
  return async () => {
    await Promise.all([endRetention(), endArchiving()]);
  };
}
