import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type FileWorker, overwriteAll, overwriteAttached, removeDatabase } from '../db/file-worker.ts';
import type { Database, Sqlite } from '../db/open.ts';
import { archiveFileOf, removeArchiveCopy } from '../db/log-archive.ts';
import { listBackups } from '../db/recovery/make-backup.ts';
import { damagedFolderOf } from '../db/recovery/damage.ts';
import { readAttachment } from '../db/tables/queue/attachments.ts';
import { allMountings } from '../db/tables/directory/mountings.ts';
import { ARCHIVE, hasArchive, removeRedactedFromArchive } from '../db/tables/queue/log-entries.ts';
import { isRemovalNoted } from '../db/tables/queue/removal-orders.ts';
import type { AttachmentFiles } from '../log/attachment-files.ts';
import type { WritesDirectory } from '../directory/writes.ts';
import { matcherWithin, type Matches } from './matcher.ts';

/**
 * Overwrites removed words in queue.db's free pages, and deletes the files of removed photos. The main part runs on a worker
 * thread. Without one it runs here and blocks for some seconds.
 */
export async function cleanFiles({
  database,
  files,
  worker,
  onBackupsRemoved,
}: {
  readonly database: Database;
  readonly files: Pick<AttachmentFiles, 'keepOnly'>;
  readonly worker: () => Pick<FileWorker, 'rewrite' | 'end'>;
  readonly onBackupsRemoved: () => void;
}): Promise<void> {
  // A power cut must not take the removal back after the files are gone.
  await database.synced();
  // Includes photos that no job refers to, because the job ended while they were stored.
  await files.keepOnly((digest) => readAttachment(database.sqlite, digest) !== undefined);
  const rewriting = worker();
  try {
    await rewriting.rewrite(database);
  } catch {
    overwriteAll(database);
  }
  try {
    await cleanArchive(database, rewriting);
  } finally {
    await rewriting.end();
  }
  // Includes backups made in the meantime.
  removeSetAside(dirname(database.file));
  onBackupsRemoved();
}

/**
 * Overwrites removed words in the log's archive. Entries that lost words were moved back to queue.db before. The
 * archive's copy is deleted; the next run of the archive keeper makes a new one.
 */
async function cleanArchive(database: Database, rewriting: Pick<FileWorker, 'rewrite'>): Promise<void> {
  removeArchiveCopy(database.file);
  if (!hasArchive(database.sqlite)) return;
  database.write(removeRedactedFromArchive);
  try {
    await rewriting.rewrite({ ...database, file: archiveFileOf(database.file) });
  } catch {
    overwriteAttached(database, ARCHIVE);
  }
}

/**
 * Continues a removal that the end of the app interrupted: deletes the supervisor's copies, which are rebuilt. Returns
 * whether `cleanFiles` still has to run. Call it before any copy is opened.
 */
export function resumeCleaning({
  database,
  supervisionFile,
}: {
  readonly database: Database;
  readonly supervisionFile: string;
}): boolean {
  if (!isRemovalNoted(database.sqlite)) return false;
  removeDatabase(supervisionFile);
  return true;
}

/**
 * Removes other laptops' mountings, and the names of their installers, from directory.db. They were read from the
 * relay's log.
 */
export async function cleanDirectory(
  directory: WritesDirectory & { readonly sqlite: Sqlite },
  says: Matches,
  jobs: ReadonlySet<string>,
): Promise<void> {
  const saysWithin = matcherWithin(says);
  const going = () =>
    allMountings(directory.sqlite)
      .filter(({ job_id: job, worker, data }) => jobs.has(job) || says(worker) || saysWithin(data))
      .map(({ job_id: job }) => job);
  let named = going();
  do {
    await directory.ask({ write: 'remove-mountings', jobs: named });
    // Notes that were queued for the thread have been written by now.
    named = going();
  } while (named.length > 0);
}

/** Deletes earlier backups, and damaged files that were set aside. */
function removeSetAside(folder: string): void {
  for (const { file } of listBackups(join(folder, 'backups'))) rmSync(file, { force: true });
  rmSync(damagedFolderOf(join(folder, 'queue.db')), { recursive: true, force: true });
  const marked = /^(?:directory|supervision)\.db\.(?:damaged|newer)-/;
  for (const name of readdirSync(folder)) {
    if (marked.test(basename(name))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
