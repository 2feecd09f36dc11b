import { assert, constantFrom, dictionary, jsonValue, nat, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFields, plainAnchors, type Anchors, readBySchema } from '../../../relay/http/webhook-payload.ts';
import { resultKind, type ResultKind } from '../../../shared/relay/results.ts';
import { webhookBody } from '../../integration/relay/webhooks.ts';

const kinds = constantFrom(...resultKind.options);
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
const value = oneof(
  constantFrom<unknown>(undefined, null, true, '', '4711', '12345678901', -1, -0, 1.5, 2 ** 31 - 1, 2 ** 31),
  constantFrom<unknown>([], [{}], [{ op: 'add', path: '/end' }], [{ op: 'add', path: 1 }], [[]], [null]),
  nat(),
  string(),
  jsonValue(),
);
const changes = dictionary(constantFrom(...FIELDS), value, { maxKeys: 3 });

/** The result of the plain check of a body, and that of the schema if the check answers. */
function both(kind: ResultKind, json: unknown): readonly [Anchors | null, unknown] {
  const plain = isFields(json) ? plainAnchors(kind, json) : null;
  return [plain, plain === null ? null : valueOf(readBySchema(kind, json))];
}

const valueOf = (read: ReturnType<typeof readBySchema>): unknown => (read.ok ? read.value : 'refused');

describe('the anchors of a plain body', () => {
  it.each(resultKind.options)('are found in the operator’s usual bodies: %s', (kind) => {
    const [plain] = both(kind, JSON.parse(webhookBody(kind)));
    expect(plain).not.toBeNull();
  });

  it('are those that the schema finds, whatever is changed in a body', () => {
    assert(
      property(kinds, changes, (kind, changed) => {
        const [plain, schema] = both(kind, JSON.parse(webhookBody(kind, changed)));
        expect(plain).toEqual(schema);
      }),
      { numRuns: 5000 },
    );
  });

  it('are those that the schema finds, whatever the body is', () => {
    assert(
      property(kinds, jsonValue(), (kind, json) => {
        const [plain, schema] = both(kind, json);
        expect(plain).toEqual(schema);
      }),
    );
  });
});
