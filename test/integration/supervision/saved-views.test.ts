import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createIds } from '../../../electron/base/ids.ts';
import { createSettingsFile } from '../../../electron/profiles/settings-store.ts';
import { createSavedViews } from '../../../electron/supervision/open-supervising.ts';
import {
  MOST_SAVED_VIEWS,
  newestFirst,
  savedView,
  supervisionFilter,
} from '../../../shared/domain/supervision.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { tempFolder } from '../relay/temp-folder.ts';

const filter = supervisionFilter.parse({ states: ['needs-person'] });
const view = (name: string) => ({ name, filter, period: null, sort: newestFirst });

/** Saved views in a real file, opened as often as a test likes. */
function place() {
  const file = join(tempFolder(), 'supervision-views.json');
  return { file, open: () => createSavedViews(createSettingsFile(file), createIds()) };
}

const namesOf = (views: readonly { readonly name: string }[]) => views.map(({ name }) => name);

test('a view is there after a restart as it was saved, in the order of names', () => {
  const { open } = place();
  open().save('Kim', view('Stuck'));
  open().save('Kim', view('  At the hall '));
  const after = open().list('Kim');
  expect(namesOf(after)).toEqual(['At the hall', 'Stuck']);
  expect(after[1]).toMatchObject({ filter, sort: newestFirst });
});

test('everybody has their own, under the same name too', () => {
  const { open } = place();
  open().save('Kim', view('Stuck'));
  open().save('Jo', view('Stuck'));
  const [kims] = open().list('Kim');
  expect(namesOf(open().list('Jo'))).toEqual(['Stuck']);
  if (kims === undefined) throw new Error('no view');
  expect(namesOf(open().remove('Jo', kims.id))).toEqual(['Stuck']);
  expect(namesOf(open().list('Kim'))).toEqual(['Stuck']);
  expect(open().remove('Kim', kims.id)).toEqual([]);
  expect(namesOf(open().list('Jo'))).toEqual(['Stuck']);
});

test('saved again under its id it is changed, also in the letters of its name; two of one name there are not', () => {
  const { open } = place();
  const [first] = open().save('Kim', view('Stuck'));
  expect(problemCodeOf(() => open().save('Kim', view('STUCK')))).toBe('name-taken');
  const changed = open().save('Kim', {
    ...view('STUCK'),
    id: first?.id,
    filter: supervisionFilter.parse({}),
  });
  expect(changed).toEqual([{ ...first, name: 'STUCK', filter: supervisionFilter.parse({}) }]);
});

test.each([
  ['no name', '   ', 'name-missing'],
  ['a name of eighty-one letters', 'x'.repeat(81), 'name-too-long'],
])('%s is refused', (_what, name, code) => {
  const { open } = place();
  expect(problemCodeOf(() => open().save('Kim', view(name)))).toBe(code);
  expect(open().list('Kim')).toEqual([]);
});

test('so many are enough', () => {
  const { open } = place();
  const views = open();
  for (let count = 0; count < MOST_SAVED_VIEWS; count += 1) views.save('Kim', view(`View ${count}`));
  expect(problemCodeOf(() => views.save('Kim', view('One more')))).toBe('input-invalid');
  const [first] = views.list('Kim');
  expect(views.save('Kim', { ...view('Another name'), id: first?.id })).toHaveLength(MOST_SAVED_VIEWS);
  expect(views.save('Jo', view('One more'))).toHaveLength(1);
});

test('a view of the last days keeps them as days counted from today; one from before there were such keeps its dates', () => {
  const { file, open } = place();
  open().save('Kim', { ...view('This week'), period: 'week' });
  expect(open().list('Kim')).toMatchObject([{ period: 'week', filter: { from: null, until: null } }]);
  const [{ period: _period, ...old } = view('')] = z
    .array(savedView)
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  const dated = { ...old, worker: 'Kim', filter: { ...filter, from: 5 } };
  writeFileSync(file, JSON.stringify([dated]));
  expect(open().list('Kim')).toMatchObject([{ period: null, filter: { from: 5 } }]);
});

test('a view in another version’s form is left out, and the others stay', () => {
  const { file, open } = place();
  open().save('Kim', view('Stuck'));
  const rows = z.array(z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(
    file,
    JSON.stringify([{ worker: 'Kim', name: 'From tomorrow', filter: { states: ['flying'] } }, ...rows]),
  );
  expect(namesOf(open().list('Kim'))).toEqual(['Stuck']);
  writeFileSync(file, 'not even JSON');
  expect(open().list('Kim')).toEqual([]);
  expect(namesOf(open().save('Kim', view('New')))).toEqual(['New']);
});
