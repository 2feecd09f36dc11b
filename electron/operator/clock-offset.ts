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
