import type { ConfirmedBy, OperationKind, OperationView } from '../../../../shared/domain/operation.ts';
import {
  type InstallationView,
  type JobView,
  stateOf,
  type StepState,
  type SwapView,
  type ViewOf,
} from '../../../../shared/domain/job.ts';
import { checklistPhase } from '../../../../shared/domain/checklist.ts';
import { checklistStep, type InstallationStep, type StepName } from '../../../../shared/domain/job-steps.ts';
import type { AccessFate } from '../../../../shared/domain/job-removal.ts';
import { neverReached } from '../../../../shared/never.ts';
import { latestOperation } from '../../flow-steps.ts';

/** The evidence of a line: the operator's confirmation, another laptop's report, this app's own record, or none yet. */
export type How =
  | ConfirmedBy
  | 'reported'
  | 'unchecked'
  | 'events'
  | 'stored'
  | 'here'
  | 'known'
  | 'pending'
  | 'trouble'
  | 'open'
  | 'skipped'
  /** No work was needed. */
  | 'not-needed';

export type ReceiptSubject =
  | 'car'
  | 'key'
  | 'checklist'
  | 'box'
  | 'group'
  | 'access'
  | 'opened'
  | 'closed'
  | 'removed'
  | 'oldBox'
  | 'reason'
  | 'taken'
  | 'newBox'
  | 'restored';

export interface ReceiptLine {
  readonly subject: ReceiptSubject;
  readonly how: How;
}

const stepsOfSubject: Readonly<Record<ReceiptSubject, readonly StepName[]>> = {
  car: ['car'],
  key: ['keyfob'],
  checklist: ['before', 'fitting', 'checks'],
  box: ['box'],
  group: ['group'],
  access: ['verify'],
  opened: ['verify'],
  closed: ['verify'],
  removed: ['verify'],
  oldBox: ['old-box', 'take-out', 'exchange'],
  reason: ['take-out', 'exchange'],
  taken: ['losses', 'take-out', 'exchange'],
  newBox: ['box', 'exchange'],
  restored: ['restore'],
};

/** The lines of the receipt that are about one step. */
export const subjectsOf = (job: JobView, step: StepName): readonly ReceiptLine[] =>
  receipt(job).filter(({ subject }) => stepsOfSubject[subject].includes(step));

/**
 * The receipt: line by line, it separates what the operator confirmed, what is recorded only here, and what is missing.
 */
export function receipt(job: JobView): readonly ReceiptLine[] {
  switch (job.kind) {
    case 'installation':
      return installed(job);
    case 'removal':
      return [carLine(job), ...leaving(job, 'take-out'), checklistLine(job)];
    case 'swap':
      return swapped(job);
    default:
      return neverReached(job);
  }
}

function installed(job: InstallationView): readonly ReceiptLine[] {
  const left = (step: InstallationStep, how: How): How =>
    job.steps[step].state === 'skipped' ? 'skipped' : how;
  return [
    carLine(job),
    { subject: 'key', how: left('keyfob', job.key === null ? 'open' : 'here') },
    checklistLine(job),
    { subject: 'box', how: job.box === null ? 'open' : boxHow(job, howOf(of(job, 'install'), 'pending')) },
    {
      subject: 'group',
      how: left('group', job.group === null ? 'open' : howOf(of(job, 'add-car-to-group'), 'pending')),
    },
    ...tried(job, of(job, 'create-assignment')),
  ];
}

/** Confirmed by the operator, but never compared with the Box that the car needs. */
const boxHow = ({ boxUnchecked }: JobView, how: How): How =>
  boxUnchecked && (how === 'answer' || how === 'result' || how === 'query') ? 'unchecked' : how;

/** A checklist with one part left out counts as left out. */
function checklistLine(job: JobView): ReceiptLine {
  const isLeftOut = checklistPhase.options.some(
    (phase) => stateOf(job, checklistStep(job.kind, phase)) === 'skipped',
  );
  return { subject: 'checklist', how: isLeftOut ? 'skipped' : job.checklist.complete ? 'here' : 'open' };
}

function swapped(job: SwapView): readonly ReceiptLine[] {
  const again = job.restores.flatMap(({ operation }) => (operation === null ? [] : [operation]));
  const test = job.operations.find(
    ({ kind, sentence }) => kind === 'create-assignment' && sentence.key === 'operations.create-assignment',
  );
  return [
    carLine(job),
    ...leaving(job, 'exchange'),
    { subject: 'newBox', how: boxHow(job, howOf(of(job, 'install'), 'open')) },
    checklistLine(job),
    { subject: 'restored', how: restoredHow(again, job.steps.restore.state) },
    ...tried(job, test ?? null),
  ];
}

function restoredHow(
  again: readonly NonNullable<SwapView['restores'][number]['operation']>[],
  restore: StepState,
): How {
  if (again.length === 0) return restore === 'not-needed' || restore === 'open' ? restore : 'skipped';
  if (again.some(({ state }) => state === 'blocked' || state === 'failed' || state === 'held'))
    return 'trouble';
  if (again.some(({ state }) => state !== 'done')) return 'pending';
  if (again.some(({ reportedBy }) => reportedBy !== null)) return 'reported';
  return again.find(({ confirmedBy }) => confirmedBy !== 'result')?.confirmedBy ?? 'result';
}

const of = (job: JobView, kind: OperationKind) => latestOperation(job.operations, kind);

function carLine(job: JobView): ReceiptLine {
  return { subject: 'car', how: job.car === null ? 'open' : howOf(of(job, 'create-car'), 'known') };
}

/** The Box that left, the reason, and whether every access is known to be removed. */
function leaving(job: ViewOf<'removal' | 'swap'>, step: 'take-out' | 'exchange'): readonly ReceiptLine[] {
  const { removal } = job;
  const out = howOf(of(job, 'uninstall'), 'open');
  const taken = stateOf(job, step) === 'open' ? 'open' : takenHow(removal.accesses, out);
  return [
    { subject: 'oldBox', how: out },
    { subject: 'reason', how: removal.reason === null ? 'open' : 'here' },
    { subject: 'taken', how: taken },
  ];
}

/** The evidence for the accesses: the weakest of any of them; without accesses, that of the removal. */
function takenHow(accesses: readonly AccessFate[], out: How): How {
  if (accesses.some(({ fate }) => fate === 'stayed')) return 'trouble';
  if (accesses.some(({ fate }) => fate !== 'gone' && fate !== 'ended-before')) return 'pending';
  if (accesses.some(({ fate, goneBy }) => fate === 'gone' && goneBy === null)) return 'reported';
  if (accesses.some(({ goneBy }) => goneBy === 'query')) return 'query';
  return accesses.some(({ goneBy }) => goneBy === 'result') ? 'result' : out;
}

/** The test access and the observations made with it. */
function tried(job: ViewOf<'installation' | 'swap'>, access: OperationView | null): readonly ReceiptLine[] {
  const { operations, verification } = job;
  const ended = (what: 'opened' | 'closed') =>
    operations.findLast(
      (operation) => operation.kind === 'create-event' && operation.sentence.key.endsWith(what),
    ) ?? null;
  // An event of an opening is this app's own record, so storing it confirms nothing.
  const seen = (what: 'opened' | 'closed'): How => {
    if (verification[what] === null) return 'open';
    if (!verification[what]) return 'trouble';
    if (verification.operatorEvents !== null && verification.operatorEvents[what] !== null) return 'events';
    const record = ended(what);
    if (record?.state !== 'done') return 'here';
    return record.reportedBy === null ? 'stored' : 'reported';
  };
  const begun = verification.phase !== 'not-started';
  return [
    { subject: 'access', how: begun ? howOf(access, 'pending') : 'open' },
    { subject: 'opened', how: seen('opened') },
    { subject: 'closed', how: seen('closed') },
    { subject: 'removed', how: begun ? howOf(of(job, 'delete-assignment'), 'open') : 'open' },
  ];
}

function howOf(operation: OperationView | null, without: How): How {
  if (operation === null) return without;
  switch (operation.state) {
    case 'done':
      return operation.reportedBy === null ? (operation.confirmedBy ?? 'answer') : 'reported';
    case 'blocked':
    case 'failed':
      return 'trouble';
    case 'cancelled':
      return 'open';
    case 'waiting':
    case 'ready':
    case 'sending':
    case 'awaiting-result':
    case 'unknown':
    case 'held':
      return 'pending';
  }
}
