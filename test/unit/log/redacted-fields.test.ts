import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  blanked,
  redactedFields,
  redactedFieldsText,
  redactionsIn,
  redactionText,
  REDACTION,
  type RedactedField,
} from '../../../shared/relay/removals.ts';
import { anyCharacter } from '../any-character.ts';

const HASH = 'a'.repeat(64);
const strange = [
  '',
  ' ',
  'name after',
  'a,b',
  'a:b',
  '__proto__',
  'constructor',
  'Kfz-Zeichen',
  '車',
  '\ud800',
  '%',
];
const names = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom(...strange));

test('a member of any name can be redacted, and only that one is removed', () => {
  fc.assert(
    fc.property(fc.uniqueArray(names, { minLength: 2, maxLength: 6 }), ([name = '', ...others]) => {
      const fields: readonly RedactedField[] = ['worker', `data.${name}`];
      const entries = redactionText([{ number: 1, hash: HASH, rest: HASH, fields }]);
      const redaction = { type: REDACTION, number: 2, data: JSON.stringify({ entries }) };
      expect(redactionsIn(redaction)).toEqual([{ number: 1, hash: HASH, rest: HASH, fields }]);
      const members = [name, ...others].map((one) => `${JSON.stringify(one)}:"words"`);
      const left = blanked({ type: 'box-chosen', worker: 'Kim', data: `{${members.join(',')}}` }, fields);
      expect(left.worker).toBe('');
      const values: unknown = JSON.parse(left.data);
      expect(Object.getOwnPropertyNames(values).toSorted()).toEqual([name, ...others].toSorted());
      for (const one of [name, ...others])
        expect(Object.getOwnPropertyDescriptor(values, one)?.value).toBe(one === name ? '' : 'words');
    }),
  );
});

test('fields of letters, digits and underscores are named as they are', () => {
  expect(redactedFieldsText(['worker', 'data.plate', 'data.name_2'])).toBe('worker,data.plate,data.name_2');
});

test.each([
  '',
  'job',
  'data',
  'data.name after',
  'data.%',
  'data.%00',
  'data.%00G0',
  'worker,',
  'worker,type',
])('a value that is no list of fields is not parsed as one: %j', (text) =>
  expect(redactedFields.safeParse(text).success).toBe(false),
);
