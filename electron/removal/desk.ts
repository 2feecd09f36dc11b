import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../shared/clock.ts';
import {
  MOST_SHOWN,
  type RemovalFindings,
  type RemovalRequest,
  type RemovalSought,
  type RemovalState,
  SHORTEST_SOUGHT,
} from '../../shared/domain/removal.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { JobId } from '../../shared/ids.ts';
import type { Removal } from '../../shared/relay/removals.ts';
import type { Beside } from '../db/beside.ts';
import type { Database, Sqlite } from '../db/open.ts';
import { countCarsHolding } from '../db/tables/directory/cars.ts';
import { countUsersHolding } from '../db/tables/directory/users.ts';
import { countAtRelay } from '../db/tables/queue/attachments.ts';
import { readJob } from '../db/tables/queue/jobs.ts';
import { lastLogEntry } from '../db/tables/queue/log-entries.ts';
import { forgetRemoval } from '../db/tables/queue/removal.ts';
import { parseJobData } from '../jobs/job-data.ts';
import type { InstallationLog } from '../log/append.ts';
import type { AttachmentFiles } from '../log/attachment-files.ts';
import { carryOut } from './carry-out.ts';
import { cleanDirectory, cleanFiles } from './clean-files.ts';
import { removeTold } from './told.ts';
import { digestOf, planRemoval, readThrough, type RemovalPlan } from './plan.ts';
import { saying, type Says } from './sought.ts';

/** Looks up and removes what an open profile keeps about somebody; one thing at a time. */
export interface RemovalDesk {
  readonly state: () => RemovalState;
  /** Answers when all was read, or after `forget`. ProblemError `removal-too-short`, `log-busy`. */
  readonly look: (sought: RemovalSought) => Promise<void>;
  /** Removes what was found. ProblemErrors as `removal.remove` of the contract says; then nothing was removed. */
  readonly remove: (asked: {
    readonly digest: string;
    readonly reason: string;
    readonly request: RemovalRequest;
  }) => Promise<void>;
  /** Removes here too what was removed elsewhere on request, as far as nothing is in the way; waits for what is under way. */
  readonly heedTold: (removals: readonly Removal[]) => Promise<void>;
  /** Goes on with overwriting that the app did not end when it ended. */
  readonly goOn: () => Promise<void>;
  /** Ends looking and forgets what was found; settles when nothing is under way. */
  readonly forget: () => Promise<void>;
}

export interface RemovalParts {
  readonly database: Database;
  /** directory.db. */
  readonly directory: Database;
  readonly files: Pick<AttachmentFiles, 'remove'>;
  readonly log: InstallationLog;
  readonly clock: Pick<Clock, 'now'>;
  /** Made for one removal. */
  readonly beside: () => Pick<Beside, 'rewrite' | 'end'>;
  readonly hasRelay: boolean;
  /** The supervisor's side: filters with names go at once, copies of the log in their own time; false = they were not done. */
  readonly heed: (says: Says) => Promise<boolean>;
  readonly onChange: () => void;
}

export function createRemovalDesk(parts: RemovalParts): RemovalDesk {
  const { database, clock } = parts;
  const { sqlite } = database;
  let task: RemovalState['task'] = null;
  let findings: RemovalFindings | null = null;
  let removed: RemovalState['removed'] = null;
  let stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  const isBusy = () => task !== null;
  const alone = async (first: NonNullable<RemovalState['task']>, work: () => Promise<void>) => {
    if (task !== null) throw new ProblemError(makeProblem('log-busy'));
    stopping = new AbortController();
    task = first;
    parts.onChange();
    const doing = work().finally(() => {
      task = null;
      parts.onChange();
    });
    running = doing.catch(() => undefined);
    return doing;
  };

  const read = async (sought: RemovalSought): Promise<RemovalPlan | null> => {
    const reading = planRemoval(sqlite, sought, clock.now());
    for (;;) {
      const step = reading.next();
      if (step.done === true) return step.value;
      await nextTurn();
      if (stopping.signal.aborted) return null;
      if (task !== null && task.total !== null) {
        const shown = Math.floor((100 * task.done) / Math.max(1, task.total));
        task = { ...task, done: step.value };
        if (Math.floor((100 * step.value) / Math.max(1, task.total ?? 1)) !== shown) parts.onChange();
      }
    }
  };

  return {
    state: () => ({ task, findings, removed }),
    look: async (sought) => {
      if (foldForSearch(sought.words).length < SHORTEST_SOUGHT) {
        throw new ProblemError(makeProblem('removal-too-short', { least: SHORTEST_SOUGHT }));
      }
      const total = lastLogEntry(sqlite)?.number ?? 0;
      await alone({ what: 'look', done: 0, total }, async () => {
        findings = null;
        removed = null;
        const plan = await read(sought);
        findings = plan === null ? null : findingsOf(parts, plan);
      });
    },
    remove: async ({ digest, reason, request }) => {
      const found = findings;
      if (found === null || found.digest !== digest) throw new ProblemError(makeProblem('removal-changed'));
      const said = reason.trim();
      if (said === '') throw new ProblemError(makeProblem('removal-reason-missing'));
      if (saying(found.sought.words)(said)) throw new ProblemError(makeProblem('removal-reason-repeats'));
      await alone({ what: 'remove', done: 0, total: null }, async () => {
        // Whoever looks sees that it has begun before nothing else happens for a moment.
        await nextTurn();
        const at = clock.now();
        const plan = database.write((context) => {
          const now = readThrough(planRemoval(context.sqlite, found.sought, at));
          if (digestOf(now) !== digest) throw new ProblemError(makeProblem('removal-changed'));
          if (now.inTheWay.length > 0) throw new ProblemError(makeProblem('removal-in-the-way'));
          carryOut(context, parts.log, now, { reason: said, request, at });
          return now;
        });
        findings = null;
        const jobs = found.jobs.whole + found.jobs.words;
        removed = { at, entries: plan.entries.length, jobs, photos: plan.photos.size };
        cleanDirectory(parts.directory, plan.says, plan.wholeJobs);
        await cleanFiles(parts, plan.photos);
        if (await parts.heed(plan.says)) database.write(forgetRemoval);
      });
    },
    heedTold: async (removals) => {
      // After what is under way; looked at again, as somebody may have begun something else meanwhile.
      while (isBusy()) await running;
      await alone({ what: 'remove', done: 0, total: null }, async () => {
        await nextTurn();
        const photos = removeTold(database, parts.log, removals, clock.now());
        if (photos === null) return;
        await cleanFiles(parts, photos);
        if (await parts.heed(() => false)) database.write(forgetRemoval);
      });
    },
    goOn: () =>
      alone({ what: 'remove', done: 0, total: null }, async () => {
        await cleanFiles(parts, []);
        database.write(forgetRemoval);
      }),
    forget: async () => {
      stopping.abort();
      await running;
      findings = null;
      removed = null;
    },
  };
}

function findingsOf(parts: RemovalParts, plan: RemovalPlan): RemovalFindings {
  const { sqlite } = parts.database;
  const words = new Set([...plan.jobWords.keys(), ...plan.workerOf, ...plan.draftsOf]);
  const kept = [...plan.wholeJobs].filter((job) => readJob(sqlite, job) !== undefined);
  const shown = (jobs: Iterable<JobId>, goes: 'whole' | 'words') =>
    [...jobs].flatMap((id) => {
      const row = readJob(sqlite, id);
      if (row === undefined) return [];
      const { car } = parseJobData(row);
      return [
        { id, kind: row.kind, startedAt: row.started_at, goes, car: car?.licensePlate ?? car?.name ?? null },
      ];
    });
  return {
    sought: plan.sought,
    digest: digestOf(plan),
    entries: plan.entries.length,
    shownEntries: [...plan.shownEntries],
    jobs: { whole: kept.length, words: words.size },
    shownJobs: [...shown(kept, 'whole'), ...shown(words, 'words')].slice(0, MOST_SHOWN),
    photos: plan.photos.size,
    reviews: plan.reviews.size,
    plannedCars: plan.plannedCars.size,
    changes: plan.operations.size,
    others: plan.forms.size + plan.results.size + plan.assignments.size + plan.series.size,
    inTheWay: plan.inTheWay.slice(0, MOST_SHOWN),
    stays: {
      atOperator: atOperator(parts.directory.sqlite, plan.sought),
      relay: parts.hasRelay,
      photosAtRelay: countAtRelay(sqlite, [...plan.photos]),
      redactions: plan.redactions,
    },
  };
}

/** Cars and users in the copy of what the operator holds. */
function atOperator(sqlite: Sqlite, { subject, words }: RemovalSought): number {
  if (subject === 'job') return 0;
  const folded = foldForSearch(words);
  return countCarsHolding(sqlite, folded) + countUsersHolding(sqlite, folded);
}
