import type { JobStatus, JobView, StepName, StepState } from '../../shared/domain/job.ts';
import type { ConnectionState } from '../../shared/domain/status.ts';
import { type OperationId } from '../../shared/ids.ts';
import { makeProblem, type Problem, problem as problemSchema, type Sentence } from '../../shared/problem.ts';
import type { Instant } from '../../shared/time.ts';
import type { OperationRow } from '../db/tables/queue/operations.ts';
import type { JobData } from './job-data.ts';

/** Everything a job's standing is derived from. */
export interface Facts {
  readonly data: JobData;
  readonly operations: readonly OperationRow[];
  readonly phase: JobView['verification']['phase'];
  readonly finishedAt: Instant | null;
  readonly connection: ConnectionState;
  readonly checklistComplete: boolean;
}

/** Where a job stands: one state per step, the step to go on with, the group on Home, one sentence. */
export interface Standing {
  readonly steps: Readonly<Record<StepName, StepState>>;
  readonly step: StepName;
  readonly status: JobStatus;
  readonly says: Sentence;
  readonly problem: Problem | null;
  readonly unfinished: number;
  readonly awaitingSince: Instant | null;
  readonly testAccessOpen: boolean;
}

const order: readonly StepName[] = ['car', 'keyfob', 'fitting', 'box', 'group', 'verify', 'finish'];
const ended = new Set(['done', 'failed', 'cancelled']);

/** Pure: the same facts give the same standing. */
export function standingOf(facts: Facts): Standing {
  const steps = stepStates(facts);
  const step = order.find((name) => steps[name] === 'problem') ?? firstOpen(steps);
  const unfinished = facts.operations.filter(({ state }) => !ended.has(state));
  const problem = problemOfJob(facts);
  const awaiting = unfinished.filter(({ state }) => state === 'awaiting-result');
  const testAccessOpen = accessOpen(facts.phase);
  const status = statusOf(facts, steps, problem, unfinished.length, awaiting.length, testAccessOpen);
  return {
    steps,
    step,
    status,
    says: sentenceOf(status, step, problem, unfinished.length, testAccessOpen && facts.finishedAt !== null),
    problem,
    unfinished: unfinished.length,
    awaitingSince: awaiting[0]?.accepted_at ?? null,
    testAccessOpen,
  };
}

function stepStates(facts: Facts): Record<StepName, StepState> {
  const { data, operations } = facts;
  const by: Find = (id) => operations.find((row) => row.id === id);
  const skipped = (step: StepName) => data.skipped.includes(step);
  return {
    car: carStep(data.car, by),
    keyfob: data.key !== null ? 'confirmed' : skipped('keyfob') ? 'skipped' : 'open',
    fitting: facts.checklistComplete ? 'confirmed' : skipped('fitting') ? 'skipped' : 'open',
    box: operationStep(by(data.box?.operation)) ?? 'open',
    group: groupStep(data.group, by) ?? (skipped('group') ? 'skipped' : 'open'),
    verify: verifyStep(facts),
    finish: facts.finishedAt === null ? 'open' : 'confirmed',
  };
}

type Find = (id: OperationId | null | undefined) => OperationRow | undefined;

/** A car of the directory is there; one that was asked for is there when its operation is done. */
function carStep(car: JobData['car'], by: Find): StepState {
  if (car === null) return 'open';
  return car.operation === null ? 'confirmed' : (operationStep(by(car.operation)) ?? 'open');
}

/** Null: no group, or its membership was given up. A new group's own trouble is the step's trouble. */
function groupStep(group: JobData['group'], by: Find): StepState | null {
  const member = operationStep(by(group?.operation));
  if (member === null) return null;
  return operationStep(by(group?.createOperation)) === 'problem' ? 'problem' : member;
}

/** Accepted is never shown as done: only `done` confirms a step. */
function operationStep(row: OperationRow | undefined): StepState | null {
  if (row === undefined || row.state === 'cancelled') return null;
  if (row.state === 'done') return 'confirmed';
  if (row.state === 'blocked' || row.state === 'failed' || row.state === 'held') return 'problem';
  return 'saved';
}

function verifyStep({ data, operations, phase }: Facts): StepState {
  const rows = operations.filter(
    ({ id }) => id === data.verification?.create || id === data.verification?.remove,
  );
  if (rows.some((row) => operationStep(row) === 'problem')) return 'problem';
  // A confirmed test access waits for the person: the car is to be tried, then the access removed.
  if (phase === 'not-started' || phase === 'confirmed') return 'open';
  return phase === 'removed' ? 'confirmed' : 'saved';
}

function accessOpen(phase: Facts['phase']): boolean {
  return phase !== 'not-started' && phase !== 'requested' && phase !== 'failed' && phase !== 'removed';
}

/**
 * A step that needs the person's hands now; what is under way by itself does not. A test access on its way comes before
 * the finish: the car is still to be tried, or its access still to be seen gone.
 */
function firstOpen(steps: Record<StepName, StepState>): StepName {
  const open = order.find((name) => steps[name] === 'open') ?? 'finish';
  return open === 'finish' && steps.verify === 'saved' ? 'verify' : open;
}

function problemOfJob({ data, operations }: Facts): Problem | null {
  const current = new Set([
    data.car?.operation,
    data.box?.operation,
    data.group?.createOperation,
    data.group?.operation,
    data.verification?.create,
    data.verification?.remove,
  ]);
  // What is held goes on only when a person acts, so it counts too, after whatever holds it.
  const troubled =
    operations.find((row) => row.state === 'blocked' || (row.state === 'failed' && current.has(row.id))) ??
    operations.find((row) => row.state === 'held');
  if (troubled === undefined) return null;
  return troubled.problem === null
    ? makeProblem('unexpected')
    : problemSchema.parse(JSON.parse(troubled.problem));
}

function statusOf(
  facts: Facts,
  steps: Record<StepName, StepState>,
  problem: Problem | null,
  unfinished: number,
  awaiting: number,
  testAccessOpen: boolean,
): JobStatus {
  if (problem !== null) return 'needs-person';
  const offline = facts.connection.state === 'offline' || facts.connection.state === 'paused';
  const onItsWay = offline && unfinished > awaiting ? 'waiting-for-connection' : 'waiting-for-result';
  if (facts.finishedAt !== null) {
    if (unfinished > 0) return onItsWay;
    return testAccessOpen ? 'needs-person' : 'done';
  }
  const handsNeeded = order.some((name) => name !== 'finish' && steps[name] === 'open');
  if (handsNeeded || unfinished === 0) return 'in-progress';
  return onItsWay;
}

function sentenceOf(
  status: JobStatus,
  step: StepName,
  problem: Problem | null,
  unfinished: number,
  accessLeft: boolean,
): Sentence {
  if (problem !== null) return { key: `problems.${problem.code}.says`, params: problem.params };
  if (accessLeft && unfinished === 0) return { key: 'jobs.access-left', params: {} };
  switch (status) {
    case 'done':
      return { key: 'jobs.done', params: {} };
    case 'waiting-for-connection':
      return { key: 'jobs.waiting-for-connection', params: { count: unfinished } };
    case 'waiting-for-result':
      return { key: 'jobs.waiting-for-result', params: { count: unfinished } };
    case 'in-progress':
    case 'needs-person':
      return { key: `jobs.step.${step}`, params: { number: order.indexOf(step) + 1, of: order.length } };
  }
}
