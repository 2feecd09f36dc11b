import { endedStates } from '../../shared/domain/operation.ts';
import type { ChecklistPhase } from '../../shared/domain/checklist.ts';
import type { JobStatus, JobSummary, StepState } from '../../shared/domain/job.ts';
import { mayOpenCar, type Proof, type VerificationPhase } from '../../shared/domain/proof.ts';
import { type StepName, stepsOf } from '../../shared/domain/job-steps.ts';
import { type ConnectionState, canSend } from '../../shared/domain/status.ts';
import { makeProblem, type Problem, problem as problemSchema, type Sentence } from '../../shared/problem.ts';
import type { Instant } from '../../shared/time.ts';
import { hasStayed, isLeaving } from '../operations/assignments/effects.ts';
import type { OperationRow } from '../db/tables/queue/operations.ts';
import type { RevokedAssignmentRow } from '../db/tables/queue/assignments.ts';
import type { JobData } from './job-data.ts';
import { currentOperations, stepStates, wordsOfStep } from './kinds.ts';

/** The facts from which a job's status is derived. */
export interface Facts {
  readonly data: JobData;
  readonly operations: readonly OperationRow[];
  /** The access state of each test, oldest first. */
  readonly phases: readonly VerificationPhase[];
  /** The result of the tests. */
  readonly proof: Proof;
  readonly finishedAt: Instant | null;
  readonly connection: ConnectionState;
  /** The parts of the checklist without open items. */
  readonly checklist: Readonly<Record<ChecklistPhase, boolean>>;
  /** The accesses that ended with the job's removals. */
  readonly taken: readonly Pick<RevokedAssignmentRow, 'state' | 'ask_at' | 'updated_at' | 'confirmed_by'>[];
  /** Whether a check of the Box is still open. */
  readonly boxUnchecked: boolean;
  /** The laptop on whose report alone one of the operations counts as done; null = none. */
  readonly reported: JobSummary['reported'];
  /** In a swap: the number of accesses that could be recreated and were not chosen. */
  readonly restorable: number;
}

/** One state for each step of a kind. */
export type StepStates = Readonly<Partial<Record<StepName, StepState>>>;

/** The status of a job: one state per step, the next step, the group on Home, and one sentence. */
export interface JobProgress {
  /** The states of the steps of this kind of job. */
  readonly steps: StepStates;
  readonly step: StepName;
  readonly status: JobStatus;
  readonly says: Sentence;
  readonly problem: Problem | null;
  readonly unfinished: number;
  readonly awaitingSince: Instant | null;
  readonly testAccessOpen: boolean;
  readonly proof: Proof;
  readonly boxUnchecked: boolean;
  readonly reported: JobSummary['reported'];
}

interface Pending {
  readonly problem: Problem | null;
  readonly unfinished: number;
  readonly awaiting: number;
  readonly testAccessOpen: boolean;
}

/** Pure: the same facts give the same status. */
export function progressOf(facts: Facts): JobProgress {
  const steps = stepStates(facts);
  const order = stepsOf[facts.data.kind];
  const step = order.find((name) => steps[name] === 'problem') ?? firstOpen(order, steps);
  const unfinished = facts.operations.filter(({ state }) => !endedStates.has(state));
  const problem = problemOfJob(facts);
  const awaiting = unfinished.filter(({ state }) => state === 'awaiting-result');
  const testAccessOpen = facts.phases.some(mayOpenCar);
  const status = statusOf(facts, steps, {
    problem,
    unfinished: unfinished.length,
    awaiting: awaiting.length,
    testAccessOpen,
  });
  return {
    steps,
    step,
    status,
    says: sentenceOf(facts, {
      status,
      step,
      problem,
      unfinished: unfinished.length,
      accessLeft: testAccessOpen && facts.finishedAt !== null,
      unchecked: facts.boxUnchecked,
      open: order.some((name) => steps[name] === 'open'),
    }),
    problem,
    unfinished: unfinished.length,
    awaitingSince: awaiting[0]?.accepted_at ?? leavingSince(facts),
    testAccessOpen,
    proof: facts.proof,
    boxUnchecked: facts.boxUnchecked,
    reported: facts.reported,
  };
}

/**
 * The first step that needs a person; steps that proceed by themselves are skipped. A pending test access precedes the
 * finish, because the car must be tested, or the removal of the access confirmed.
 */
function firstOpen(order: readonly StepName[], steps: StepStates): StepName {
  const open = order.find((name) => steps[name] === 'open') ?? 'finish';
  return open === 'finish' && steps.verify === 'saved' ? 'verify' : open;
}

function problemOfJob(facts: Facts): Problem | null {
  const { data, operations } = facts;
  const current = currentOperations(data);
  // A held operation resumes only when a person acts, so it counts as well, after the operation that caused the hold.
  // The operator may report a refused test access as created later.
  const given =
    data.kind !== 'removal' && facts.phases.at(-1) !== 'failed' ? data.verification?.create : null;
  const isFailure = ({ id, state }: OperationRow) => state === 'failed' && current.has(id) && id !== given;
  const troubled =
    operations.find((row) => row.state === 'blocked' || isFailure(row)) ??
    operations.find((row) => row.state === 'held');
  if (troubled === undefined) return accessesStayed(facts);
  return troubled.problem === null
    ? makeProblem('unexpected')
    : problemSchema.parse(JSON.parse(troubled.problem));
}

/** Accesses that did not end with their Box; reported until the person finishes the job nevertheless. */
function accessesStayed({ taken, finishedAt }: Facts): Problem | null {
  const count = taken.filter(hasStayed).length;
  return count > 0 && finishedAt === null ? makeProblem('access-stayed', { count }) : null;
}

/** Since when the operator owes its report on accesses that end with a Box. */
function leavingSince({ taken }: Facts): Instant | null {
  const since = taken.filter(isLeaving).map(({ updated_at: at }) => at);
  return since.length === 0 ? null : Math.min(...since);
}

function statusOf(
  facts: Facts,
  steps: StepStates,
  { problem, unfinished, awaiting, testAccessOpen }: Pending,
): JobStatus {
  if (problem !== null) return 'needs-person';
  const onItsWay =
    !canSend(facts.connection) && unfinished > awaiting ? 'waiting-for-connection' : 'waiting-for-result';
  if (facts.finishedAt !== null) {
    if (unfinished > 0) return onItsWay;
    if (testAccessOpen) return 'needs-person';
    return leavingSince(facts) === null ? 'done' : 'waiting-for-result';
  }
  if (isUnproven(facts)) return 'needs-person';
  const handsNeeded = stepsOf[facts.data.kind].some((name) => name !== 'finish' && steps[name] === 'open');
  const nothingPending = unfinished === 0 && leavingSince(facts) === null;
  if (handsNeeded || nothingPending) return 'in-progress';
  return onItsWay;
}

/**
 * True when the last test did not prove the car and no decision followed: neither a new test nor a hand-over as not
 * working.
 */
const isUnproven = ({ proof }: Facts): boolean => proof.state === 'unproven' && proof.handedOver === null;

function sentenceOf(
  { data: { kind }, connection, proof, finishedAt, reported }: Facts,
  {
    status,
    step,
    problem,
    unfinished,
    accessLeft,
    unchecked,
    open,
  }: Pick<Pending, 'problem' | 'unfinished'> & {
    readonly status: JobStatus;
    readonly step: StepName;
    readonly accessLeft: boolean;
    readonly unchecked: boolean;
    /** Whether it was finished with open steps. */
    readonly open: boolean;
  },
): Sentence {
  if (problem !== null) return { key: `problems.${problem.code}.says`, params: problem.params };
  if (accessLeft && unfinished === 0) return { key: 'jobs.access-left', params: {} };
  if (proof.state === 'unproven' && (finishedAt === null || status === 'done')) {
    const { why, handedOver } = proof;
    return handedOver === null
      ? { key: `jobs.unproven.${why}`, params: {} }
      : { key: 'jobs.not-working', params: { reason: handedOver } };
  }
  switch (status) {
    case 'done':
      if (reported !== null) {
        return reported.laptop === ''
          ? { key: 'jobs.done-reported-unknown', params: {} }
          : { key: 'jobs.done-reported', params: { laptop: reported.laptop } };
      }
      return { key: open ? 'jobs.done-open' : unchecked ? 'jobs.done-unchecked' : 'jobs.done', params: {} };
    case 'waiting-for-connection': {
      const why = connection.state === 'paused' ? 'waiting-while-paused' : 'waiting-for-connection';
      return { key: `jobs.${why}`, params: { count: unfinished } };
    }
    case 'waiting-for-result':
      return unfinished === 0
        ? { key: 'jobs.waiting-for-accesses', params: {} }
        : { key: 'jobs.waiting-for-result', params: { count: unfinished } };
    case 'in-progress':
    case 'needs-person':
      return {
        key: wordsOfStep(kind, step),
        params: { number: stepsOf[kind].indexOf(step) + 1, of: stepsOf[kind].length },
      };
  }
}
