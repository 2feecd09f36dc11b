import { SECOND } from '../../shared/time.ts';
import type { OperatorErrorCode } from './operator-error.ts';
import type { WireAnswer } from './transport.ts';

/** `Date` has whole seconds, so half a second is lost on average. */
const DATE_HEADER_LOSS_MS = SECOND / 2;

/**
 * Laptop clock minus operator clock in milliseconds, accurate to about a second; null when the answer has no usable
 * date. The operator's `Date` is assumed to be the midpoint between sending and receiving.
 */
export function clockOffset(answer: WireAnswer): number | null {
  const operatorTime = Date.parse(answer.headers['date'] ?? '');
  if (Number.isNaN(operatorTime)) return null;
  return Math.round((answer.sentAt + answer.receivedAt) / 2 - (operatorTime + DATE_HEADER_LOSS_MS));
}

/** Whether an answer comes from the operator itself: the clock of a portal or a gateway is no reference. */
export function fromOperator(code: OperatorErrorCode): boolean {
  return (
    code !== 'redirected' &&
    code !== 'proxy-login' &&
    code !== 'unreadable' &&
    code !== 'gateway' &&
    code !== 'unexpected-status'
  );
}

/** The laptop's clock offset from the operator, as reported by its answers. */
export interface MeasuredOffset {
  /** Laptop minus operator, in milliseconds; null = not known, or outdated. */
  readonly ms: () => number | null;
  /** Called with each answer's offset; null = none in the answer. */
  readonly measured: (offsetMs: number | null) => void;
  /** The laptop's clock was adjusted: the offset is unknown until the next answer. */
  readonly reset: () => void;
}

/** Threshold of a change: the operator reports whole seconds. */
const CHANGE_THRESHOLD_MS = 500;

/**
 * Creates the measurement. `onMeasured` is called with each answer's offset, `onMoved` when the offset changed by
 * more than an answer's accuracy.
 */
export function createMeasuredOffset(
  onMeasured: (offsetMs: number) => void,
  onMoved: () => void,
): MeasuredOffset {
  let kept: number | null = null;
  return {
    ms: () => kept,
    measured: (offsetMs) => {
      if (offsetMs === null) return;
      onMeasured(offsetMs);
      const moved = kept === null || Math.abs(offsetMs - kept) > CHANGE_THRESHOLD_MS;
      kept = offsetMs;
      if (moved) onMoved();
    },
    reset: () => {
      if (kept === null) return;
      kept = null;
      onMoved();
    },
  };
}
