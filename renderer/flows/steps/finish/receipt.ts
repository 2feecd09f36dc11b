import type { ConfirmedBy, OperationKind, OperationView } from '../../../../shared/domain/operation.ts';
import type { JobView, StepName } from '../../../../shared/domain/job.ts';
import { latestOperation } from '../../latest-operation.ts';

/** How we know: the operator's word, our own record only, or not yet. */
export type How = ConfirmedBy | 'here' | 'known' | 'pending' | 'trouble' | 'open' | 'skipped';

export type ReceiptSubject =
  'car' | 'key' | 'checklist' | 'box' | 'group' | 'access' | 'opened' | 'closed' | 'removed';

export interface ReceiptLine {
  readonly subject: ReceiptSubject;
  readonly how: How;
}

/** The honest receipt: line by line what the operator confirmed, what is recorded here only, and what is missing. */
export function receipt(job: JobView): readonly ReceiptLine[] {
  const { operations, verification } = job;
  const of = (kind: OperationKind) => latestOperation(operations, kind);
  const ended = (what: 'opened' | 'closed') =>
    operations.findLast(
      (operation) => operation.kind === 'create-event' && operation.sentence.key.endsWith(what),
    ) ?? null;
  const seen = (what: 'opened' | 'closed'): How =>
    verification[what] === null ? 'open' : verification[what] ? howOf(ended(what), 'here') : 'here';
  const left = (step: StepName, how: How): How => (job.steps[step].state === 'skipped' ? 'skipped' : how);
  return [
    { subject: 'car', how: job.car === null ? 'open' : howOf(of('create-car'), 'known') },
    { subject: 'key', how: left('keyfob', job.key === null ? 'open' : 'here') },
    { subject: 'checklist', how: left('fitting', job.checklist.complete ? 'here' : 'open') },
    { subject: 'box', how: job.box === null ? 'open' : howOf(of('install'), 'pending') },
    {
      subject: 'group',
      how: left('group', job.group === null ? 'open' : howOf(of('add-car-to-group'), 'pending')),
    },
    {
      subject: 'access',
      how: verification.phase === 'not-started' ? 'open' : howOf(of('create-assignment'), 'pending'),
    },
    { subject: 'opened', how: seen('opened') },
    { subject: 'closed', how: seen('closed') },
    {
      subject: 'removed',
      how: verification.phase === 'not-started' ? 'open' : howOf(of('delete-assignment'), 'open'),
    },
  ];
}

function howOf(operation: OperationView | null, without: How): How {
  if (operation === null) return without;
  switch (operation.state) {
    case 'done':
      return operation.confirmedBy ?? 'answer';
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
