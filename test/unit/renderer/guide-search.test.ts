import { expect, it } from 'vitest';
import {
  guideOf,
  pageOfLink,
  searchGuides,
  sectionsOf,
  pictureAddress,
} from '../../../renderer/help/reader/guides.ts';
import { textOf } from '../../../renderer/help/reader/guide-text.ts';
import { guideNames } from '../../../renderer/navigation/help.ts';

it.each(guideNames)('the sections of %s hold all of its text, in its order', (name) => {
  const sections = sectionsOf(name);
  expect(sections.map(({ text }) => text).join('\n')).toBe(guideOf(name).map(textOf).join('\n'));
  expect(sections.every(({ guide }) => guide === name)).toBe(true);
  // Beneath the title stands the only section without an address.
  expect(sections.map(({ section, level }) => section === '' && level === 1)).toEqual(
    sections.map((_, index) => index === 0),
  );
  expect(sections.every(({ title, text }) => text.startsWith(title))).toBe(true);
});

it('a guide is read once', () => {
  expect(guideOf('support')).toBe(guideOf('support'));
});

it('a search finds the sections that contain every word, in any case and order', () => {
  const found = searchGuides('  QUEUE   box ');
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(expect.arrayContaining([...searchGuides('box queue')]));
  const all = guideNames.flatMap(sectionsOf);
  const holding = all.filter(({ text }) => /queue/iu.test(text) && /box/iu.test(text));
  expect(new Set(found)).toEqual(new Set(holding));
});

it('sections with every word in the title come first', () => {
  const inTitle = searchGuides('verify').map(({ title }) => title.toLowerCase().includes('verify'));
  expect(inTitle).toContain(true);
  expect(inTitle).toContain(false);
  expect(inTitle).toEqual(inTitle.toSorted((one, other) => Number(other) - Number(one)));
});

it.each(['', '   ', 'no-guide-has-this-word'])('a search for %j finds nothing', (question) => {
  expect(searchGuides(question)).toEqual([]);
});

it.each([
  ['#states', { guide: 'support', section: 'states' }],
  ['risk.md', { guide: 'risk', section: '' }],
  ['risk.md#score', { guide: 'risk', section: 'score' }],
  ['#', { guide: 'support', section: '' }],
  ['', null],
  ['developers.md', null],
  ['https://example.com/risk.md', null],
  ['risk.md#score and more', null],
  ['../risk.md', null],
])('a link to %j from the guide for support', (target, page) => {
  expect(pageOfLink(target, 'support')).toEqual(page);
});

it('a picture of the guides has an address by its file name, any other file has none', () => {
  const named = guideNames
    .flatMap(guideOf)
    .flatMap((block) => (block.kind === 'picture' ? [block.file] : []));
  expect(named.length).toBeGreaterThan(0);
  for (const file of named) expect(pictureAddress(file)).toContain(file);
  expect(pictureAddress('missing.png')).toBeNull();
});
