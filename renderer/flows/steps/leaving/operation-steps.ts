import type { ConfirmedBy, OperationView } from '../../../../shared/domain/operation.ts';
import type { Instant } from '../../../../shared/time.ts';

/** A dated step of an operation. */
export interface OperationEvent {
  readonly at: Instant;
  readonly what: 'requested' | 'sent' | 'accepted' | 'done' | 'reported' | 'failed' | 'cancelled';
  readonly confirmedBy: ConfirmedBy | null;
  /** The laptop that alone reported this end. */
  readonly reportedBy: string | null;
  readonly raw: string | null;
}

/** Derives the dated steps of an operation from its attempts and its end. */
export function stepsOfOperation(operation: OperationView): readonly OperationEvent[] {
  const plain = (at: number, what: OperationEvent['what']): OperationEvent => ({
    at,
    what,
    confirmedBy: null,
    reportedBy: null,
    raw: null,
  });
  const [first] = operation.history;
  const { state, updatedAt, confirmedBy, reportedBy, problem } = operation;
  const end = state === 'done' || state === 'failed' || state === 'cancelled' ? state : null;
  const what: OperationEvent['what'] | null = end === 'done' && reportedBy !== null ? 'reported' : end;
  return [
    plain(operation.createdAt, 'requested'),
    ...(first === undefined ? [] : [plain(first.startedAt, 'sent')]),
    ...(operation.acceptedAt === null ? [] : [plain(operation.acceptedAt, 'accepted')]),
    ...(what === null ? [] : [{ at: updatedAt, what, confirmedBy, reportedBy, raw: problem?.raw ?? null }]),
  ];
}
