import type { Topic } from '../../shared/ipc/messages.ts';
import type { Clock } from '../../shared/time.ts';
import { elseClosing, type Database } from '../db/open.ts';
import type { DirectoryDatabase } from '../directory/directory.ts';
import { createInstallationLog } from '../log/append.ts';
import type { ProfileFolder } from '../profiles/profile.ts';
import type { QueueTarget, QueueParts } from '../operations/queue/parts.ts';
import { resumeCleaning } from '../removal/carry-out.ts';
import type { Log } from '../base/ports.ts';
import { createFileWorker } from '../db/file-worker.ts';
import type { AttachmentFiles } from '../log/attachment-files.ts';
import { keepLogArchive } from '../log/archive-keeper.ts';
import { keepRetention } from '../operations/queue/retention.ts';
import type { OpeningParts } from './open-profile.ts';
import { realOutside } from './outside.ts';

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
