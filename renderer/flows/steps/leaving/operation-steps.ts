import type { ConfirmedBy, OperationView } from '../../../../shared/domain/operation.ts';
import type { Instant } from '../../../../shared/time.ts';

/** A dated step of an operation, shown the moment it is known. */
export interface OperationEvent {
  readonly at: Instant;
  readonly what: 'requested' | 'sent' | 'accepted' | 'done' | 'failed' | 'cancelled';
  readonly confirmedBy: ConfirmedBy | null;
  readonly raw: string | null;
}

/** An operation as dated steps, read off its attempts and its end. */
export function stepsOfOperation(operation: OperationView): readonly OperationEvent[] {
  const plain = (at: number, what: OperationEvent['what']): OperationEvent => ({
    at,
    what,
    confirmedBy: null,
    raw: null,
  });
  const [first] = operation.history;
  const { state, updatedAt, confirmedBy, problem } = operation;
  const end = state === 'done' || state === 'failed' || state === 'cancelled' ? state : null;
  return [
    plain(operation.createdAt, 'requested'),
    ...(first === undefined ? [] : [plain(first.startedAt, 'sent')]),
    ...(operation.acceptedAt === null ? [] : [plain(operation.acceptedAt, 'accepted')]),
    ...(end === null ? [] : [{ at: updatedAt, what: end, confirmedBy, raw: problem?.raw ?? null }]),
  ];
}
