import type { OperatorError } from './operator-error.ts';

/**
 * Whether an assumed call may simply not exist in this environment: a 404, an unreadable answer, or a server that
 * says so outright (405, 501). A 404 may also mean that the resource in the path is gone: the caller tells them apart.
 */
export function soundsNotOffered(error: OperatorError): boolean {
  return error.code === 'unreadable' || refusesToOffer(error);
}

/**
 * The same of a look on which a second sending may depend. A page in place of one answer is more likely that of a network that
 * wants a login than the operator's (faults.md 24), whatever its status, so it is believed only when the looks before came to nothing too
 * (docs/decisions/0008-pages-are-not-believed.md).
 */
export function isNotOffered(error: OperatorError, looksInVain: number): boolean {
  return error.code === 'unreadable' ? looksInVain >= PAGES_NOT_BELIEVED : refusesToOffer(error);
}

/** Between two looks a read that every environment offers has got through, or the queue would not have looked again. */
const PAGES_NOT_BELIEVED = 3;

function refusesToOffer({ code, status }: OperatorError): boolean {
  if (code === 'customer-gone') return false;
  return status === 404 || status === 405 || status === 501;
}
