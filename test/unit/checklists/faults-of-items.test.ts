import { describe, expect, test } from 'vitest';
import { LONGEST_TEMPLATE_TEXT, MOST_ITEMS, MOST_OPTIONS } from '../../../shared/domain/checklist.ts';
import {
  checkTemplate,
  fileFault,
  readTemplate,
  templateFault,
} from '../../../shared/domain/checklist-faults.ts';

const text = { en: 'Something' };
const long = 'x'.repeat(LONGEST_TEMPLATE_TEXT);
const options = [
  { id: 'a', text },
  { id: 'b', text },
];
const tick = { id: 'tick', type: 'confirm', required: true, text };
const place = { id: 'place', type: 'choice', required: true, text, options };
const volts = { id: 'volts', type: 'number', required: true, text, unit: 'V', min: 1, max: 2 };
const note = { id: 'note', type: 'text', required: true, text };

const template = (...items: readonly object[]) => ({ id: 'mine', version: 1, title: text, items });

/** `2 text-long {…}` for a fault of item 2; `- …` for one of the template itself. */
function faults(json: unknown): readonly string[] {
  const checked = checkTemplate(json);
  if (checked.ok) return [];
  return checked.error.map(({ item, says: { key, params } }) => {
    const code = key.replace('checklists.fault.', '');
    const words = Object.entries(params).map(([name, value]) => `${name}=${value}`);
    return [item ?? '-', code, ...words].join(' ');
  });
}

describe('a number', () => {
  test('has a range from a lower to a higher value', () => {
    expect(faults(template({ ...volts, min: 1, max: 1.1 }))).toEqual([]);
    expect(faults(template({ ...volts, min: 1, max: 1 }))).toEqual(['1 range-reversed min=1 max=1']);
    expect(faults(template({ ...volts, min: 2, max: 1 }))).toEqual(['1 range-reversed min=2 max=1']);
  });
});

describe('a choice', () => {
  test('may name one of its own options as the usual one', () => {
    expect(faults(template({ ...place, usual: 'b' }))).toEqual([]);
    expect(faults(template({ ...place, usual: 'c' }))).toEqual(['1 usual-unknown option=c']);
  });

  test('has each option once, and up to as many as a list shows', () => {
    const many = (count: number) =>
      template({
        ...place,
        options: Array.from({ length: count }, (_, index) => ({ id: `o${index}`, text })),
      });
    expect(faults(many(MOST_OPTIONS))).toEqual([]);
    expect(faults(many(MOST_OPTIONS + 1))).toEqual(['1 options-many']);
    expect(faults(many(2))).toEqual([]);
    expect(faults(many(1))).toEqual(['1 options-few']);
    expect(faults(template({ ...place, options: [...options, { id: 'b', text }] }))).toEqual([
      '1 option-twice id=b',
    ]);
  });

  test('names the option that is malformed, counted from 1', () => {
    expect(faults(template({ ...place, options: [{ id: 'A B', text }, ...options] }))).toEqual([
      '1 option-id number=1',
    ]);
    expect(faults(template({ ...place, options: [...options, { id: 'c', text: {} }] }))).toEqual([
      '1 option-text-missing number=3',
    ]);
    expect(faults(template({ ...place, options: [...options, 7] }))).toEqual([
      '1 option-text-missing number=3',
    ]);
  });
});

describe('items that are ticked together', () => {
  const together = 'walk-round';

  test('are confirmations, or choices with a usual option', () => {
    expect(faults(template({ ...tick, together }, { ...place, together, usual: 'a' }))).toEqual([]);
    expect(faults(template({ ...place, together }))).toEqual(['1 together-kind']);
    for (const type of ['text', 'photo', 'signature'])
      expect(faults(template({ ...note, type, together }))).toEqual(['1 together-kind']);
    expect(faults(template({ ...volts, together }))).toEqual(['1 together-kind']);
    expect(faults(template({ ...note, type: 'scan', expects: 'vin', together }))).toEqual([
      '1 together-kind',
    ]);
  });

  test('are all before the Box, or all after it; one without a phase is after it', () => {
    const second = { ...tick, id: 'second', together };
    const parts = (one: string | undefined, other: string | undefined) =>
      faults(template({ ...tick, together, phase: one }, { ...second, phase: other }));
    const both = ['1 together-parts name=walk-round', '2 together-parts name=walk-round'];
    expect(parts('before', 'before')).toEqual([]);
    expect(parts('after', undefined)).toEqual([]);
    expect(parts(undefined, undefined)).toEqual([]);
    expect(parts('before', 'after')).toEqual(both);
    expect(parts('before', undefined)).toEqual(both);
    // Other names, other acts.
    expect(
      faults(template({ ...tick, together, phase: 'before' }, { ...second, together: 'other' })),
    ).toEqual([]);
  });
});

test('only an answer that is typed or ticked is carried over from the car before: no photo and no signature', () => {
  for (const item of [tick, place, volts, note])
    expect(faults(template({ ...item, alike: true }))).toEqual([]);
  for (const type of ['photo', 'signature']) {
    expect(faults(template({ ...note, type, alike: true }))).toEqual(['1 alike-kind']);
    expect(faults(template({ ...note, type, alike: false }))).toEqual([]);
    expect(faults(template({ ...note, type }))).toEqual([]);
  }
});

describe('a condition', () => {
  const on = (when: object, item: object = note) => faults(template(tick, place, volts, { ...item, when }));

  test('asks an earlier item for an answer that it can have', () => {
    expect(on({ item: 'tick', confirmed: false })).toEqual([]);
    expect(on({ item: 'place', oneOf: ['b'] })).toEqual([]);
    expect(on({ item: 'volts', outside: true })).toEqual([]);
    const wrong: readonly [string, object][] = [
      ['place', { confirmed: true }],
      ['volts', { confirmed: true }],
      ['tick', { outside: true }],
      ['place', { outside: false }],
      ['tick', { oneOf: ['a'] }],
      ['volts', { oneOf: ['a'] }],
    ];
    for (const [item, asked] of wrong) expect(on({ item, ...asked })).toEqual([`4 when-kind item=${item}`]);
  });

  test('names options of that choice only', () => {
    expect(on({ item: 'place', oneOf: ['a', 'b'] })).toEqual([]);
    expect(on({ item: 'place', oneOf: ['a', 'c', 'd'] })).toEqual(['4 when-option option=c item=place']);
  });

  test('hangs on no item that is missing, itself, or one asked later', () => {
    expect(on({ item: 'gone', confirmed: true })).toEqual(['4 when-unknown item=gone']);
    expect(on({ item: 'note', confirmed: true })).toEqual(['4 when-later item=note']);
    const early = { ...note, when: { item: 'tick', confirmed: true } };
    expect(faults(template(early, tick))).toEqual(['1 when-later item=tick']);
  });

  test('of an item before the Box hangs on one before the Box', () => {
    const before = { ...note, phase: 'before', when: { item: 'tick', confirmed: true } };
    expect(faults(template({ ...tick, phase: 'before' }, before))).toEqual([]);
    expect(faults(template({ ...tick, phase: 'after' }, before))).toEqual(['2 when-later item=tick']);
    expect(faults(template(tick, before))).toEqual(['2 when-later item=tick']);
    expect(faults(template({ ...tick, phase: 'before' }, { ...before, phase: 'after' }))).toEqual([]);
  });

  test('is reported beside the other faults of its item', () => {
    expect(faults(template({ ...volts, min: 3, when: { item: 'gone', outside: true } }))).toEqual([
      '1 range-reversed min=3 max=2',
      '1 when-unknown item=gone',
    ]);
  });
});

test('the second of two items with one id is reported, and the third', () => {
  expect(faults(template(tick, { ...note, id: 'tick' }, { ...volts, id: 'tick' }))).toEqual([
    '2 id-twice id=tick',
    '3 id-twice id=tick',
  ]);
});

describe('a text', () => {
  const shown = { en: long, de: long };
  const beyond = { en: text.en, de: `${long}x` };

  test('has English words and no more than fit on a screen, in each language', () => {
    expect(faults({ ...template({ ...note, text: shown, hint: shown }), title: shown })).toEqual([]);
    expect(faults({ ...template(note), title: beyond })).toEqual(['- text-long']);
    expect(faults(template({ ...note, text: beyond }))).toEqual(['1 text-long']);
    expect(faults(template({ ...note, hint: beyond }))).toEqual(['1 text-long']);
    expect(faults({ ...template(note), title: { en: '' } })).toEqual(['- title-missing']);
    expect(faults(template({ ...note, text: { en: '' } }))).toEqual(['1 text-missing']);
    expect(faults(template({ ...note, hint: { de: 'Hinweis' } }))).toEqual(['1 hint-missing']);
  });
});

describe('the template', () => {
  test('has an item, and up to as many as can be worked through', () => {
    const many = (count: number) =>
      template(...Array.from({ length: count }, (_, index) => ({ ...tick, id: `t${index}` })));
    expect(faults(many(MOST_ITEMS))).toEqual([]);
    expect(faults(many(MOST_ITEMS + 1))).toEqual(['- items-many']);
    expect(faults(template())).toEqual(['- items-none']);
    expect(faults({ ...template(), items: undefined })).toEqual(['- items-none']);
  });

  test('has a small name and a version from 1 on', () => {
    expect(faults({ ...template(note), version: 0 })).toEqual(['- version-wrong']);
    expect(faults({ ...template(note), version: 1.5 })).toEqual(['- version-wrong']);
    expect(faults({ ...template(note), version: undefined })).toEqual(['- field-missing field=version']);
    expect(faults({ ...template(note), id: 'A' })).toEqual(['- id-malformed']);
    expect(faults({ ...template(note), id: 'a'.repeat(60) })).toEqual([]);
    expect(faults({ ...template(note), id: 'a'.repeat(61) })).toEqual(['- id-malformed']);
    expect(faults(template({ ...note, id: '' }))).toEqual(['1 id-malformed']);
    expect(faults(template({ ...note, id: undefined }))).toEqual(['1 field-missing field=id']);
  });

  test('may say for which cars it is suggested, in lists that hold a name', () => {
    expect(faults({ ...template(note), suggestFor: { brands: ['Ford'] } })).toEqual([]);
    expect(faults({ ...template(note), suggestFor: { brands: [] } })).toEqual(['- scope-malformed']);
    expect(faults({ ...template(note), suggestFor: { brands: [''] } })).toEqual(['- scope-malformed']);
    expect(faults({ ...template(note), suggestFor: { colours: ['red'] } })).toEqual(['- scope-malformed']);
    expect(faults(template({ ...note, only: { boxes: ['x'.repeat(81)] } }))).toEqual(['1 scope-malformed']);
    expect(faults(template({ ...note, only: { boxes: ['x'.repeat(80)] } }))).toEqual([]);
  });

  test('is no list and no word', () => {
    for (const json of [null, 7, 'mine', []]) expect(faults(json)).toEqual(['- not-template']);
  });
});

describe('a field of an item', () => {
  test('that is there in another form is reported by its name, deeper ones with their place', () => {
    expect(faults(template({ ...note, required: 'yes' }))).toEqual(['1 field-wrong field=required']);
    expect(faults(template({ ...note, phase: 'during' }))).toEqual(['1 field-wrong field=phase']);
    expect(faults(template({ ...volts, unit: 'x'.repeat(13) }))).toEqual(['1 field-wrong field=unit']);
    expect(faults(template({ ...note, together: 'Walk Round' }))).toContain('1 field-wrong field=together');
    expect(faults({ ...template(note), labelPhoto: 'yes' })).toEqual(['- field-wrong field=labelPhoto']);
    expect(faults(template({ ...note, type: 'scan', expects: 'plate' }))).toEqual([
      '1 field-wrong field=expects',
    ]);
  });

  test('that is missing is reported by its name', () => {
    expect(faults(template({ ...volts, min: undefined }))).toEqual(['1 field-missing field=min']);
    expect(faults(template({ ...note, type: 'scan' }))).toEqual(['1 field-missing field=expects']);
    expect(faults(template({ ...note, required: undefined }))).toEqual(['1 field-missing field=required']);
  });

  test('that names its kind is quoted on one line and shortened', () => {
    expect(faults(template({ ...note, type: 'holo\ngram' }))).toEqual(['1 type-unknown type=holo gram']);
    expect(faults(template({ ...note, type: undefined }))).toEqual(['1 field-missing field=type']);
    expect(faults(template({ ...note, type: 7 }))).toEqual(['1 field-missing field=type']);
  });
});

test('an item that is no object is one fault, and the same fault is listed once', () => {
  expect(faults({ ...template(), items: [note, 'tick'] })).toEqual(['2 not-template']);
  const [only, ...others] = faults(template({ ...note, when: { item: 'place', oneOf: [], confirmed: 1 } }));
  expect([only, others]).toEqual(['1 when-malformed', []]);
  // Two languages that are too long are one fault of the text.
  expect(faults(template({ ...note, text: { en: `${long}x`, de: `${long}x` } }))).toEqual(['1 text-long']);
});

test('every fault of a file is reported, each with the id of its item where it has one', () => {
  const read = readTemplate(
    JSON.stringify(template({ ...note, id: 'first', required: 1 }, { ...note, id: 7 }, tick)),
  );
  expect(read).toEqual({
    ok: false,
    error: [
      {
        item: 1,
        itemId: 'first',
        says: { key: 'checklists.fault.field-wrong', params: { field: 'required' } },
      },
      { item: 2, itemId: null, says: { key: 'checklists.fault.id-malformed', params: {} } },
    ],
  });
  const wrong = readTemplate(JSON.stringify(template(tick, { ...volts, min: 3 })));
  expect(wrong.ok ? [] : wrong.error.map(({ item, itemId }) => [item, itemId])).toEqual([[2, 'volts']]);
});

test('a text that is no JSON is one fault of the file, with the parser’s message', () => {
  const read = readTemplate('{');
  const [only, ...others] = read.ok ? [] : read.error;
  expect(others).toEqual([]);
  expect(only).toMatchObject({ item: null, itemId: null, says: { key: 'checklists.fault.not-json' } });
  expect(only?.says.params['raw']).toMatch(/JSON/u);
});

test('names that every object has are not fields of a template', () => {
  expect(faults(JSON.parse('{"__proto__": {"id": "mine"}, "version": 1, "title": {"en": "A"}}'))).toContain(
    '- field-missing field=id',
  );
});

test('a fault reaches the window whole', () => {
  const fault = {
    item: 1,
    itemId: 'tick',
    says: { key: 'checklists.fault.id-twice', params: { id: 'tick' } },
  };
  expect(templateFault.parse(fault)).toEqual(fault);
  expect(fileFault.parse({ ...fault, file: 'van.json' })).toEqual({ ...fault, file: 'van.json' });
  expect(templateFault.safeParse({ ...fault, item: 0 }).success).toBe(false);
});

describe('a photo beside an answer', () => {
  test('belongs to an answer that is no picture', () => {
    expect(faults(template({ ...note, photo: true }))).toEqual([]);
    for (const type of ['photo', 'signature'])
      expect(faults(template({ ...note, type, photo: true }))).toEqual(['1 photo-kind']);
  });

  test('has a name of its own, within the limit of names', () => {
    const named = (id: string) => ({ ...note, id, photo: true });
    expect(faults(template(named('a'), { ...tick, id: 'a-photo' }))).toEqual(['1 photo-id id=a-photo']);
    expect(faults(template(named('x'.repeat(54))))).toEqual([]);
    const tooLong = 'x'.repeat(55);
    expect(faults(template(named(tooLong)))).toEqual([`1 photo-id id=${tooLong}-photo`]);
  });
});

test('a critical item cannot be marked as not applicable', () => {
  expect(faults(template({ ...volts, severity: 'critical' }))).toEqual([]);
  expect(faults(template({ ...volts, mayNotApply: true }))).toEqual([]);
  expect(faults(template({ ...volts, severity: 'critical', mayNotApply: true }))).toEqual([
    '1 critical-applies',
  ]);
});

test('only a checklist of installations alone has a part before the Box', () => {
  const before = { ...note, phase: 'before' };
  expect(faults({ ...template(before), jobs: ['installation'] })).toEqual([]);
  expect(faults({ ...template(note), jobs: ['removal', 'swap'] })).toEqual([]);
  for (const jobs of [['removal'], ['swap'], ['installation', 'swap']])
    expect(faults({ ...template(before), jobs })).toEqual(['1 part-jobs']);
});
