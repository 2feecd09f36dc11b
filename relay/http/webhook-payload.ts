import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { err, ok, type Result } from '../../shared/result.ts';
import { createdResult, deletedResult, updatedResult, type ResultKind } from '../../shared/relay/webhooks.ts';
import type { ArrivedResult } from '../store/results-store.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Also `application/NAME+json`; a sender that names none is taken to mean JSON, and the body decides. */
const JSON_TYPE = /^\s*application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Whether a webhook says that it is JSON. */
export const isJson = (contentType: string | undefined): boolean =>
  JSON_TYPE.test(contentType ?? 'application/json');

type Anchors = Pick<ArrivedResult, 'customerId' | 'subject' | 'checksum' | 'succeeded'>;

/**
 * The anchors of a result (spec part 6) as read from a webhook's body.
 *
 * @returns the anchors, or the reason why the body is refused: names of fields, never values.
 */
export function readPayload(kind: ResultKind, body: unknown): Result<Anchors, string> {
  const json = Buffer.isBuffer(body) ? parseJson(body) : undefined;
  if (json === undefined) return err('The body is not JSON.');
  const parsed = payloads[kind].safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const wrong = parsed.error.issues.map((issue) => issue.path.join('.') || 'the body itself');
  return err(`Missing or wrong in the body: ${[...new Set(wrong)].join(', ')}.`);
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

/** A failed creation has no assignment: what was asked for stands in. */
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
