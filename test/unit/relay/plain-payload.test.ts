import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFields, plainAnchors } from '../../../relay/http/plain-payload.ts';
import { readBySchema } from '../../../relay/http/webhook-payload.ts';
import { resultKind } from '../../../shared/relay/webhooks.ts';
import { webhookBody } from '../../integration/relay/webhooks.ts';

const kinds = fc.constantFrom(...resultKind.options);
const FIELDS = [
  'checksum',
  'assignmentId',
  'customerId',
  'operationSucceeded',
  'errorMessage',
  'carId',
  'userId',
  'start',
  'end',
  'updateData',
  'lifetime',
] as const;

/** Values near what is right, and anything at all. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    '',
    '4711',
    '12345678901',
    -1,
    -0,
    1.5,
    2 ** 31 - 1,
    2 ** 31,
  ),
  fc.constantFrom<unknown>([], [{}], [{ op: 'add', path: '/end' }], [{ op: 'add', path: 1 }], [[]], [null]),
  fc.nat(),
  fc.string(),
  fc.jsonValue(),
);
const changes = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 3 });

describe('the anchors of a plain body', () => {
  it.each(resultKind.options)('are found in what the operator usually posts: %s', (kind) => {
    const fields: unknown = JSON.parse(webhookBody(kind));
    expect(isFields(fields) ? plainAnchors(kind, fields) : null).not.toBeNull();
  });

  it('are those that the schema finds, whatever is changed in a body', () => {
    fc.assert(
      fc.property(kinds, changes, (kind, changed) => {
        const json: unknown = JSON.parse(webhookBody(kind, changed));
        const plain = isFields(json) ? plainAnchors(kind, json) : null;
        if (plain !== null) expect(readBySchema(kind, json)).toEqual({ ok: true, value: plain });
      }),
      { numRuns: 5000 },
    );
  });

  it('are found nowhere where the schema finds none, whatever the body is', () => {
    fc.assert(
      fc.property(kinds, fc.jsonValue(), (kind, json) => {
        if (isFields(json) && plainAnchors(kind, json) !== null) {
          expect(readBySchema(kind, json).ok).toBe(true);
        }
      }),
    );
  });
});
