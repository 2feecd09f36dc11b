import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ProblemError } from '../../shared/problem.ts';
import type { LogChainId } from '../../shared/relay/log.ts';
import type { Instant } from '../../shared/time.ts';
import { archiveMigrations } from './migrations/archive.ts';
import { createCarryOver, type FileWorker } from './file-worker.ts';
import { type Database, openDatabase, type Sqlite, type WriteContext } from './open.ts';
import { setAside } from './recovery/damage.ts';
import { isFileOrNothing, clearSuspicion } from './recovery/file-state.ts';
import { chainOfEntry } from './tables/queue/relay-exchange.ts';
import { ARCHIVE, firstLiveEntry, showArchive } from './tables/queue/log-entries.ts';
import { createWalSync } from './wal-sync.ts';

/*
 * Old log entries are in log-archive.db beside queue.db (docs/decisions/0044-log-archive.md). It is attached to the
 * connection of queue.db. There `log_entry` is a view of both files, so readers need no change.
 */

/** The path of the archive that belongs to a queue.db. */
export const archiveFileOf = (queueFile: string): string => join(dirname(queueFile), 'log-archive.db');

/** The archive's only copy. An entry is deleted from queue.db only after this copy has it too. */
export const archiveCopyOf = (queueFile: string): string =>
  join(dirname(queueFile), 'backups', 'log-archive.db');

/** The outcome of the search for an archive. `lost`: some entries of the log are in no file. */
export type ArchiveFound = 'none' | 'attached' | 'from-copy' | 'lost';

type OpenFile = Pick<Database, 'file' | 'sqlite'>;

/**
 * Attaches the archive of an open queue.db if there is one. A file that is damaged, missing or of another log is set
 * aside and replaced by the copy. Throws ProblemError `database-newer`, `database-busy`, `not-saved-disk-full` or
 * `folder-read-only`.
 */
export function attachArchive({ file, sqlite }: OpenFile, at: Instant): ArchiveFound {
  const archive = archiveFileOf(file);
  const copy = archiveCopyOf(file);
  const chain = chainOfEntry(sqlite, 1).chain;
  const first = firstLiveEntry(sqlite);
  const isWhole = (last: number | null) => first <= (last ?? 0) + 1;
  const kept = lastIn(archive, chain);
  if (kept !== null && isWhole(kept)) {
    attach(sqlite, archive);
    return 'attached';
  }
  const copied = lastIn(copy, chain);
  if (copied !== null && copied > (kept ?? -1)) {
    putAside(archive, at);
    copyFileSync(copy, `${archive}.partial`);
    renameSync(`${archive}.partial`, archive);
    clearSuspicion(archive);
    attach(sqlite, archive);
    return isWhole(copied) ? 'from-copy' : 'lost';
  }
  if (kept === null) putAside(archive, at);
  else attach(sqlite, archive);
  return isWhole(kept) ? 'none' : 'lost';
}

/** Makes an empty archive and attaches it. */
export function makeArchive({ file, sqlite }: OpenFile): void {
  const { chain } = chainOfEntry(sqlite, 1);
  const made = openArchive(archiveFileOf(file));
  try {
    made.write((context) =>
      context.sqlite.prepare<[LogChainId]>('INSERT INTO owner (id, chain) VALUES (1, ?)').run(chain),
    );
  } finally {
    made.close();
  }
  attach(sqlite, archiveFileOf(file));
}

/** Writes to the attached archive while the event loop goes on. */
export interface ArchiveWriter {
  /** Commits, and resolves once a long -wal file is checkpointed. Before `synced` a power cut may lose it. */
  readonly write: (work: (context: WriteContext) => void) => Promise<void>;
  /** Resolves once every write is on the disk. Rejects with ProblemError `last-steps-unsaved` where the disk fails. */
  readonly synced: () => Promise<void>;
  /** Call it before the database is closed. */
  readonly close: () => void;
}

/** A thread of libuv's pool syncs the archive, and the worker runs its checkpoints (see `WalSync`). */
export function createArchiveWriter(
  { file, sqlite, writeUnsynced }: Pick<Database, 'file' | 'sqlite' | 'writeUnsynced'>,
  worker: Pick<FileWorker, 'carryOver'>,
  report: (cause: unknown) => void,
): ArchiveWriter {
  const archive = archiveFileOf(file);
  const wal = createWalSync({ file: archive, sqlite }, { schema: ARCHIVE, onChange: () => undefined });
  const carryOver = createCarryOver(worker, report);
  return {
    write: async (work) => {
      sqlite.pragma(`${ARCHIVE}.synchronous = NORMAL`);
      try {
        writeUnsynced(work);
      } finally {
        sqlite.pragma(`${ARCHIVE}.synchronous = FULL`);
      }
      wal.note();
      await carryOver({ file: archive, sqlite });
    },
    synced: wal.synced,
    close: wal.close,
  };
}

/** The first chain of the log whose entries the archive holds, even when that file is missing; null = none. */
export function chainOfArchive(queueFile: string): LogChainId | null {
  for (const file of [archiveFileOf(queueFile), archiveCopyOf(queueFile)]) {
    const content = read(file);
    if (content !== null && content.last > 0) return content.chain;
  }
  return null;
}

/** Deletes the copy, which still holds words that were removed from the archive. */
export function removeArchiveCopy(queueFile: string): void {
  for (const suffix of ['', '-wal', '-shm', '.closed', '.partial']) {
    rmSync(archiveCopyOf(queueFile) + suffix, { force: true });
  }
}

function putAside(archive: string, at: Instant): void {
  if (existsSync(archive)) setAside(archive, at);
}

const openArchive = (file: string): Database =>
  openDatabase({
    file,
    migrations: archiveMigrations,
    table: 'log_entry',
    durability: 'full',
    onCommitted: () => undefined,
    integrityCheck: 'unless-closed-in-order',
  });

interface Content {
  readonly chain: LogChainId;
  /** The number of the newest entry; 0 = none. */
  readonly last: number;
}

/** The newest entry of an archive of this log; null where the file cannot be used. */
function lastIn(file: string, chain: LogChainId): number | null {
  const content = read(file);
  return content?.chain === chain ? content.last : null;
}

/** Null: the file is missing or damaged. */
function read(file: string): Content | null {
  if (!existsSync(file) || !['', '-wal', '-shm'].every((suffix) => isFileOrNothing(file + suffix)))
    return null;
  try {
    const archive = openArchive(file);
    try {
      return (
        archive.sqlite
          .prepare<[], Content>(
            'SELECT chain, (SELECT coalesce(max(number), 0) FROM log_entry) AS last FROM owner',
          )
          .get() ?? null
      );
    } finally {
      archive.close();
    }
  } catch (cause) {
    if (cause instanceof ProblemError && cause.problem.code === 'database-damaged') return null;
    throw cause;
  }
}

function attach(sqlite: Sqlite, file: string): void {
  sqlite.prepare<[string]>(`ATTACH ? AS ${ARCHIVE}`).run(file);
  sqlite.pragma(`${ARCHIVE}.synchronous = FULL`);
  sqlite.pragma(`${ARCHIVE}.secure_delete = ON`);
  // The length of the -wal file shows how much awaits a checkpoint.
  sqlite.pragma(`${ARCHIVE}.journal_size_limit = 0`);
  showArchive(sqlite);
}
