import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, type Instant, HOUR, MINUTE } from '../../shared/time.ts';
import {
  MOST_SHOWN,
  type RemovalDecision,
  type RemovalFindings,
  type RemovalRequest,
  type RemovalQuery,
  type RemovalState,
  SHORTEST_REMOVAL_QUERY,
} from '../../shared/domain/removal.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { JobId, LogEntryId } from '../../shared/ids.ts';
import type { Removal } from '../../shared/relay/removals.ts';
import { type FileWorker, createFileWorker } from '../db/file-worker.ts';
import type { Database, Sqlite } from '../db/open.ts';
import { countCarsHolding } from '../db/tables/directory/cars.ts';
import { countUsersHolding } from '../db/tables/directory/groups-and-users.ts';
import { countAtRelay } from '../db/tables/queue/attachments.ts';
import { readJob } from '../db/tables/queue/jobs.ts';
import { lastLogEntry } from '../db/tables/queue/log-entries.ts';
import {
  dueRemovalOrders,
  removalOrderOf,
  type RemovalOrderRow,
  setRemovalOrder,
  clearRemoval,
  isRemovalNoted,
} from '../db/tables/queue/removal-orders.ts';
import { isRemoved, keepRemoved } from '../db/tables/queue/word-rows.ts';
import { parseJobData } from '../jobs/job-data.ts';
import type { InstallationLog } from '../log/append.ts';
import type { Ordering } from '../log/redact.ts';
import type { AttachmentFiles } from '../log/attachment-files.ts';
import type { SavedViews, Supervising } from '../supervision/open-supervising.ts';
import type { RemovalInbox } from '../relay/exchange.ts';
import {
  carryOut,
  carryOutOrder,
  cleanDirectory,
  cleanFiles,
  dropMountings,
  namedNotes,
  type NotesOfOthers,
} from './carry-out.ts';
import { orderedThings, receivedRemovals, takeOrders, sentRemovals, withdrawSent } from './orders.ts';
import { digestOf, planRemoval, readThrough, type RemovalPlan } from './plan.ts';
import { matcherOf, matcherWithin } from './matcher.ts';

/** Finds and removes personal data of an open profile; one task at a time. */
export interface RemovalService {
  readonly state: () => RemovalState;
  /** Resolves when all data were searched, or after `forget`. ProblemError `removal-too-short`, `log-busy`. */
  readonly find: (sought: RemovalQuery) => Promise<void>;
  /** Removes the found data, all or nothing. ProblemErrors as listed at `removal.remove` of the contract. */
  readonly remove: (asked: {
    readonly digest: string;
    readonly reason: string;
    readonly request: RemovalRequest;
  }) => Promise<void>;
  /**
   * Stores orders of other laptops, whose waiting periods start now, or throws. Resolves when those that are due are carried
   * out.
   */
  readonly take: (removals: readonly Removal[]) => Promise<void>;
  /** Applies a person's decision about an order. ProblemError `not-found`, `removal-decided`, `log-busy`. */
  readonly decide: (id: LogEntryId, decision: RemovalDecision) => Promise<void>;
  /** Withdraws a removal that this laptop ordered on others. ProblemError `not-found`, `removal-decided`. */
  readonly withdraw: (id: LogEntryId) => void;
  /** Carries out due orders, after any running task. Also cleans the files that an earlier removal could not clean. */
  readonly carryOutDue: () => Promise<void>;
  /** Resumes overwriting that an earlier run of the app did not complete. */
  readonly resume: () => Promise<void>;
  /** Cancels the search and discards its result; resolves when no task is running. */
  readonly forget: () => Promise<void>;
}

/** The dependencies of the removal service. */
interface RemovalParts extends NotesOfOthers {
  readonly database: Database;
  readonly files: Pick<AttachmentFiles, 'keepOnly' | 'settled'>;
  readonly log: InstallationLog;
  readonly clock: Pick<Clock, 'now'>;
  /** Creates a worker for one removal. */
  readonly worker: () => Pick<FileWorker, 'rewrite' | 'end'>;
  /** Backups of queue.db were deleted with the words, so a new one is needed. */
  readonly onBackupsRemoved: () => void;
  readonly hasRelay: boolean;
  /** The key that signs orders of this laptop, and its owner. */
  readonly ordering: Ordering;
  /** The time for judging waiting periods; null while the clock is not certain. */
  readonly timeToJudgeBy: () => Instant | null;
  /** The supervisor's saved views, in a file of their own. */
  readonly views: Pick<SavedViews, 'containing' | 'removeEach'>;
  /** Drops the photos of other laptops that are in memory. */
  readonly forgetPhotos: () => void;
  /** Removes the words from the supervisor's copies of the log. Resolves with false if they were not cleaned. */
  readonly cleanCopies: () => Promise<boolean>;
  readonly onChange: () => void;
}

/** Creates the removal service of an open profile. Nothing is removed before `remove`, `decide` or a due order. */
export function createRemovalService(parts: RemovalParts): RemovalService {
  const { database, clock } = parts;
  const { sqlite } = database;
  let task: RemovalState['task'] = null;
  let findings: RemovalFindings | null = null;
  let removed: RemovalState['removed'] = null;
  let stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  const isBusy = () => task !== null;
  const runExclusive = async (first: NonNullable<RemovalState['task']>, work: () => Promise<void>) => {
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

  const read = async (sought: RemovalQuery): Promise<RemovalPlan | null> => {
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

  /**
   * Also what an earlier removal left, because the record of both removals is cleared afterwards. @param earlierLeft an
   * earlier removal is recorded, whose words for the notes of other laptops are no longer known.
   */
  const cleanOutside = async (earlierLeft: boolean): Promise<void> => {
    if (earlierLeft) await dropMountings(parts);
    // A power cut must not take the removal back after the views are gone.
    await database.synced();
    parts.views.removeEach((view) => isRemoved(sqlite, 'saved-view', view));
    await cleanFiles(parts);
  };

  const carryOutRows = async (rows: readonly RemovalOrderRow[], byPerson: boolean): Promise<void> => {
    await nextTurn();
    const earlierLeft = isRemovalNoted(sqlite);
    let removedAny = false;
    /** A person may have kept it, or its laptop withdrawn it, since it was chosen. */
    const standing = ({ id }: RemovalOrderRow): readonly RemovalOrderRow[] => {
      const row = removalOrderOf(sqlite, id);
      return row?.state === 'waiting' || (byPerson && row?.state === 'kept') ? [row] : [];
    };
    const named = rows.flatMap(standing).map(orderedThings);
    const photos = new Set(named.flatMap((things) => things.photos));
    const jobs = new Set(named.flatMap((things) => things.jobs));
    // Also of a job of which nothing is on this disk.
    parts.forgetPhotos();
    // First, because an order that is done is not repeated after an interruption. Also where this laptop has only the
    // note of a colleague, with its words and its photo.
    if (photos.size + jobs.size > 0) {
      await cleanDirectory(parts, { says: () => false, wholeJobs: jobs, photos });
    }
    for (const row of rows.flatMap(standing)) {
      if (carryOutOrder(database, parts.log, row, { at: clock.now(), byPerson })) removedAny = true;
    }
    // Backups are removed with the first removal, not with the order.
    if (!removedAny && !earlierLeft) return;
    await cleanOutside(earlierLeft);
    if (await parts.cleanCopies()) database.write(clearRemoval);
  };
  const carryOutDue = async (): Promise<void> => {
    const now = parts.timeToJudgeBy();
    const due = () => (now === null ? [] : dueRemovalOrders(sqlite, now));
    const isNeeded = () => due().length > 0 || isRemovalNoted(sqlite);
    if (!isNeeded()) return;
    // Waits for running work, in a loop, because a person may have started another task meanwhile.
    while (isBusy()) {
      await running;
      // The profile is being closed.
      if (stopping.signal.aborted) return;
    }
    if (!isNeeded()) return;
    await runExclusive({ what: 'remove', done: 0, total: null }, () => carryOutRows(due(), false));
  };

  return {
    state: () => ({
      task,
      findings,
      removed,
      received: receivedRemovals(sqlite),
      sent: parts.hasRelay ? sentRemovals(sqlite) : [],
    }),
    find: async (sought) => {
      if (foldForSearch(sought.words).length < SHORTEST_REMOVAL_QUERY) {
        throw new ProblemError(makeProblem('removal-too-short', { least: SHORTEST_REMOVAL_QUERY }));
      }
      const total = lastLogEntry(sqlite)?.number ?? 0;
      await runExclusive({ what: 'look', done: 0, total }, async () => {
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
      if (matcherOf(found.sought.words)(said)) throw new ProblemError(makeProblem('removal-reason-repeats'));
      await runExclusive({ what: 'remove', done: 0, total: null }, async () => {
        // Lets the window show the start before the transaction blocks the main process.
        await nextTurn();
        const at = clock.now();
        const earlierLeft = isRemovalNoted(sqlite);
        const plan = database.write((context) => {
          const now = readThrough(planRemoval(context.sqlite, found.sought, at));
          if (digestOf(now) !== digest) throw new ProblemError(makeProblem('removal-changed'));
          if (now.inTheWay.length > 0) throw new ProblemError(makeProblem('removal-in-the-way'));
          carryOut(context, parts.log, now, { reason: said, request, at, ordering: parts.ordering });
          // With the rows, because a start after an interruption no longer knows the words.
          for (const note of namedNotes(parts, now)) keepRemoved(context, 'note', note);
          for (const view of parts.views.containing(matcherWithin(now.says))) {
            keepRemoved(context, 'saved-view', view);
          }
          return now;
        });
        parts.forgetPhotos();
        findings = null;
        const jobs = found.jobs.whole + found.jobs.words;
        removed = { at, entries: plan.entries.length, jobs, photos: plan.photos.size };
        await cleanDirectory(parts, plan);
        await cleanOutside(earlierLeft);
        if (await parts.cleanCopies()) database.write(clearRemoval);
      });
    },
    take: (removals) => {
      takeOrders(database, parts.log, parts.ordering.owner, removals, clock.now());
      return carryOutDue();
    },
    decide: async (id, decision) => {
      const row = removalOrderOf(sqlite, id);
      if (row === undefined) throw new ProblemError(makeProblem('not-found'));
      if (row.state === 'done' || row.state === 'withdrawn') {
        throw new ProblemError(makeProblem('removal-decided'));
      }
      if (decision === 'now') {
        await runExclusive({ what: 'remove', done: 0, total: null }, () => carryOutRows([row], true));
        return;
      }
      database.write((context) => {
        const state = decision === 'keep' ? 'kept' : 'waiting';
        setRemovalOrder(context, id, state, state === 'kept' ? clock.now() : null);
        parts.log.append(context, {
          job: null,
          type: 'removal-decided',
          data: { removal: id, decision },
        });
        context.changed('log', 'status');
      });
      parts.onChange();
    },
    withdraw: (id) => {
      withdrawSent(database, parts.log, parts.ordering, { id, at: clock.now() });
      parts.onChange();
    },
    carryOutDue,
    resume: () =>
      runExclusive({ what: 'remove', done: 0, total: null }, async () => {
        await cleanOutside(true);
        database.write(clearRemoval);
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
    plannedCars: plan.plannedCars.size + plan.plannedJobs.size,
    changes: plan.operations.size,
    others:
      plan.forms.size +
      plan.results.size +
      plan.assignments.size +
      plan.series.size +
      plan.instructions.size +
      plan.publications.size,
    inTheWay: plan.inTheWay.slice(0, MOST_SHOWN),
    stays: {
      atOperator: atOperator(parts.directory.sqlite, plan.sought),
      relay: parts.hasRelay,
      photosAtRelay: countAtRelay(sqlite, [...plan.photos]),
      redactions: plan.redactions,
    },
  };
}

/** Cars and users in the local copy of the operator's data. */
function atOperator(sqlite: Sqlite, { subject, words }: RemovalQuery): number {
  if (subject === 'job') return 0;
  const folded = foldForSearch(words);
  return countCarsHolding(sqlite, folded) + countUsersHolding(sqlite, folded);
}

/** Creates the removal service of an open profile; it also removes from the supervisor's copies and saved views. */
export function openRemoval({
  supervising,
  ...parts
}: Omit<RemovalParts, 'views' | 'forgetPhotos' | 'cleanCopies' | 'worker'> & {
  readonly supervising: Supervising;
}): RemovalService {
  return createRemovalService({
    ...parts,
    worker: createFileWorker,
    views: supervising.views,
    forgetPhotos: supervising.photos.forget,
    cleanCopies: () => supervising.copies.applyRemoval(),
  });
}

/** Carries out due orders once an hour, the first time after a minute. Returns a function that stops the timer. */
export function carryOutInTime(
  removal: Pick<RemovalService, 'carryOutDue'>,
  clock: Pick<Clock, 'setTimer'>,
  report: (cause: unknown) => void,
): () => void {
  let cancel: () => void = () => undefined;
  const schedule = () => {
    removal.carryOutDue().catch(report);
    cancel = clock.setTimer(schedule, HOUR);
  };
  cancel = clock.setTimer(schedule, MINUTE);
  return () => cancel();
}

/** Passes removals from the relay to the removal service. Drops them until `serve`; the relay then sends them again. */
export function createRemovalInbox(
  report: (cause: unknown) => void,
): RemovalInbox & { readonly serve: (service: Pick<RemovalService, 'take'>) => void } {
  let newest: LogEntryId | null = null;
  let service: Pick<RemovalService, 'take'> | null = null;
  return {
    newest: () => newest,
    take: (removals) => {
      if (service === null) return;
      // Throws where they cannot be stored; the relay is then asked for them again.
      const carried = service.take(removals);
      newest = removals.at(-1)?.id ?? null;
      carried.catch(report);
    },
    serve: (opened) => {
      service = opened;
    },
  };
}
