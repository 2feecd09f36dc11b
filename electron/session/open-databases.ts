import type { Topic } from '../../shared/ipc/pushed.ts';
import { elseClosing, type Database } from '../db/open.ts';
import type { DirectoryDatabase } from '../directory/open-directory.ts';
import { createInstallationLog } from '../log/append.ts';
import type { OpeningParts } from './open-profile.ts';
import { realOutside } from './outside.ts';
import type { ProfileFolder } from '../profiles/profile-folder.ts';
import type { QueueTarget } from '../operations/queue/parts.ts';
import { resumeCleaning } from '../removal/clean-files.ts';

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
