import { describe, expect, test } from 'vitest';
import type { ChecklistAnswers, ChecklistItem } from '../../../shared/domain/checklist.ts';
import {
  answeredOf,
  askedItems,
  deviationOf,
  fits,
  type KnownForChecklist,
  missingItems,
  nothingKnown,
  usualAnswer,
} from '../../../shared/domain/checklist-asking.ts';

const text = { en: 'Something' };
const choice: ChecklistItem = {
  id: 'place', type: 'choice', required: true, text,
  options: [{ id: 'here', text }, { id: 'elsewhere', text }],
}; // prettier-ignore
const where: ChecklistItem = {
  id: 'where', type: 'text', required: true, text, when: { item: 'place', oneOf: ['elsewhere'] },
}; // prettier-ignore
const voltage: ChecklistItem = {
  id: 'voltage', type: 'number', required: true, text, unit: 'V', min: 11.5, max: 15,
}; // prettier-ignore
const cause: ChecklistItem = {
  id: 'cause', type: 'text', required: true, text, when: { item: 'voltage', outside: true },
}; // prettier-ignore
const ids = (items: readonly ChecklistItem[], answers: ChecklistAnswers, known: KnownForChecklist) =>
  askedItems({ items }, answers, known).map(({ id }) => id);
const about = (known: Partial<KnownForChecklist>) => ({ ...nothingKnown, ...known });

describe('an item with a condition', () => {
  test('is asked only after that option, that tick, or a value outside of the range', () => {
    const items = [choice, where, voltage, cause];
    expect(ids(items, {}, nothingKnown)).toEqual(['place', 'voltage']);
    expect(ids(items, { place: 'here', voltage: 12 }, nothingKnown)).toEqual(['place', 'voltage']);
    expect(ids(items, { place: 'elsewhere', voltage: 9 }, nothingKnown)).toEqual([
      'place', 'where', 'voltage', 'cause',
    ]); // prettier-ignore
    const ticked: ChecklistItem = { id: 'tick', type: 'confirm', required: false, text };
    const untickedWhy: ChecklistItem = { ...where, id: 'why', when: { item: 'tick', confirmed: false } };
    expect(ids([ticked, untickedWhy], {}, nothingKnown)).toEqual(['tick', 'why']);
    expect(ids([ticked, untickedWhy], { tick: true }, nothingKnown)).toEqual(['tick']);
  });

  test('is not asked while the item it hangs on is not asked, whatever was answered there before', () => {
    const second: ChecklistItem = { ...choice, id: 'second', when: { item: 'place', oneOf: ['elsewhere'] } };
    const third: ChecklistItem = { ...where, id: 'third', when: { item: 'second', oneOf: ['here'] } };
    const answers = { place: 'here', second: 'here' };
    expect(ids([choice, second, third], answers, nothingKnown)).toEqual(['place']);
  });

  test('holds nothing up while it is not asked', () => {
    const items = { items: [choice, where] };
    expect(missingItems(items, { place: 'here' }, nothingKnown)).toEqual([]);
    expect(missingItems(items, { place: 'elsewhere' }, nothingKnown)).toEqual([where]);
  });
});

test('optional items count for nothing, answered or not', () => {
  const optional: ChecklistItem = { id: 'note', type: 'text', required: false, text };
  const tick: ChecklistItem = { id: 'tick', type: 'confirm', required: true, text };
  const asked = [choice, optional, tick];
  expect(answeredOf(asked, {}, nothingKnown)).toEqual({ done: 0, total: 2 });
  expect(answeredOf(asked, { note: 'Seen', place: 'here', tick: false }, nothingKnown)).toEqual({
    done: 1,
    total: 2,
  });
  expect(answeredOf(asked, { place: 'here', tick: true }, nothingKnown)).toEqual({ done: 2, total: 2 });
});

describe('an item for some brands, keys or Boxes', () => {
  test.each<readonly [string, Partial<KnownForChecklist>, boolean]>([
    ['the very name', { brand: 'Ford' }, true],
    ['another case and more blanks', { brand: '  FORD ' }, true],
    ['a name that holds it as a whole word', { brand: 'Ford Otosan' }, true],
    ['a name that only begins alike', { brand: 'Fordson' }, false],
    ['no name', {}, false],
  ])('is asked for %s: %o %s', (_name, known, asked) => {
    expect(fits({ brands: ['Ford'] }, about(known))).toBe(asked);
  });

  test('needs every list to fit, and any entry of each', () => {
    const scope = { keyForms: ['smart key', 'slot key'], boxes: ['Box M'] };
    expect(fits(scope, about({ keyForm: 'Slot key, 3 buttons', box: 'Box M' }))).toBe(true);
    expect(fits(scope, about({ keyForm: 'Slot key, 3 buttons', box: 'Box MX' }))).toBe(false);
    expect(fits(scope, about({ keyForm: 'Flip key', box: 'Box M' }))).toBe(false);
  });
});

test.each([
  ['Mercedes - Benz', 'Mercedes-Benz', true],
  ['Ford Transit (Custom)', 'transit custom', true],
  ['Ford Transit', '  (Transit) ', true],
  ['Box M', 'box  m', true],
  ['Box M2', 'Box M', false],
  ['Škoda', 'škoda', true],
  ['Škoda', 'koda', false],
])('the name %s holds the words %s: %s', (model, wanted, holds) => {
  expect(fits({ models: [wanted] }, about({ model }))).toBe(holds);
});

test('ticked together, a confirmation is given and a choice takes its usual option; all else is answered by itself', () => {
  const common = { id: 'one', required: true, text };
  expect(usualAnswer({ ...common, type: 'confirm' })).toBe(true);
  expect(usualAnswer(choice)).toBeNull();
  if (choice.type !== 'choice') throw new Error('a choice');
  expect(usualAnswer({ ...choice, usual: 'here' })).toBe('here');
  expect(usualAnswer(voltage)).toBeNull();
  expect(usualAnswer({ ...common, type: 'scan', expects: 'vin' })).toBeNull();
  for (const type of ['text', 'photo', 'signature'] as const)
    expect(usualAnswer({ ...common, type })).toBeNull();
});

describe('deviations of an answer', () => {
  test.each([
    [11.4, 'below'],
    [11.5, undefined],
    [15, undefined],
    [15.1, 'above'],
  ])('%s V with 11.5 to 15 allowed: %s', (value, kind) => {
    expect(deviationOf(voltage, value, nothingKnown)?.kind).toBe(kind);
  });

  test('a scanned VIN is compared with the car where that has one, blanks and dashes apart', () => {
    const vin: ChecklistItem = { id: 'vin', type: 'scan', required: false, text, expects: 'vin' };
    const car = { vin: 'W1V44770513872041' };
    expect(deviationOf(vin, 'w1v 447-70513872041', car)).toBeNull();
    expect(deviationOf(vin, 'IW1V44770513872041', car)).toBeNull();
    expect(deviationOf(vin, 'W1V44770513872042', car)).toEqual({ kind: 'differs', expected: car.vin });
    expect(deviationOf(vin, 'W1V44770513872042', nothingKnown)).toBeNull();
    expect(deviationOf({ ...vin, expects: 'anything' }, 'X', car)).toBeNull();
  });
});
