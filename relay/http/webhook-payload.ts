import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Environment, CustomerId } from '../../shared/ids.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { createdResult, deletedResult, updatedResult, type ResultKind } from '../../shared/relay/results.ts';
import type { QuarantineReason, ArrivedResult } from '../store/results-store.ts';
import { nestsTooDeep } from '../nesting.ts';
import { neverReached } from '../../shared/never.ts';

/* The anchors of a webhook: by a fast path, else by the schema. A test proves that both read each body alike. */

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Also `application/NAME+json`. A missing content type counts as JSON, and the body decides. */
const JSON_TYPE = /^\s*application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Tests whether the content type of a webhook is JSON. */
export const isJson = (contentType: string | undefined): boolean =>
  JSON_TYPE.test(contentType ?? 'application/json');

/** The names by which a sender may call an environment. */
const MARKERS: Readonly<Record<Environment, RegExp>> = {
  uat: /^\s*(uat|test)\s*$/i,
  prod: /^\s*(prod|production)\s*$/i,
};
/**
 * Tests whether the field `environment` of a body contradicts the environment of the address. The spec does not
 * define that field, so it is optional; if it contradicts, the webhook is quarantined (faults.md 41).
 */
function saysOtherEnvironment(json: unknown, here: Environment): boolean {
  const said = isFields(json) ? json['environment'] : undefined;
  return typeof said === 'string' && MARKERS[here === 'uat' ? 'prod' : 'uat'].test(said);
}

type RefusedPayload = {
  readonly reason: Extract<QuarantineReason, 'payload' | 'foreign-environment'>;
  /** Names of fields, never values. */
  readonly message: string;
};

/**
 * Reads the anchors of a result (spec part 6) from a webhook's body.
 *
 * @param here the environment of the receiving address.
 */
export function readPayload(
  kind: ResultKind,
  here: Environment,
  body: unknown,
): Result<Anchors, RefusedPayload> {
  const json = Buffer.isBuffer(body) ? parseJson(body) : undefined;
  if (json === undefined) return err({ reason: 'payload', message: 'The body is not JSON.' });
  if (nestsTooDeep(json)) return err({ reason: 'payload', message: 'The body is nested too deep.' });
  if (saysOtherEnvironment(json, here)) {
    const message = `The body says that it is not of ${here}: this address takes results of ${here} alone.`;
    return err({ reason: 'foreign-environment', message });
  }
  const plain = isFields(json) ? plainAnchors(kind, json) : null;
  return plain === null ? readBySchema(kind, json) : ok(plain);
}

/** Reads the anchors by the schema, which decides on every body that the fast path leaves open. */
export function readBySchema(kind: ResultKind, json: unknown): Result<Anchors, RefusedPayload> {
  const parsed = payloads[kind].safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const wrong = parsed.error.issues.map((issue) => issue.path.join('.') || 'the body itself');
  const message = `Missing or wrong in the body: ${[...new Set(wrong)].join(', ')}.`;
  return err({ reason: 'payload', message });
}

const anchors = (payload: {
  customerId: Anchors['customerId'];
  checksum: string;
  operationSucceeded: boolean;
}): Omit<Anchors, 'subject'> => ({
  customerId: payload.customerId,
  checksum: payload.checksum,
  succeeded: payload.operationSucceeded,
});

const payloads = {
  created: createdResult.transform((payload): Anchors => ({
    ...anchors(payload),
    subject:
      payload.assignmentId === null
        ? requestSubject([payload.carId, payload.userId, payload.start, payload.end ?? null])
        : `assignment:${payload.assignmentId}`,
  })),
  updated: updatedResult.transform((payload): Anchors => ({
    ...anchors(payload),
    subject: `assignment:${payload.assignmentId}`,
  })),
  deleted: deletedResult.transform((payload): Anchors => ({
    ...anchors(payload),
    subject: `assignment:${payload.assignmentId}`,
  })),
} satisfies Record<ResultKind, z.ZodType<Anchors>>;

/** A failed creation has no assignment, so the request identifies it. */
function requestSubject(request: readonly unknown[]): string {
  return `request:${createHash('sha256').update(JSON.stringify(request)).digest('hex')}`;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}

/** The identity of a result, and its customer. */
export type Anchors = Pick<ArrivedResult, 'customerId' | 'subject' | 'checksum' | 'succeeded'>;

/** A JSON object with unvalidated values. */
type Fields = Readonly<Record<string, unknown>>;
export const isFields = (json: unknown): json is Fields => typeof json === 'object' && json !== null;

/**
 * Fast path: the anchors of a body in the operator's usual form, at a fraction of the cost of the schema. In a burst
 * the schema is most of the cost of a webhook. Null = undecided, and the schema decides, because only it defines the
 * shape. test/unit/relay/plain-payload.test.ts proves with bodies of all kinds that both agree.
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
