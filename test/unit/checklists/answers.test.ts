import { describe, expect, test } from 'vitest';
import {
  answerOrigins,
  checklistAnswer,
  type ChecklistAnswer,
  type ChecklistItem,
  type ChecklistItemType,
  checklistItemType,
  LONGEST_ANSWER,
  MOST_PHOTOS,
} from '../../../shared/domain/checklist.ts';
import {
  answeredOf,
  answersKind,
  askedItems,
  deviationOf,
  fits,
  inPhase,
  isAnswered,
  knownForChecklist,
  missingItems,
  nothingKnown,
  phaseOf,
  togetherIn,
} from '../../../shared/domain/checklist-asking.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';

const text = { en: 'Something' };
const common = { id: 'item', required: true, text };
const options = [
  { id: 'a', text },
  { id: 'b', text },
];
const items: Readonly<Record<ChecklistItemType, ChecklistItem>> = {
  confirm: { ...common, type: 'confirm' },
  choice: { ...common, type: 'choice', options },
  number: { ...common, type: 'number', unit: 'V', min: 1, max: 2 },
  text: { ...common, type: 'text' },
  scan: { ...common, type: 'scan', expects: 'anything' },
  photo: { ...common, type: 'photo' },
  signature: { ...common, type: 'signature' },
};
const digest = attachmentDigest.parse('a'.repeat(64));
const answers: Readonly<Record<string, ChecklistAnswer>> = {
  yes: true,
  no: false,
  option: 'a',
  words: 'As seen',
  blank: '  ',
  nothing: '',
  number: 1.5,
  infinite: Infinity,
  photos: { photos: [digest] },
  signed: { signature: digest, name: 'Kim', drawn: true },
};

test('each kind of item takes the answers of its own kind alone', () => {
  const taken = (type: ChecklistItemType) =>
    Object.keys(answers).filter((name) => answersKind(items[type], answers[name] ?? ''));
  expect(Object.fromEntries(checklistItemType.options.map((type) => [type, taken(type)]))).toEqual({
    confirm: ['yes', 'no'],
    choice: ['option'],
    number: ['number'],
    text: ['option', 'words'],
    scan: ['option', 'words'],
    photo: ['photos'],
    signature: ['signed'],
  });
});

describe('a required item', () => {
  const answered = (type: ChecklistItemType, answer?: ChecklistAnswer) =>
    isAnswered(items[type], answer === undefined ? {} : { item: answer }, nothingKnown);

  test('is answered by anything but nothing; a confirmation by a yes alone', () => {
    expect(answered('text')).toBe(false);
    expect(answered('text', '')).toBe(false);
    expect(answered('text', 'x')).toBe(true);
    expect(answered('number', 0)).toBe(true);
    expect(answered('confirm', false)).toBe(false);
    expect(answered('confirm', true)).toBe(true);
    expect(answered('photo', { photos: [digest] })).toBe(true);
  });

  test('is counted, and an optional one is not', () => {
    const optional: ChecklistItem = { ...items.confirm, id: 'optional', required: false };
    expect(isAnswered(optional, {}, nothingKnown)).toBe(true);
    expect(isAnswered(optional, { optional: false }, nothingKnown)).toBe(true);
    expect(answeredOf([optional], { optional: true }, nothingKnown)).toEqual({ done: 0, total: 0 });
    expect(answeredOf([items.confirm, optional], {}, nothingKnown)).toEqual({ done: 0, total: 1 });
    expect(answeredOf([items.confirm, optional], { item: true }, nothingKnown)).toEqual({
      done: 1,
      total: 1,
    });
    expect(missingItems({ items: [items.confirm, optional] }, {}, nothingKnown)).toEqual([items.confirm]);
  });
});

describe('a condition', () => {
  const follow = (earlier: ChecklistItem, when: NonNullable<ChecklistItem['when']>) => {
    const last: ChecklistItem = { ...items.text, id: 'last', when };
    return (answer?: ChecklistAnswer) =>
      askedItems(
        { items: [earlier, last] },
        answer === undefined ? {} : { item: answer },
        nothingKnown,
      ).includes(last);
  };

  test('on options is met by each of them, and by no other answer', () => {
    const asked = follow(items.choice, { item: 'item', oneOf: ['a', 'c'] });
    expect(['a', 'c', 'b', true, 1].map(asked)).toEqual([true, true, false, false, false]);
    expect(asked()).toBe(false);
  });

  test('on a tick is met by it, on no tick by everything else', () => {
    const ticked = follow(items.confirm, { item: 'item', confirmed: true });
    const unticked = follow(items.confirm, { item: 'item', confirmed: false });
    expect([ticked(true), ticked(false), ticked()]).toEqual([true, false, false]);
    expect([unticked(true), unticked(false), unticked()]).toEqual([false, true, true]);
  });

  test('on a number counts its limits as inside, and no number as neither', () => {
    const outside = follow(items.number, { item: 'item', outside: true });
    const inside = follow(items.number, { item: 'item', outside: false });
    expect([0.9, 1, 1.5, 2, 2.1].map(outside)).toEqual([true, false, false, false, true]);
    expect([0.9, 1, 1.5, 2, 2.1].map(inside)).toEqual([false, true, true, true, false]);
    for (const asked of [outside, inside])
      expect([asked(), asked('1'), asked(true)]).toEqual([false, false, false]);
  });

  test('on the range of a non-numeric item is never met', () => {
    const asked = follow(items.text, { item: 'item', outside: false });
    expect([asked(1), asked()]).toEqual([false, false]);
  });

  test('on an item that is not asked is not met, whatever the condition', () => {
    const hidden: ChecklistItem = { ...items.confirm, only: { brands: ['Ford'] } };
    expect(follow(hidden, { item: 'item', confirmed: false })()).toBe(false);
    expect(follow(hidden, { item: 'item', confirmed: true })(true)).toBe(false);
    expect(follow(items.confirm, { item: 'gone', confirmed: false })()).toBe(false);
  });
});

describe('the phase of an item', () => {
  const before: ChecklistItem = { ...items.confirm, id: 'before', phase: 'before' };
  const after: ChecklistItem = { ...items.confirm, id: 'after', phase: 'after' };

  test('is after the Box where it names none', () => {
    expect([phaseOf(before), phaseOf(after), phaseOf(items.confirm)]).toEqual(['before', 'after', 'after']);
  });

  test('parts the items in their order', () => {
    const all = [after, before, items.confirm];
    expect(inPhase(all, 'before')).toEqual([before]);
    expect(inPhase(all, 'after')).toEqual([after, items.confirm]);
    expect(inPhase([], 'after')).toEqual([]);
  });
});

test('items that are ticked together stand where the first of them stands, each once', () => {
  const item = (id: string, together?: string): ChecklistItem => ({
    ...items.confirm,
    id,
    ...(together === undefined ? {} : { together }),
  });
  const all = [item('alone'), item('w1', 'walk'), item('t1', 'tools'), item('between'), item('w2', 'walk')];
  const shown = togetherIn(all).map(({ name, items: parts }) => [name, ...parts.map(({ id }) => id)]);
  expect(shown).toEqual([
    [null, 'alone'],
    ['walk', 'w1', 'w2'],
    ['tools', 't1'],
    [null, 'between'],
  ]);
  expect(togetherIn([])).toEqual([]);
});

describe('the facts of a job that decide about its checklist', () => {
  const car = { brand: 'Ford', model: 'Transit', vin: 'WF0' };
  const key = { brand: 'Volvo', keyFormName: 'Flip key', boxName: 'Box M' };
  const known = (facts: Partial<Parameters<typeof knownForChecklist>[0]>) =>
    knownForChecklist({ car: null, key: null, box: null, ...facts });

  test('are unknown before anything is chosen', () => {
    expect(known({})).toEqual(nothingKnown);
    expect(nothingKnown).toEqual({ brand: null, model: null, keyForm: null, box: null, vin: null });
  });

  test('are those of its car, its key and its Box', () => {
    expect(known({ car, key, box: { variant: 'Box L' } })).toEqual({
      brand: 'Ford',
      model: 'Transit',
      keyForm: 'Flip key',
      box: 'Box L',
      vin: 'WF0',
    });
  });

  test('take the brand and the Box of the key while car and Box say none', () => {
    expect(known({ key })).toMatchObject({ brand: 'Volvo', keyForm: 'Flip key', box: 'Box M' });
    expect(known({ car: { ...car, brand: null }, key, box: { variant: null } })).toMatchObject({
      brand: 'Volvo',
      box: 'Box M',
    });
    expect(known({ car: { brand: null, model: null, vin: null }, box: { variant: null } })).toEqual(
      nothingKnown,
    );
  });
});

describe('a scope', () => {
  const facts = { brand: 'Ford', model: 'Transit', keyForm: 'Flip key', box: 'Box M', vin: null };

  test('that is left out, or has no list, fits everything', () => {
    expect(fits(undefined, nothingKnown)).toBe(true);
    expect(fits({}, nothingKnown)).toBe(true);
  });

  test.each(['brands', 'models', 'keyForms', 'boxes'] as const)('is restricted by its %s', (list) => {
    const own = { brands: 'Ford', models: 'Transit', keyForms: 'Flip key', boxes: 'Box M' }[list];
    expect(fits({ [list]: ['Other', own] }, facts)).toBe(true);
    expect(fits({ [list]: ['Other'] }, facts)).toBe(false);
    expect(fits({ [list]: [own] }, nothingKnown)).toBe(false);
  });

  test('fits whole words in any place of a name, with one blank between them', () => {
    const model = (name: string, wanted: string) => fits({ models: [wanted] }, { ...facts, model: name });
    expect(model('Transit Connect Kombi', 'connect')).toBe(true);
    expect(model('Transit\t  Connect', 'transit connect')).toBe(true);
    expect(model('Transit Connect', ' transit   CONNECT ')).toBe(true);
    expect(model('Transit--Connect', 'Transit Connect')).toBe(true);
    expect(model('TransitConnect', 'transit')).toBe(false);
    expect(model('Transit', 'transit connect')).toBe(false);
  });
});

describe('a departure', () => {
  test('names the range and its unit', () => {
    const range = { min: 1, max: 2, unit: 'V' };
    expect(deviationOf(items.number, 0.9, nothingKnown)).toEqual({ kind: 'below', ...range });
    expect(deviationOf(items.number, 2.1, nothingKnown)).toEqual({ kind: 'above', ...range });
    expect(deviationOf(items.number, 1, nothingKnown)).toBeNull();
    expect(deviationOf(items.number, 2, nothingKnown)).toBeNull();
  });

  test('does not exist for an answer of another kind, or an item without a right answer', () => {
    const vin: ChecklistItem = { ...common, type: 'scan', expects: 'vin' };
    expect(deviationOf(items.number, '9', nothingKnown)).toBeNull();
    expect(deviationOf(items.text, 9, nothingKnown)).toBeNull();
    expect(deviationOf(items.text, 'X', { vin: 'WF0' })).toBeNull();
    expect(deviationOf(items.scan, 'X', { vin: 'WF0' })).toBeNull();
    expect(deviationOf(vin, 7, { vin: 'WF0' })).toBeNull();
    expect(deviationOf(vin, 'X', { vin: null })).toBeNull();
    // A car whose VIN has no character to compare.
    expect(deviationOf(vin, 'X', { vin: ' - ' })).toBeNull();
  });

  test('is a VIN that does not hold the one of the car', () => {
    const vin: ChecklistItem = { ...common, type: 'scan', expects: 'vin' };
    expect(deviationOf(vin, 'x/wf-0', { vin: 'WF0' })).toBeNull();
    expect(deviationOf(vin, 'WF', { vin: 'wf 0' })).toEqual({ kind: 'differs', expected: 'wf 0' });
  });
});

describe('an answer of the window', () => {
  const takes = (answer: unknown) => checklistAnswer.safeParse(answer).success;

  test('is kept as it was given', () => {
    for (const answer of [true, 0, 'As seen', answers['photos'], answers['signed']])
      expect(checklistAnswer.parse(answer)).toEqual(answer);
  });

  test('is bounded: the length of a text, the number of photos', () => {
    expect(takes('x'.repeat(LONGEST_ANSWER))).toBe(true);
    expect(takes('x'.repeat(LONGEST_ANSWER + 1))).toBe(false);
    const photos = (count: number) => ({ photos: Array.from({ length: count }, () => digest) });
    expect([0, 1, MOST_PHOTOS, MOST_PHOTOS + 1].map((count) => takes(photos(count)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(takes({ photos: ['label.jpg'] })).toBe(false);
    expect(takes(null)).toBe(false);
  });

  test('that was not given to its item alone says how it came', () => {
    const origins = [
      { item: 'tick', origin: 'together' },
      { item: 'place', origin: 'as-last-car' },
    ];
    expect(answerOrigins.parse(origins)).toEqual(origins);
    expect(answerOrigins.safeParse([{ item: 'tick', origin: 'guessed' }]).success).toBe(false);
  });
});
