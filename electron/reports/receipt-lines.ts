import type { JobView } from '../../shared/domain/job.ts';
import type { ConfirmedBy, OperationState, OperationView } from '../../shared/domain/operation.ts';

/** An operation the operator itself confirmed, and how we know. */
export interface ConfirmedLine {
  readonly operation: OperationView;
  readonly by: Exclude<ConfirmedBy, 'person'>;
}

/** The honest receipt: five piles that no line is in twice. */
export interface ReceiptLines {
  /** By its answer, its result or our reading of its records. Oldest first. */
  readonly confirmed: readonly ConfirmedLine[];
  /** Our own records of what was seen at the car: the operator has stored them, and vouches for nothing. */
  readonly stored: readonly OperationView[];
  /** Done by another laptop's word alone. Oldest first. */
  readonly reported: readonly OperationView[];
  /** Done on a person's word alone. */
  readonly byPerson: readonly OperationView[];
  /** Everything else: not sent, not confirmed, failed or given up. Oldest first. */
  readonly open: readonly OperationView[];
}

/** Sorts a job's operations into what is confirmed and what is not. */
export function receiptLines(job: JobView): ReceiptLines {
  const confirmed: ConfirmedLine[] = [];
  const stored: OperationView[] = [];
  const reported: OperationView[] = [];
  const byPerson: OperationView[] = [];
  const open: OperationView[] = [];
  for (const operation of job.operations.toSorted((a, b) => a.updatedAt - b.updatedAt)) {
    const by = operation.confirmedBy;
    if (operation.state === 'done' && operation.reportedBy !== null) reported.push(operation);
    else if (operation.state !== 'done' || by === null) open.push(operation);
    else if (by === 'person') byPerson.push(operation);
    else if (operation.kind === 'create-event') stored.push(operation);
    else confirmed.push({ operation, by });
  }
  return { confirmed, stored, reported, byPerson, open };
}

/** How an unconfirmed operation is marked. */
export type Mark = 'waiting' | 'trouble' | 'given-up';

/** The mark of an operation that is not confirmed. */
export function markOf(state: OperationState): Mark {
  switch (state) {
    case 'blocked':
    case 'failed':
    case 'held':
      return 'trouble';
    case 'cancelled':
      return 'given-up';
    case 'waiting':
    case 'ready':
    case 'sending':
    case 'awaiting-result':
    case 'unknown':
    case 'done':
      return 'waiting';
    default:
      return state satisfies never;
  }
}

/** Has the operator stored our record that the car opened (or closed)? The event's sentence names which. */
export function recordStored(lines: ReceiptLines, what: 'opened' | 'closed'): boolean {
  return lines.stored.some(({ sentence }) => sentence.key === `operations.create-event-${what}`);
}
