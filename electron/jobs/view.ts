import type { JobCar, JobSummary, JobView } from '../../shared/domain/job.ts';
import type { ConnectionState } from '../../shared/domain/status.ts';
import { carId, groupId, type JobId } from '../../shared/ids.ts';
import type { Sentence } from '../../shared/problem.ts';
import { DAY } from '../../shared/time.ts';
import type { Sqlite } from '../db/open.ts';
import { boundValue } from '../db/tables/queue/bindings.ts';
import { draftsOf, type JobRow, jobsForHome } from '../db/tables/queue/jobs.ts';
import { latestReview } from '../db/tables/queue/reviews.ts';
import { logOfJob } from '../db/tables/queue/log-entries.ts';
import { operationsOfJob, type OperationRow } from '../db/tables/queue/operations.ts';
import { viewOperation } from '../queue/views.ts';
import { loadJob } from './change.ts';
import { historyOf } from './history.ts';
import { type JobData, jobData } from './job-data.ts';
import type { JobParts } from './parts.ts';
import { type Standing, standingOf } from './standing.ts';
import { checklistComplete, checklistOf } from './job-checklist.ts';
import { viewVerification } from './verification-view.ts';

type Parts = Pick<JobParts, 'database' | 'directory' | 'clock' | 'checklists'> & {
  readonly connection: () => ConnectionState;
};

/** What Home shows: unfinished jobs, jobs with work on its way, those to be looked at again, and what the last day finished. */
export function listJobs(parts: Parts): readonly JobSummary[] {
  const { sqlite } = parts.database;
  return jobsForHome(sqlite, parts.clock.now() - DAY).map((row) => {
    const data = jobData.parse(JSON.parse(row.data));
    const operations = operationsOfJob(sqlite, row.id);
    return summaryOf(sqlite, row, data, standing(parts, row, data, operations));
  });
}

/** One job, whole. ProblemError `not-found`. */
export function viewJob(parts: Parts, id: JobId): JobView {
  const { sqlite } = parts.database;
  const { row, data } = loadJob(sqlite, id);
  const operations = operationsOfJob(sqlite, id);
  const stands = standing(parts, row, data, operations);
  const { template, answers } = checklistOf(parts, data);
  const step = (name: keyof Standing['steps']) => ({ state: stands.steps[name], says: null });
  return {
    ...summaryOf(sqlite, row, data, stands),
    steps: {
      car: step('car'),
      keyfob: step('keyfob'),
      fitting: step('fitting'),
      box: step('box'),
      group: step('group'),
      verify: step('verify'),
      finish: step('finish'),
    },
    key: data.key,
    checklist: {
      template,
      kept: data.checklist.begun !== null,
      answers,
      complete: checklistComplete(parts, data),
    },
    forced: data.forced,
    box: data.box,
    preflight: data.box?.checks ?? [],
    group:
      data.group === null ? null : { id: data.group.id ?? boundGroup(sqlite, data), name: data.group.name },
    verification: viewVerification(sqlite, data.verification),
    operations: operations.map((operation) => viewOperation(sqlite, operation)),
    history: [...historyOf(logOfJob(sqlite, id))],
    drafts: Object.fromEntries(draftsOf(sqlite, id)),
  };
}

function standing(parts: Parts, row: JobRow, data: JobData, operations: readonly OperationRow[]): Standing {
  return standingOf({
    data,
    operations,
    phase: viewVerification(parts.database.sqlite, data.verification).phase,
    finishedAt: row.finished_at,
    connection: parts.connection(),
    // A key chosen later may bring new questions.
    checklistComplete: data.checklist.completedAt !== null && checklistComplete(parts, data),
  });
}

function summaryOf(sqlite: Sqlite, row: JobRow, data: JobData, stands: Standing): JobSummary {
  const rework = reworkOf(sqlite, row.id);
  // What keeps the job from going on comes first; both need somebody.
  const says = rework === null || stands.problem !== null ? stands.says : reworkSays(rework);
  return {
    id: row.id,
    kind: row.kind,
    status: rework === null ? stands.status : 'needs-person',
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    worker: row.worker,
    car: data.car === null ? null : carOfJob(sqlite, data.car),
    step: stands.step,
    says,
    problem: stands.problem,
    unfinished: stands.unfinished,
    awaitingSince: stands.awaitingSince,
    testAccessOpen: stands.testAccessOpen,
    forcedCount: data.forced.length,
    rework,
  };
}

function reworkOf(sqlite: Sqlite, job: JobId): JobSummary['rework'] {
  const review = latestReview(sqlite, job);
  if (review?.verdict !== 'rework') return null;
  return { reviewer: review.reviewer, comment: review.comment, at: review.received_at };
}

const reworkSays = ({ reviewer, comment }: NonNullable<JobSummary['rework']>): Sentence =>
  comment.trim() === ''
    ? { key: 'jobs.rework-uncommented', params: { reviewer } }
    : { key: 'jobs.rework', params: { reviewer, comment } };

/** A job's car, with the id that the operator has given it since. */
export function carOfJob(sqlite: Sqlite, { operation, ...car }: NonNullable<JobData['car']>): JobCar {
  if (operation === null) return car;
  const bound = carId.safeParse(boundValue(sqlite, operation, 'id'));
  return { ...car, id: bound.success ? bound.data : null };
}

function boundGroup(sqlite: Sqlite, { group }: JobData) {
  if (group?.createOperation === null || group?.createOperation === undefined) return null;
  const bound = groupId.safeParse(boundValue(sqlite, group.createOperation, 'id'));
  return bound.success ? bound.data : null;
}
