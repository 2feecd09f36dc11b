import { hash } from 'node:crypto';
import {
  type InstallationView,
  installationView,
  type JobStatus,
  type JobSummary,
  type JobView,
  removalView,
  type StepState,
  swapView,
  type SentJob,
} from '../../shared/domain/job.ts';
import { isBoxUnchecked } from '../../shared/domain/boxes.ts';
import { type JobReview, speakerOf } from '../../shared/domain/reviewing.ts';
import type { ConnectionState } from '../../shared/domain/status.ts';
import { groupId, type JobId, type OperationId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import type { Sentence } from '../../shared/problem.ts';
import { DAY } from '../../shared/time.ts';
import type { Sqlite } from '../db/open.ts';
import { boundValue } from '../db/tables/queue/operation-order.ts';
import { contentOfGiven, isGiven, lastTakeOver, originOfTakeOver } from '../db/tables/queue/hand-overs.ts';
import { draftsOf, type JobRow, jobsForHome } from '../db/tables/queue/jobs.ts';
import { continuedOn, logOfJob, takerOf } from '../db/tables/queue/log-entries.ts';
import { operationsOfJob, readOperation, reportedByOf } from '../db/tables/queue/operations.ts';
import { revokedAssignmentsOf } from '../db/tables/queue/assignments.ts';
import { viewOperation } from '../operations/queue/views.ts';
import { boxFacts } from './preflight.ts';
import { loadJob, type JobParts } from './change.ts';
import { historyOf } from './history.ts';
import { type BegunChecklist, type DataOf, type JobData, parseJobData } from './job-data.ts';
import { isCarInUse, installationStates, removalStates, swapStates, finderIn } from './kinds.ts';
import { viewRemoval, restorableCount, restoresOf, leastToRestore } from './leaving/accesses.ts';
import { openRework, reviewOfJob } from './finish.ts';
import { seriesOfJob } from './series/series.ts';
import { type Facts, type JobProgress, progressOf, type StepStates } from './progress.ts';
import { carOfJob } from './steps/car.ts';
import { isUntouched, discardOf } from './start.ts';
import { plannedOfJob } from './batch.ts';
import { checklistComplete, checklistOf, phaseDone, toExplain } from './job-checklist.ts';
import { phasesOf, proofOfJob, viewVerification } from './verification-view.ts';

/* The job as screens show it, derived from the job's data and its operations at each read; nothing of it is stored. */

type Parts = Pick<JobParts, 'database' | 'directory' | 'clock' | 'checklists'> & {
  readonly connection: () => ConnectionState;
};

/**
 * The jobs on Home: unfinished ones, those with operations under way, those that need attention again, and those
 * finished in the last day. An abandoned empty job is left out.
 */
export function listJobs(parts: Parts): readonly JobSummary[] {
  const { sqlite } = parts.database;
  return jobsForHome(sqlite, parts.clock.now() - DAY)
    .filter((row) => !isUntouched(sqlite, row))
    .flatMap((row) => {
      const data = parseJobData(row);
      if (data.discardedAt !== null) return [];
      const facts = factsOf(parts, row, data, checklistOf(parts, data));
      return [summaryOf(sqlite, row, data, progressOf(facts), reviewOfJob(sqlite, row.id))];
    });
}

/** One complete job. ProblemError `not-found`. */
export function viewJob(parts: Parts, id: JobId): JobView {
  const { sqlite } = parts.database;
  const { row, data } = loadJob(sqlite, id);
  const begun = checklistOf(parts, data);
  const facts = factsOf(parts, row, data, begun);
  const review = reviewOfJob(sqlite, id);
  const every = {
    ...summaryOf(sqlite, row, data, progressOf(facts), review),
    carFixed: isCarInUse(data, finderIn(facts)),
    discard: discardOf(sqlite, row, data, facts.operations),
    discardedAt: data.discardedAt,
    carKeys: data.carKeys,
    annotations: data.annotations,
    operations: facts.operations.map((operation) => viewOperation(sqlite, operation)),
    history: [...historyOf(logOfJob(sqlite, id))],
    drafts: Object.fromEntries(draftsOf(sqlite, id)),
    reportLanguage: data.reportLanguage,
    checklist: viewChecklist(begun, data, review),
  };
  switch (data.kind) {
    case 'installation':
      return { ...every, ...viewInstallation(parts, row, data, facts) };
    case 'removal':
      return {
        ...every,
        kind: data.kind,
        steps: removalView.shape.steps.parse(withoutDetails(removalStates(data, facts))),
        removal: viewRemoval(sqlite, parts.directory, data),
        forced: data.forced,
      };
    case 'swap': {
      const fitted = boxFacts(sqlite, data);
      return {
        ...every,
        kind: data.kind,
        steps: swapView.shape.steps.parse(withoutDetails(swapStates(data, facts))),
        removal: viewRemoval(sqlite, parts.directory, data),
        key: data.key,
        forced: data.forced,
        box: fitted.box,
        label: data.label,
        preflight: fitted.checks,
        restores: restoresOf(sqlite, parts.directory, data, parts.clock.now()),
        leastToRestore: leastToRestore(sqlite, id),
        verification: viewVerification(sqlite, data, parts.clock.now()),
      };
    }
    default:
      return neverReached(data);
  }
}

/**
 * A job as returned to a window. The template of its checklist is replaced by its digest, which the window knows from
 * its first answer (`whole`). ProblemError `not-found`.
 */
export function sendJob(
  {
    jobs,
    engine,
  }: { readonly jobs: JobParts; readonly engine: { readonly connection: () => ConnectionState } },
  id: JobId,
  whole = false,
): SentJob {
  const view = viewJob({ ...jobs, connection: engine.connection }, id);
  const { template } = view.checklist;
  const digest = hash('sha256', JSON.stringify(template));
  return { ...view, checklist: { ...view.checklist, digest, template: whole ? template : null } };
}

type OwnOf<View extends JobView> = Omit<
  View,
  | 'carFixed'
  | 'discard'
  | 'discardedAt'
  | 'carKeys'
  | 'annotations'
  | 'operations'
  | 'history'
  | 'drafts'
  | 'reportLanguage'
  | 'checklist'
  | keyof JobSummary
> &
  Pick<View, 'kind'>;

function viewInstallation(
  parts: Parts,
  row: JobRow,
  data: DataOf<'installation'>,
  facts: Facts,
): OwnOf<InstallationView> {
  const { sqlite } = parts.database;
  const fitted = boxFacts(sqlite, data);
  return {
    kind: data.kind,
    steps: installationView.shape.steps.parse(withoutDetails(installationStates(data, facts))),
    key: data.key,
    forced: data.forced,
    box: fitted.box,
    label: data.label,
    preflight: fitted.checks,
    group:
      data.group === null ? null : { id: data.group.id ?? boundGroup(sqlite, data), name: data.group.name },
    verification: viewVerification(sqlite, data, parts.clock.now()),
    series: seriesOfJob(sqlite, row, data),
    planned: plannedOfJob(sqlite, row.id),
  };
}

function viewChecklist(
  begun: Readonly<BegunChecklist>,
  data: JobData,
  review: JobReview | null,
): JobView['checklist'] {
  const { template, answers, origins, publication } = begun;
  return {
    template,
    publication,
    kept: data.checklist.begun !== null,
    answers,
    origins,
    carried: data.checklist.carried,
    toExplain: [...toExplain(data, openRework(review))],
    complete: checklistComplete(begun, data),
  };
}

/** The steps as the view has them, with a state each and no further details. */
function withoutDetails(states: StepStates): Record<string, { state: StepState; says: null }> {
  return Object.fromEntries(Object.entries(states).map(([step, state]) => [step, { state, says: null }]));
}

function factsOf(parts: Parts, row: JobRow, data: JobData, begun: Readonly<BegunChecklist>): Facts {
  const { sqlite } = parts.database;
  const restores = data.kind === 'swap' ? restoresOf(sqlite, parts.directory, data, parts.clock.now()) : [];
  const operations = operationsOfJob(sqlite, row.id);
  return {
    data,
    operations,
    reported: reportedOf(sqlite, row.id, operations),
    phases: data.kind === 'removal' ? [] : phasesOf(sqlite, data),
    proof: data.kind === 'removal' ? { state: 'not-needed' } : proofOfJob(sqlite, data, parts.clock.now()),
    finishedAt: row.finished_at,
    connection: parts.connection(),
    checklist: { before: phaseDone(begun, data, 'before'), after: phaseDone(begun, data, 'after') },
    taken:
      data.kind === 'installation' || data.out === null
        ? []
        : revokedAssignmentsOf(sqlite, data.out.operation),
    boxUnchecked: data.kind !== 'removal' && isBoxUnchecked(boxFacts(sqlite, data).checks),
    restorable: restorableCount(restores),
  };
}

/** Null if this laptop itself confirmed every completed operation. */
function reportedOf(sqlite: Sqlite, job: JobId, operations: Facts['operations']): JobSummary['reported'] {
  if (!operations.some((row) => row.state === 'done' && reportedByOf(row) !== null)) return null;
  const { signature, laptop } = originOfTakeOver(sqlite, job) ?? { signature: null, laptop: null };
  return { laptop: laptop ?? '', signature: signature ?? 'unsigned' };
}

function summaryOf(
  sqlite: Sqlite,
  row: JobRow,
  data: JobData,
  stands: JobProgress,
  review: JobReview | null,
): JobSummary {
  const said = review === null ? null : reviewSays(review, stands.status);
  const summary: JobSummary = {
    id: row.id,
    kind: row.kind,
    status: review?.state === 'rework-asked' ? 'needs-person' : stands.status,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    worker: row.worker,
    takenOverBy: lastTakeOver(sqlite, row.id) === 0 ? null : (takerOf(sqlite, row.id) ?? ''),
    car: data.car === null ? null : carOfJob(sqlite, data.car),
    step: stands.step,
    // Blockers of the job are listed first; both need a person.
    says: said === null || stands.problem !== null ? stands.says : said,
    problem: stands.problem,
    unfinished: stands.unfinished,
    awaitingSince: stands.awaitingSince,
    testAccessOpen: stands.testAccessOpen,
    proof: stands.proof,
    boxIn: hasEffect(sqlite, data.kind === 'removal' ? null : data.box?.operation),
    boxOut: hasEffect(sqlite, data.kind === 'installation' ? null : data.out?.operation),
    boxUnchecked: stands.boxUnchecked,
    reported: stands.reported,
    forcedCount: data.forced.length,
    review,
    handedOver: false,
  };
  return isGiven(sqlite, row.id) ? handedOver(sqlite, summary) : summary;
}

/** Whether it was requested, and neither refused nor cancelled. */
function hasEffect(sqlite: Sqlite, operation: OperationId | null | undefined): boolean {
  if (operation === null || operation === undefined) return false;
  const state = readOperation(sqlite, operation)?.state;
  return state !== undefined && state !== 'failed' && state !== 'cancelled';
}

/** The summary of a job that another laptop continues. */
function handedOver(sqlite: Sqlite, summary: JobSummary): JobSummary {
  // The content of a hand-over file is kept for writing it again; a job that another laptop continued has none.
  const isContinued = contentOfGiven(sqlite, summary.id) === undefined;
  const laptop = isContinued ? continuedOn(sqlite, summary.id) : undefined;
  return {
    ...summary,
    status: 'done',
    says: { key: isContinued ? 'jobs.continued-elsewhere' : 'jobs.handed-over', params: {} },
    ...(laptop !== undefined && { continuedOn: laptop }),
    problem: null,
    testAccessOpen: false,
    review: null,
    handedOver: true,
  };
}

/** The effect of the latest review on the job; null if it has none. */
function reviewSays(review: JobReview, status: JobStatus): Sentence | null {
  const reviewer = speakerOf(review);
  switch (review.state) {
    case 'rework-asked':
    case 'rework-begun':
      return review.comment.trim() === ''
        ? { key: 'jobs.rework-uncommented', params: { reviewer } }
        : { key: 'jobs.rework', params: { reviewer, comment: review.comment } };
    case 'rework-done':
      return status === 'done' ? { key: 'jobs.rework-done', params: { reviewer } } : null;
    case 'approved':
      return status === 'done' ? { key: 'jobs.approved', params: { reviewer } } : null;
    case 'reopened':
      return null;
    default:
      return neverReached(review.state);
  }
}

function boundGroup(sqlite: Sqlite, { group }: DataOf<'installation'>) {
  if (group?.createOperation === null || group?.createOperation === undefined) return null;
  const bound = groupId.safeParse(boundValue(sqlite, group.createOperation, 'id'));
  return bound.success ? bound.data : null;
}
