import type { Clock } from '../../shared/clock.ts';
import type { Topic } from '../../shared/ipc/topics.ts';
import type { Instant } from '../../shared/time.ts';
import { elseClosing } from '../db/else-closing.ts';
import type { Database } from '../db/open.ts';
import { isDamage, setFileAside } from '../db/open-rebuildable.ts';
import type { JobIndex } from './job-index/job-index.ts';
import { loadJobIndex } from './job-index/parts.ts';
import { createJobQueries, type JobQueries } from './job-queries.ts';
import { openSupervisionDatabase } from './open-supervision.ts';

interface OpenCopies {
  readonly database: Database;
  readonly jobIndex: JobIndex;
  readonly lookUp: JobQueries;
}

/** supervision.db and the reads from it: opened by the first read, rebuilt where it is damaged. */
export interface CopiesFile {
  /** Throws ProblemError for what keeps it from opening. */
  readonly opened: () => OpenCopies;
  readonly isOpen: () => boolean;
  /** Values derived from the file no longer hold. */
  readonly invalidate: () => void;
  /** Notes a failure that indicates damage. The file is large, so it is not checked before it is read. */
  readonly noteFailure: (cause: unknown) => void;
  /** Damage was noted, and the file is still in its place. */
  readonly isDamaged: () => boolean;
  /** Everything in the file can be read again, so a damaged one is not mended. The next look makes a new one. */
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
