import {
  checklistStep,
  type JobKind,
  type StepName,
  type InstallationStep,
  type RemovalStep,
  type SwapStep,
} from '../../shared/domain/job-steps.ts';
import type { OperationId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import type { StepState } from '../../shared/domain/job.ts';
import { hasStayed, isLeaving } from '../operations/assignments/effects.ts';
import type { Sqlite } from '../db/open.ts';
import { type OperationRow, readOperation, reportedByOf } from '../db/tables/queue/operations.ts';
import type { JobData, InstallationData, RemovalData, SwapData, DataOf } from './job-data.ts';
import type { Facts, StepStates } from './progress.ts';

/* The only module that distinguishes the kinds of jobs: their differences, then the step states of each kind. */

/** One state per step of the job's kind. */
export function stepStates(facts: Facts): StepStates {
  const { data } = facts;
  switch (data.kind) {
    case 'installation':
      return installationStates(data, facts);
    case 'removal':
      return removalStates(data, facts);
    case 'swap':
      return swapStates(data, facts);
    default:
      return neverReached(data);
  }
}

/** The operations of decisions that were not replaced. */
export function currentOperations(data: JobData): ReadonlySet<OperationId | null | undefined> {
  switch (data.kind) {
    case 'installation':
      return new Set(installationOperations(data));
    case 'removal':
      return new Set(removalOperations(data));
    case 'swap':
      return new Set(swapOperations(data));
    default:
      return neverReached(data);
  }
}

/** True when anything depends on the car, so that it cannot be replaced. */
export function isCarInUse(data: JobData, by: Find): boolean {
  switch (data.kind) {
    case 'installation':
      return data.box !== null || data.group !== null || data.verification !== null;
    case 'removal':
    case 'swap':
      return operationStep(by(data.out?.operation)) !== null;
    default:
      return neverReached(data);
  }
}

/** True while the removal of the old Box counts. A cancelled or refused one may be decided again. */
export function isOutDecided({ out }: Pick<DataOf<'removal' | 'swap'>, 'out'>, by: Find): boolean {
  const state = by(out?.operation)?.state;
  return out !== null && state !== 'cancelled' && state !== 'failed';
}

/** The job with another car. The checks of its Boxes are cleared, because they applied to the previous car. */
export function withCar(data: JobData, car: NonNullable<JobData['car']>): JobData {
  switch (data.kind) {
    case 'installation':
      return { ...data, car };
    case 'removal':
      return { ...data, car, oldBox: null, losses: null, out: null };
    case 'swap':
      // The label still belongs to the Box in hand.
      return {
        ...data, car, oldBox: null, losses: null, out: null, box: null, label: data.label ?? data.box?.label ?? null,
      }; // prettier-ignore
    default:
      return neverReached(data);
  }
}

/** The text of the next act; it differs by kind where the same step has another meaning. */
export function wordsOfStep(kind: JobKind, step: StepName): string {
  const own = step === 'car' || step === 'box' || step === 'finish';
  return own && kind !== 'installation' ? `jobs.step.${kind}-${step}` : `jobs.step.${step}`;
}

/** One state per step of an installation. */
export function installationStates(
  data: InstallationData,
  facts: Facts,
): Readonly<Record<InstallationStep, StepState>> {
  const by = finderIn(facts);
  const skipped = (step: InstallationStep) => data.skipped.includes(step);
  return {
    car: carStep(data.car, by),
    keyfob: data.key !== null ? 'confirmed' : skipped('keyfob') ? 'skipped' : 'open',
    before: facts.checklist.before ? 'confirmed' : skipped('before') ? 'skipped' : 'open',
    box: boxStep(by(data.box?.operation), facts) ?? 'open',
    fitting: answersStep(data, facts),
    group: groupStep(data.group, by) ?? (skipped('group') ? 'skipped' : 'open'),
    verify: verifyStep(data, facts),
    finish: facts.finishedAt === null ? 'open' : 'confirmed',
  };
}

/** The part of the checklist after the Box, which every kind of job has. */
function answersStep({ kind, skipped }: JobData, { checklist }: Facts): StepState {
  if (checklist.after) return 'confirmed';
  return skipped.includes(checklistStep(kind, 'after')) ? 'skipped' : 'open';
}

/** Null: no group, or its membership was cancelled. A problem of a new group is shown at the step. */
function groupStep(group: InstallationData['group'], by: Find): StepState | null {
  const member = operationStep(by(group?.operation));
  if (member === null) return null;
  return operationStep(by(group?.createOperation)) === 'problem' ? 'problem' : member;
}

/** The operations of decisions that were not replaced. */
function installationOperations(data: InstallationData): readonly (OperationId | null | undefined)[] {
  return [
    data.car?.operation,
    data.box?.operation,
    data.group?.createOperation,
    data.group?.operation,
    ...testOperations(data),
  ];
}

/** One state per step of a removal. */
export function removalStates(data: RemovalData, facts: Facts): Readonly<Record<RemovalStep, StepState>> {
  const by = finderIn(facts);
  return {
    car: carStep(data.car, by),
    'old-box': data.oldBox === null ? 'open' : 'confirmed',
    losses: data.losses === null ? 'open' : 'confirmed',
    'take-out': removalStep(by(data.out?.operation), facts.taken) ?? 'open',
    checks: answersStep(data, facts),
    finish: facts.finishedAt === null ? 'open' : 'confirmed',
  };
}

/** The operations of decisions that were not replaced. */
function removalOperations({ out }: RemovalData): readonly (OperationId | undefined)[] {
  return [out?.operation];
}

/** One state per step of a swap. */
export function swapStates(data: SwapData, facts: Facts): Readonly<Record<SwapStep, StepState>> {
  const by = finderIn(facts);
  const out = removalStep(by(data.out?.operation), facts.taken);
  const fitted = operationStep(by(data.box?.operation));
  return {
    car: carStep(data.car, by),
    'old-box': data.oldBox === null ? 'open' : 'confirmed',
    losses: data.losses === null ? 'open' : 'confirmed',
    // Without a key, the new Box must have the variant of the old one.
    keyfob: data.key === null ? 'not-needed' : 'confirmed',
    // Once the removal is decided, a Box without an installation was refused at a take-over: a person chooses another.
    box:
      boxStep(by(data.box?.operation), facts) ??
      (data.box === null || isOutDecided(data, by) ? 'open' : 'saved'),
    exchange: exchangeStep(out, fitted),
    restore: restoreStep(data, facts, out !== null),
    checks: answersStep(data, facts),
    verify: verifyStep(data, facts),
    finish: facts.finishedAt === null ? 'open' : 'confirmed',
  };
}

/** Both Boxes: the old one removed with all its accesses, the new one installed. */
function exchangeStep(out: StepState | null, fitted: StepState | null): StepState {
  if (out === null) return 'open';
  if (out === 'problem' || fitted === 'problem') return 'problem';
  const isConfirmed = (state: StepState | null) => state === 'confirmed' || state === 'reported';
  if (!isConfirmed(out) || !isConfirmed(fitted)) return 'saved';
  return out === 'reported' || fitted === 'reported' ? 'reported' : 'confirmed';
}

function restoreStep(data: SwapData, facts: Facts, decided: boolean): StepState {
  const by = finderIn(facts);
  const chosen = newestRestores(data).flatMap(({ operation }) => operationStep(by(operation)) ?? []);
  if (chosen.includes('problem')) return 'problem';
  if (chosen.includes('saved')) return 'saved';
  if (chosen.length > 0) return chosen.includes('reported') ? 'reported' : 'confirmed';
  if (data.skipped.includes('restore')) return 'skipped';
  return decided && facts.restorable === 0 ? 'not-needed' : 'open';
}

/** The newest attempt for each chosen access. */
export function newestRestores({ restores }: Pick<SwapData, 'restores'>): SwapData['restores'] {
  return restores.filter(({ key }, index) => !restores.slice(index + 1).some((later) => later.key === key));
}

/** The operations of decisions that were not replaced. */
function swapOperations(data: SwapData): readonly (OperationId | null | undefined)[] {
  return [
    data.out?.operation,
    data.box?.operation,
    ...newestRestores(data).map(({ operation }) => operation),
    ...testOperations(data),
  ];
}

/** An operation of the job by its id. */
type Find = (id: OperationId | null | undefined) => OperationRow | undefined;

/** Finds operations in the queue as it is stored. */
export const finderInQueue =
  (sqlite: Sqlite): Find =>
  (id) =>
    typeof id === 'string' ? readOperation(sqlite, id) : undefined;

/** Finds operations among the facts of a view. */
export const finderIn =
  ({ operations }: Pick<Facts, 'operations'>): Find =>
  (id) =>
    operations.find((row) => row.id === id);

/** A car of the directory exists. A requested car exists once its operation is done. */
function carStep(car: JobData['car'], by: Find): StepState {
  if (car === null) return 'open';
  return car.operation === null ? 'confirmed' : (operationStep(by(car.operation)) ?? 'open');
}

/**
 * Accepted is never shown as done: only `done` confirms a step, and a report of another laptop does not. Null: no
 * operation exists, or it was cancelled.
 */
function operationStep(row: OperationRow | undefined): StepState | null {
  if (row === undefined || row.state === 'cancelled') return null;
  if (row.state === 'done') return reportedByOf(row) === null ? 'confirmed' : 'reported';
  if (row.state === 'blocked' || row.state === 'failed' || row.state === 'held') return 'problem';
  return 'saved';
}

/** The Box is installed, but confirmed only if it was compared with the car's needs. Null as for `operationStep`. */
function boxStep(
  row: OperationRow | undefined,
  { boxUnchecked }: Pick<Facts, 'boxUnchecked'>,
): StepState | null {
  const state = operationStep(row);
  return state === 'confirmed' && boxUnchecked ? 'unchecked' : state;
}

/**
 * The test of a job that has one. Confirmed only when a test access was created, the car opened and closed, and the access
 * was removed again.
 */
function verifyStep(
  data: Pick<DataOf<'installation' | 'swap'>, 'verification' | 'earlierTests'>,
  { operations, proof, phases }: Pick<Facts, 'operations' | 'proof' | 'phases'>,
): StepState {
  const counts = new Set(testOperations(data));
  const states = operations.flatMap((row) => (counts.has(row.id) ? (operationStep(row) ?? []) : []));
  if (states.includes('problem')) return 'problem';
  switch (proof.state) {
    case 'not-needed':
    case 'not-tested':
    // The access waits for a person, who tests the car and then removes the access.
    case 'to-try':
      return 'open';
    case 'under-way':
      return 'saved';
    case 'to-remove':
      return phases.at(-1) === 'confirmed' ? 'open' : 'saved';
    case 'proven':
      return states.includes('reported') ? 'reported' : 'confirmed';
    case 'unproven':
      return proof.handedOver === null ? 'problem' : 'not-working';
    default:
      return neverReached(proof);
  }
}

/** The newest test, and the removal of each earlier access: the parts of the tests that may block the job. */
function testOperations({
  verification,
  earlierTests,
}: Pick<DataOf<'installation' | 'swap'>, 'verification' | 'earlierTests'>): readonly (
  OperationId | null | undefined
)[] {
  return [verification?.create, verification?.remove, ...earlierTests.map(({ remove }) => remove)];
}

/** A removal is complete when its Box is out and the end of every related access is confirmed. */
function removalStep(row: OperationRow | undefined, taken: Facts['taken']): StepState | null {
  const out = operationStep(row);
  if (out !== 'confirmed' && out !== 'reported') return out;
  if (taken.some(hasStayed)) return 'problem';
  if (taken.some(isLeaving)) return 'saved';
  return taken.some(({ confirmed_by: by }) => by === null) ? 'reported' : out;
}
