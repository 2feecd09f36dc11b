import type { Clock, Instant } from '../../shared/time.ts';
import type { Topic } from '../../shared/ipc/pushed.ts';
import { type ReceivedLogFault, receivedLogFault } from '../../shared/domain/supervision-overview.ts';
import { elseClosing, type Database, type OpenOptions, type WriteContext } from '../db/open.ts';
import { isDamage, setFileAside, openRebuildable, type Rebuilt } from '../db/open-rebuildable.ts';
import { supervisionMigrations } from '../db/supervision-migrations/index.ts';
import { leaveCheckpoints, overwriteFreed } from '../db/file-worker.ts';
import { allChains, writeChain, readFeed, writeFeed } from '../db/tables/supervision/chains.ts';
import { entriesFrom } from '../db/tables/supervision/entries.ts';
import { deleteWords, rewriteIndex } from '../db/tables/supervision/jobs.ts';
import { type JobIndex, loadJobIndex } from './job-index/job-index.ts';
import { createJobQueries, type JobQueries } from './job-queries.ts';

/*
 * supervision.db as a file: opened by the first read, rebuilt when damaged, wiped after a removal. Everything in it
 * can be read from the logs again.
 */

interface OpenCopies {
  readonly database: Database;
  readonly jobIndex: JobIndex;
  readonly lookUp: JobQueries;
}

/** supervision.db and the reads from it: opened by the first read, rebuilt where it is damaged. */
interface CopiesFile {
  /** Opens the file if needed. Throws ProblemError for the reason why it cannot be opened. */
  readonly opened: () => OpenCopies;
  readonly isOpen: () => boolean;
  /** Invalidates the values derived from the file. */
  readonly invalidate: () => void;
  /** Notes a failure that indicates damage. The file is too large for a check at its opening. */
  readonly noteFailure: (cause: unknown) => void;
  /** True when damage was noted and the file was not set aside yet. */
  readonly isDamaged: () => boolean;
  /**
   * Sets a damaged file aside instead of repairing it, because everything in it can be read again. The next read
   * creates a new one.
   */
  readonly putAside: () => void;
  readonly close: () => void;
}

export function createCopiesFile({
  file,
  clock,
  publish,
  report,
}: {
  readonly file: string;
  readonly clock: Clock;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
  readonly report: (event: string, cause: unknown) => void;
}): CopiesFile {
  let open: OpenCopies | null = null;
  let damaged = false;

  const answering = (database: Database): OpenCopies => {
    const { sqlite } = database;
    const jobIndex = loadJobIndex(sqlite);
    return {
      database,
      jobIndex,
      lookUp: createJobQueries({ sqlite, jobIndex, now: () => clock.now(), dayOf }),
    };
  };
  const openFile = (): OpenCopies => {
    const { database, rebuilt } = openSupervisionDatabase({ file, clock, onCommitted: publish });
    if (rebuilt !== null) report('supervision.rebuilt', `${rebuilt.reason}: ${rebuilt.setAside}`);
    return elseClosing(database, () => answering(database));
  };
  const close = () => {
    open?.database.close();
    open = null;
  };
  const putAside = () => {
    close();
    const setAside = setFileAside(file, 'damaged', clock.now());
    damaged = false;
    report('supervision.rebuilt', `damaged: ${setAside}`);
  };
  const openAnyway = (): OpenCopies => {
    try {
      return openFile();
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      putAside();
      return openFile();
    }
  };
  return {
    opened: () => (open ??= openAnyway()),
    isOpen: () => open !== null,
    invalidate: () => {
      if (open !== null) open = answering(open.database);
    },
    noteFailure: (cause) => {
      damaged ||= isDamage(cause);
    },
    isDamaged: () => damaged,
    putAside,
    close,
  };
}

/** The day on this laptop's calendar. */
function dayOf(at: Instant): string {
  const day = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/**
 * Upper bound of pages in the -wal file; beyond it a commit runs the checkpoint itself and waits for the disk. Usually
 * `file-worker.ts` runs it earlier, on a worker thread.
 */
const CARRIED_OVER_AT_ONCE = 8000;

/**
 * Opens supervision.db: everything in it can be read from the logs again. Throws ProblemError `database-busy` or
 * `not-saved-disk-full`.
 */
export function openSupervisionDatabase(
  options: Pick<OpenOptions, 'file' | 'onCommitted'> & { readonly clock: Pick<Clock, 'now'> },
): { readonly database: Database; readonly rebuilt: Rebuilt } {
  const opened = openRebuildable({
    ...options,
    migrations: supervisionMigrations,
    // The newest table. Copies of a build without it are rebuilt.
    table: 'stocked_box',
    integrityCheck: 'never',
  });
  leaveCheckpoints(opened.database, CARRIED_OVER_AT_ONCE);
  return opened;
}

/** Pages of the search index per piece: some milliseconds of work. */
const PAGES = 64;

/** Overwrites the space of removed words in the copies, piece by piece. The work resumes after a restart. */
interface Wiping {
  /** Overwrites one piece after all jobs were projected again; false = nothing to do. */
  readonly wipeSome: (database: Database, jobIndex: JobIndex) => boolean;
}

export function createWiping(): Wiping {
  let begun = false;
  return {
    wipeSome: (database, jobIndex) => {
      const { wiping } = readFeed(database.sqlite);
      if (wiping === 0) return false;
      // More words were removed since, or the app was restarted.
      const begins = !begun || wiping !== 2;
      begun = true;
      const more = database.write((context) => {
        if (begins) {
          writeFeed(context, { wiping: 2 });
          deleteWords(context, jobIndex.evictUnmentioned());
          blankFaults(context);
        }
        return rewriteIndex(context, PAGES, begins);
      });
      if (more) return true;
      begun = false;
      database.write((context) => writeFeed(context, { wiping: 0 }));
      overwriteFreed(database);
      return true;
    },
  };
}

/** Removes the worker's name from the faults of redacted entries: a fault repeats the name that its entry had. */
function blankFaults(context: WriteContext): void {
  for (const row of allChains(context.sqlite)) {
    if (row.fault === null) continue;
    const fault = receivedLogFault.parse(JSON.parse(row.fault));
    const [entry] = entriesFrom(context.sqlite, row.ordinal, fault.number, 1);
    if (entry?.number !== fault.number || entry.redacted !== true || entry.worker !== '') continue;
    const blank: ReceivedLogFault = {
      ...fault,
      entry: fault.entry === null ? null : { ...fault.entry, worker: '' },
      other: fault.other === null ? null : { ...fault.other, worker: '' },
    };
    writeChain(context, { ...row, fault: JSON.stringify(blank) });
  }
}
