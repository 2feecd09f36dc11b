import { SECOND } from '../../shared/time.ts';
import type { OperatorErrorCode } from './operator-error.ts';
import type { WireAnswer } from './transport.ts';

/** `Date` has whole seconds: on average half a second of it is lost. */
const DATE_HEADER_LOSS_MS = SECOND / 2;

/**
 * Laptop clock minus operator clock in milliseconds, good to about a second; null when the answer does not tell. The
 * operator's `Date` belongs to a moment between sending and receiving, taken to be the middle.
 */
export function clockOffset(answer: WireAnswer): number | null {
  const operatorTime = Date.parse(answer.headers['date'] ?? '');
  if (Number.isNaN(operatorTime)) return null;
  return Math.round((answer.sentAt + answer.receivedAt) / 2 - (operatorTime + DATE_HEADER_LOSS_MS));
}

/** Does the answer come from the operator itself? A portal's or a gateway's clock is no reference. */
export function fromOperator(code: OperatorErrorCode): boolean {
  return (
    code !== 'redirected' &&
    code !== 'proxy-login' &&
    code !== 'unreadable' &&
    code !== 'gateway' &&
    code !== 'unexpected-status'
  );
}

/** How far the laptop's clock is from the operator's, as its answers tell it. */
export interface HeardOffset {
  /** Laptop minus operator, in milliseconds; null = not heard, or no longer true. */
  readonly ms: () => number | null;
  /** An answer came; null = it does not tell. */
  readonly heard: (offsetMs: number | null) => void;
  /** The laptop's clock was moved: nothing is known until the operator answers next. */
  readonly forget: () => void;
}

/** The operator tells whole seconds: less than this is no news. */
const NEWS_MS = 500;

/** `onHeard` is called each time, `onMoved` when it has changed by more than an answer's own vagueness. */
export function createHeardOffset(onHeard: (offsetMs: number) => void, onMoved: () => void): HeardOffset {
  let kept: number | null = null;
  return {
    ms: () => kept,
    heard: (offsetMs) => {
      if (offsetMs === null) return;
      onHeard(offsetMs);
      const moved = kept === null || Math.abs(offsetMs - kept) > NEWS_MS;
      kept = offsetMs;
      if (moved) onMoved();
    },
    forget: () => {
      if (kept === null) return;
      kept = null;
      onMoved();
    },
  };
}
