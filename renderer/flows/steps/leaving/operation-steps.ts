import type { ConfirmedBy, OperationView } from '../../../../shared/domain/operation.ts';
import type { Instant } from '../../../../shared/time.ts';

/** A dated step of an operation, shown the moment it is known. */
export interface OperationEvent {
  readonly at: Instant;
  readonly what: 'requested' | 'sent' | 'accepted' | 'done' | 'told' | 'failed' | 'cancelled';
  readonly confirmedBy: ConfirmedBy | null;
  /** The laptop by whose word alone it ended so. */
  readonly toldBy: string | null;
  readonly raw: string | null;
}

/** An operation as dated steps, read off its attempts and its end. */
export function stepsOfOperation(operation: OperationView): readonly OperationEvent[] {
  const plain = (at: number, what: OperationEvent['what']): OperationEvent => ({
    at,
    what,
    confirmedBy: null,
    toldBy: null,
    raw: null,
  });
  const [first] = operation.history;
  const { state, updatedAt, confirmedBy, toldBy, problem } = operation;
  const end = state === 'done' || state === 'failed' || state === 'cancelled' ? state : null;
  const what: OperationEvent['what'] | null = end === 'done' && toldBy !== null ? 'told' : end;
  return [
    plain(operation.createdAt, 'requested'),
    ...(first === undefined ? [] : [plain(first.startedAt, 'sent')]),
    ...(operation.acceptedAt === null ? [] : [plain(operation.acceptedAt, 'accepted')]),
    ...(what === null ? [] : [{ at: updatedAt, what, confirmedBy, toldBy, raw: problem?.raw ?? null }]),
  ];
}
