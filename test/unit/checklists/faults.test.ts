import { expect, test } from 'vitest';
import { createTranslator } from '../../../electron/base/translator.ts';
import { readTemplate } from '../../../shared/domain/checklist-faults.ts';

const say = createTranslator('en');
const text = { en: 'Something' };
const good = {
  id: 'mine',
  version: 1,
  title: text,
  items: [
    { id: 'tick', type: 'confirm', required: true, text },
    { id: 'place', type: 'choice', required: true, text, options: [{ id: 'a', text }, { id: 'b', text }] },
    { id: 'volts', type: 'number', required: true, text, unit: 'V', min: 1, max: 2 },
  ],
}; // prettier-ignore

/** "2: sentence" for item 2, "sentence" for the template; `[]` when all is well. */
const faults = (template: unknown) => said(JSON.stringify(template));
const said = (json: string) => {
  const read = readTemplate(json);
  return read.ok ? [] : read.error.map(({ item, says }) => `${item === null ? '' : `${item}: `}${say(says)}`);
};
const withItem = (item: object) => ({ ...good, items: [...good.items, { id: 'last', text, ...item }] });

test('a good template is taken as it is', () => {
  expect(readTemplate(JSON.stringify(good))).toEqual({ ok: true, value: good });
});

test.each<readonly [string, unknown, readonly string[]]>([
  ['nothing of a template', [1, 2], ['It is not a checklist.']],
  ['no items', { ...good, items: [] }, ['There is no item to work through.']],
  ['no English title', { ...good, title: { de: 'Meine' } }, ['The English title is missing.']],
  [
    'a version that is no number',
    { ...good, version: 'two' },
    ['The version must be a whole number from 1 on.'],
  ],
  ['no version', { ...good, version: undefined }, ['“version” is missing.']],
  [
    'an id with a blank',
    { ...good, id: 'my list' },
    ['The id may hold small letters, digits and dashes only, 60 at most.'],
  ],
  [
    'an item of an unknown kind',
    withItem({ type: 'hologram', required: true }),
    ['4: This version of Boxwright knows no item of the kind “hologram”.'],
  ],
  ['an item without a kind', withItem({ required: true }), ['4: “type” is missing.']],
  [
    'an item without English words',
    withItem({ type: 'text', required: true, text: { de: 'Notiz' } }),
    ['4: The English text is missing.'],
  ],
  ['an item that does not say if it is required', withItem({ type: 'text' }), ['4: “required” is missing.']],
  [
    'one option',
    withItem({ type: 'choice', required: true, options: [{ id: 'a', text }] }),
    ['4: A choice needs at least two options.'],
  ],
  [
    'an option without words',
    withItem({ type: 'choice', required: true, options: [{ id: 'a', text }, { id: 'b' }] }),
    ['4: Option 2 has no English text.'],
  ],
  [
    'an option twice',
    withItem({
      type: 'choice',
      required: true,
      options: [
        { id: 'a', text },
        { id: 'a', text },
      ],
    }),
    ['4: Two options have the id “a”.'],
  ],
  [
    'a range the wrong way round',
    withItem({ type: 'number', required: true, unit: 'V', min: 15, max: 11 }),
    ['4: The lowest value, 15, is not below the highest, 11.'],
  ],
  [
    'an item twice',
    withItem({ id: 'tick', type: 'text', required: true }),
    ['4: An earlier item has the id “tick” as well.'],
  ],
  [
    'a condition on nothing',
    withItem({ type: 'text', required: true, when: { item: 'gone', oneOf: ['a'] } }),
    ['4: It depends on “gone”, which does not exist.'],
  ],
  [
    'a condition on itself',
    withItem({ type: 'text', required: true, when: { item: 'last', oneOf: ['a'] } }),
    ['4: It depends on “last”, which is asked later.'],
  ],
  [
    'an item before the Box that hangs on one after it',
    withItem({ type: 'text', phase: 'before', required: true, when: { item: 'place', oneOf: ['a'] } }),
    ['4: It depends on “place”, which is asked later.'],
  ],
  [
    'a condition on an option that is gone',
    withItem({ type: 'text', required: true, when: { item: 'place', oneOf: ['c'] } }),
    ['4: It depends on the option “c” of “place”, which does not exist.'],
  ],
  [
    'a condition of the wrong kind',
    withItem({ type: 'text', required: true, when: { item: 'volts', confirmed: true } }),
    ['4: Its condition asks for an answer that “volts” cannot have.'],
  ],
  [
    'half a condition',
    withItem({ type: 'text', required: true, when: { item: 'place' } }),
    ['4: Its condition is not complete.'],
  ],
  [
    'an empty list of brands',
    withItem({ type: 'text', required: true, only: { brands: [] } }),
    ['4: The list of brands, models, key forms or Boxes is empty or has a blank in it.'],
  ],
  [
    'two things at once',
    { ...withItem({ type: 'number', required: true, min: 1, max: 2 }), title: {} },
    ['The English title is missing.', '4: “unit” is missing.'],
  ],
])('%s is reported in plain words, with its place', (_what, template, sentences) => {
  expect(faults(template)).toEqual(sentences);
});

test('half a file is reported with the reader’s fault', () => {
  const [only, ...more] = said('{"id": "mine", ');
  expect(more).toEqual([]);
  expect(only).toMatch(/^It is not readable as JSON: ./);
});
