import { Worker } from 'node:worker_threads';
import type { Clock, Instant } from '../../shared/time.ts';
import {
  isDamage,
  setFileAside,
  openRebuildable,
  type Rebuilt,
  type ThreadDatabase,
  writtenByThread,
} from '../db/rebuildable.ts';
import type { Database } from '../db/open.ts';
import { supervisionMigrations } from '../db/migrations/supervision.ts';
import { type JobIndex, loadJobIndex } from './job-index/job-index.ts';
import { createJobQueries, type JobQueries } from './job-queries.ts';
import { type SupervisionAnswer, supervisionAnswer, type SupervisionWrite } from './writes.ts';

/*
 * supervision.db as a file: opened by the first read, rebuilt when damaged, wiped after a removal. Everything in it
 * can be read from the logs again.
 */

interface OpenCopies {
  readonly database: SupervisionDatabase;
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
  readonly putAside: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createCopiesFile({
  file,
  clock,
  report,
  startThread,
}: {
  readonly file: string;
  readonly clock: Clock;
  readonly report: (event: string, cause: unknown) => void;
  /** Left out: the thread of the app. */
  readonly startThread?: (file: string) => Worker;
}): CopiesFile {
  let open: OpenCopies | null = null;
  let damaged = false;

  const answering = (database: SupervisionDatabase): OpenCopies => {
    const { sqlite } = database;
    const jobIndex = loadJobIndex(sqlite);
    return {
      database,
      jobIndex,
      lookUp: createJobQueries({ sqlite, jobIndex, now: () => clock.now(), dayOf }),
    };
  };
  const openFile = (): OpenCopies => {
    const { database, rebuilt } = openSupervisionDatabase({ file, clock }, startThread);
    if (rebuilt !== null) report('supervision.rebuilt', `${rebuilt.reason}: ${rebuilt.setAside}`);
    try {
      return answering(database);
    } catch (cause) {
      // No thread runs yet: the file is closed before this returns.
      void database.close();
      throw cause;
    }
  };
  const setDamagedAside = () => {
    const setAside = setFileAside(file, 'damaged', clock.now());
    damaged = false;
    report('supervision.rebuilt', `damaged: ${setAside}`);
  };
  const openAnyway = (): OpenCopies => {
    try {
      return openFile();
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      setDamagedAside();
      return openFile();
    }
  };
  const close = async () => {
    await open?.database.close();
    open = null;
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
    putAside: async () => {
      await close();
      setDamagedAside();
    },
    close,
  };
}

/** The day on this laptop's calendar. */
function dayOf(at: Instant): string {
  const day = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** supervision.db: main reads it, and its thread writes it. */
type SupervisionDatabase = ThreadDatabase<SupervisionWrite, SupervisionAnswer>;

interface SupervisionFile {
  readonly file: string;
  readonly clock: Pick<Clock, 'now'>;
}

/** The thread's file has the same extension as this one: `.ts` in development, `.js` in the build. */
const fileOfThread = import.meta.url.endsWith('.ts') ? 'supervision-thread.ts' : 'supervision-thread.js';

const startSupervisionThread = (file: string): Worker =>
  new Worker(new URL(fileOfThread, import.meta.url), { workerData: { file } });

/**
 * Opens the file, migrated: everything in it can be read from the logs again. Throws ProblemError `database-busy` or
 * `not-saved-disk-full`.
 */
export function openSupervisionFile(options: SupervisionFile): {
  readonly database: Database;
  readonly rebuilt: Rebuilt;
} {
  return openRebuildable({
    ...options,
    migrations: supervisionMigrations,
    // The newest table. Copies of a build without it are rebuilt.
    table: 'stocked_box',
    // Its reads are few before the window shows it; damage is noticed by them.
    integrityCheck: 'never',
    onCommitted: () => undefined,
  });
}

/** Opens supervision.db for reading, with the thread that alone writes it. Throws as `openSupervisionFile`. */
export function openSupervisionDatabase(
  options: SupervisionFile,
  start = startSupervisionThread,
): {
  readonly database: SupervisionDatabase;
  readonly rebuilt: Rebuilt;
} {
  const { database, rebuilt } = openSupervisionFile(options);
  const written = writtenByThread<SupervisionWrite, SupervisionAnswer>(database, {
    start: () => start(options.file),
    answer: supervisionAnswer,
    // Its readers publish what they have done with an answer.
    onCommitted: () => undefined,
  });
  return { database: written, rebuilt };
}
