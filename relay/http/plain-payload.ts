import type { CustomerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import type { ResultKind } from '../../shared/relay/webhooks.ts';
import type { ArrivedResult } from '../store/results-store.ts';

/** The identity of a result, and its customer. */
export type Anchors = Pick<ArrivedResult, 'customerId' | 'subject' | 'checksum' | 'succeeded'>;

/** A JSON object with whatever it holds. */
export type Fields = Readonly<Record<string, unknown>>;
export const isFields = (json: unknown): json is Fields => typeof json === 'object' && json !== null;

/**
 * The anchors of a body in which everything is as the operator usually writes it, at a fraction of the schema's price: in a burst
 * that is most of what a webhook costs here. Null says nothing: then the schema decides, which is the one that knows the shape.
 * That this never says anything else than the schema is proven with bodies of all kinds (test/unit/relay/plain-payload.test.ts).
 */
export function plainAnchors(kind: ResultKind, fields: Fields): Anchors | null {
  const { checksum, assignmentId, customerId, operationSucceeded, errorMessage } = fields;
  if (
    typeof checksum !== 'string' ||
    !isId(assignmentId) ||
    !isCustomerId(customerId) ||
    typeof operationSucceeded !== 'boolean' ||
    !isTextOrNone(errorMessage) ||
    !isPlainRest(kind, fields)
  ) {
    return null;
  }
  return { customerId, checksum, succeeded: operationSucceeded, subject: `assignment:${assignmentId}` };
}

function isPlainRest(kind: ResultKind, { carId, userId, start, end, updateData }: Fields): boolean {
  switch (kind) {
    case 'created':
      return isId(carId) && isId(userId) && typeof start === 'string' && isTextOrNone(end);
    case 'updated':
      return updateData === undefined || updateData === null || isPatch(updateData);
    case 'deleted':
      return true;
    default:
      return neverReached(kind);
  }
}

const isPatch = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (change: unknown) =>
      isFields(change) &&
      !Array.isArray(change) &&
      typeof change['op'] === 'string' &&
      typeof change['path'] === 'string',
  );

const isTextOrNone = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'string';

/** An id of the operator that came as a number. */
const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 2_147_483_647;

const isCustomerId = (value: unknown): value is CustomerId => isId(value);
