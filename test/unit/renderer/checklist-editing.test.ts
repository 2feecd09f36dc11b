import { expect, test } from 'vitest';
import {
  beginEditing,
  edited,
  freeId,
  namesOf,
  newItem,
  redone,
  togetherNameOf,
  undone,
  withItem,
  withMoved,
  withOptions,
  emptyTemplate,
  readDraft,
} from '../../../renderer/screens/checklist-editor/editing.ts';
import { checklistItem } from '../../../shared/domain/checklist.ts';

const named = (en: string) => ({ ...emptyTemplate('mine'), title: { en } });

test('typing on in one field is one step back; another field, or the same one later, is another', () => {
  let now = beginEditing(named(''));
  for (const typed of ['V', 'Va', 'Van']) now = edited(now, named(typed), 'title');
  now = edited(now, { ...named('Van'), items: [newItem('text', [])] }, null);
  now = edited(now, named('Van'), null);
  now = edited(now, named('Vans'), 'title');
  const titles: string[] = [];
  for (; now.past.length > 0; now = undone(now))
    titles.push(`${now.present.title.en} ${now.present.items.length}`);
  expect(titles).toEqual(['Vans 0', 'Van 0', 'Van 1', 'Van 0']);
  expect(now.present).toEqual(named(''));
});

test('an undone change can be redone until another change', () => {
  const one = edited(beginEditing(named('A')), named('B'), null);
  expect(redone(undone(one)).present.title.en).toBe('B');
  expect(redone(edited(undone(one), named('C'), null)).present.title.en).toBe('C');
  expect(undone(beginEditing(named('A'))).present.title.en).toBe('A');
  expect(redone(beginEditing(named('A'))).present.title.en).toBe('A');
});

test('items move by one and stay within the list', () => {
  const ids = ['text', 'text-2', 'text-3'];
  const items = ids.map((_, index) => newItem('text', ids.slice(0, index)));
  const template = { ...named('Van'), items };
  const after = (index: number, by: -1 | 1) => withMoved(template, index, by).items.map(({ id }) => id);
  expect(after(1, -1)).toEqual(['text-2', 'text', 'text-3']);
  expect(after(0, -1)).toEqual(ids);
  expect(after(2, 1)).toEqual(ids);
});

test('a new item has an id of its own, and an unfinished edit with it is read as it was left', () => {
  expect(freeId('scan', ['scan', 'scan-2'])).toBe('scan-3');
  const items = checklistItem.options.map((option) => newItem(option.shape.type.value, []));
  const unfinished = { ...named(''), items };
  expect(readDraft(JSON.stringify(unfinished))).toEqual(unfinished);
  expect(readDraft('{"half":')).toBeNull();
  expect(readDraft('{"id": "mine"}')).toBeNull();
});

test('names are separated by commas; an empty text is no list', () => {
  expect(namesOf(' Ford ,, Mercedes-Benz, ')).toEqual(['Ford', 'Mercedes-Benz']);
  expect(namesOf(' , ')).toBeUndefined();
});

test('a step that was done again can be taken back again', () => {
  const one = edited(edited(beginEditing(named('A')), named('B'), null), named('C'), null);
  const again = redone(undone(one));
  expect(again.present.title.en).toBe('C');
  expect(undone(undone(again)).present.title.en).toBe('A');
});

test('the name of items that are ticked together keeps the letters and digits that a template may hold', () => {
  expect(togetherNameOf('Türen & Fenster')).toBe('turen-fenster');
  expect(togetherNameOf('  Doors 2')).toBe('doors-2');
  expect(togetherNameOf('left - right')).toBe('left-right');
  expect(togetherNameOf('a'.repeat(70))).toBe('a'.repeat(60));
});

test('without a letter or digit an item stands alone', () => {
  expect(togetherNameOf('')).toBeUndefined();
  expect(togetherNameOf(' - ')).toBeUndefined();
});

test('the last 200 changes can be undone', () => {
  let now = beginEditing(named('0'));
  for (let step = 1; step <= 202; step += 1) now = edited(now, named(String(step)), null);
  expect(now.past).toHaveLength(200);
  expect(now.past[0]).toEqual(named('2'));
});

test('one item is changed, and the others stay', () => {
  const items = [newItem('text', []), newItem('photo', [])];
  const changed = { ...newItem('number', []), id: 'other' };
  expect(withItem({ ...named('Van'), items }, 1, changed).items).toEqual([items[0], changed]);
});

test('a new item has a question and the fields of its kind', () => {
  expect(newItem('text', [])).toEqual({ id: 'text', type: 'text', text: { en: '' }, required: true });
  expect(newItem('number', ['number'])).toMatchObject({ id: 'number-2', unit: '', min: 0, max: 100 });
  expect(newItem('scan', [])).toMatchObject({ expects: 'anything' });
  expect(newItem('choice', [])).toMatchObject({
    options: [
      { id: 'option-1', text: { en: '' } },
      { id: 'option-2', text: { en: '' } },
    ],
  });
});

test('an option that is usually given stays so while it is there', () => {
  const item = newItem('choice', []);
  if (item.type !== 'choice') throw new Error('a choice');
  const [one, two] = item.options;
  if (one === undefined || two === undefined) throw new Error('two options');
  const usual = { ...item, usual: one.id };
  expect(withOptions(usual, [one])).toEqual({ ...usual, options: [one] });
  expect(withOptions(usual, [two])).toEqual({ ...item, options: [two] });
  expect(withOptions(item, [two])).toEqual({ ...item, options: [two] });
});
