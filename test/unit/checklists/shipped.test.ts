import type { JobKind } from '../../../shared/domain/job-steps.ts';
import { expect, test } from 'vitest';
import { createChecklists, makeOf, withChoice, shippedTemplates } from '../../../electron/jobs/checklists.ts';
import type { LocalText } from '../../../shared/domain/checklist.ts';
import { type KnownForChecklist, nothingKnown } from '../../../shared/domain/checklist-asking.ts';
import { checkTemplate } from '../../../shared/domain/checklist-faults.ts';
import { type ChecklistChoice, language as languages } from '../../../shared/domain/settings.ts';

test.each(shippedTemplates.map((template) => [template.id, template] as const))(
  'the checklist "%s" has nothing wrong with it and speaks every language throughout',
  (_id, template) => {
    expect(checkTemplate(template)).toMatchObject({ ok: true });
    const texts: readonly LocalText[] = [
      template.title,
      ...template.items.flatMap((item) => [
        item.text,
        ...(item.hint === undefined ? [] : [item.hint]),
        ...(item.type === 'choice' ? item.options.map((option) => option.text) : []),
      ]),
    ];
    const speechless = texts.filter((text) =>
      languages.options.some((language) => (text[language] ?? '').trim() === ''),
    );
    expect(speechless).toEqual([]);
    // A forgotten translation is an English sentence in another language.
    const copied = texts.filter((text) => text.en.split(' ').length > 3 && text['de'] === text.en);
    expect(copied).toEqual([]);
  },
);

const suggested = (
  known: Partial<KnownForChecklist>,
  remembered: readonly ChecklistChoice[] = [],
  kind: JobKind = 'installation',
) =>
  createChecklists({ folder: null, remembered: () => remembered }).suggest(
    { ...nothingKnown, ...known },
    kind,
  ).id;

test('the facts of the car suggest the checklist: a van, a machine, and a car for all others', () => {
  expect(suggested({ brand: 'Ford', model: 'Transit Connect' })).toBe('van');
  expect(suggested({ brand: 'Mercedes-Benz', model: 'Vito' })).toBe('van');
  expect(suggested({ brand: 'Wacker Neuson', model: 'DW30' })).toBe('machine');
  expect(suggested({ brand: 'Škoda', model: 'Octavia' })).toBe('car');
  expect(suggested({})).toBe('car');
});

test('a removal and a swap have a checklist of their own, also where one was chosen for this make', () => {
  const remembered = withChoice([], makeOf({ brand: 'Ford', model: 'Transit' }), 'car');
  const known = { brand: 'Ford', model: 'Transit' };
  expect(suggested(known, remembered, 'removal')).toBe('removal');
  expect(suggested(known, remembered, 'swap')).toBe('swap');
});

test('an earlier choice for this make comes first, for this make alone', () => {
  const remembered = withChoice([], makeOf({ brand: 'Ford', model: 'Transit' }), 'car');
  expect(suggested({ brand: 'Ford', model: 'Transit' }, remembered)).toBe('car');
  expect(suggested({ brand: 'Ford', model: 'Transit Custom' }, remembered)).toBe('van');
});

test('a deleted remembered checklist is dropped', () => {
  const remembered = [{ make: 'ford transit', checklist: 'no-longer-there' }];
  expect(suggested({ brand: 'Ford', model: 'Transit' }, remembered)).toBe('van');
});

test('the newest choice for a make replaces the one before, and only a hundred are kept', () => {
  const many = Array.from({ length: 120 }, (_, index) => `make ${index}`);
  const choices = many.reduce<readonly ChecklistChoice[]>((all, make) => withChoice(all, make, 'car'), []);
  expect(choices).toHaveLength(100);
  expect(withChoice(choices, 'make 119', 'van').filter(({ make }) => make === 'make 119')).toEqual([
    { make: 'make 119', checklist: 'van' },
  ]);
});
