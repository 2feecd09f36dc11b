import { describe, expect, it } from 'vitest';
import { type Comparable, differencesOf, readDocument } from '../../../shared/domain/office-documents.ts';
import { shippedTemplates } from '../../../electron/jobs/checklists.ts';
import { writtenDocument } from '../../publications/written-publication.ts';

const { testUsers, texts } = writtenDocument();
const translation = { language: 'de', text: 'Links parken.' };
const base: Comparable = { templates: [{ id: 'van', version: 1 }], sites: ['Munich'], testUsers, texts };

describe('the differences of two versions', () => {
  it('are none where nothing changes, in whatever order', () => {
    const two = { ...base, sites: ['Munich', 'Ulm'] };
    expect(differencesOf(two, { ...two, sites: ['Ulm', 'Munich'] })).toEqual([]);
  });

  it('name the added, changed and removed parts', () => {
    const after: Comparable = {
      templates: [{ id: 'van', version: 2 }],
      sites: ['Ulm'],
      testUsers: [],
      texts: texts.map((one) => ({ ...one, text: 'Other' })),
    };
    expect(differencesOf(base, after).map(({ part, change, id }) => `${part} ${change} ${id}`)).toEqual([
      'template changed van',
      'site added Ulm',
      'site removed Munich',
      'testUser removed 501',
      'text changed home',
    ]);
  });
});

describe('a translated text', () => {
  const home = { place: 'home' as const, text: 'Park left.' };
  const translated = { ...home, translations: [{ language: 'de', text: 'Links parken.' }] };

  it('is read as another text where a translation changes, in whatever order', () => {
    const [de, fr] = ['de', 'fr'].map((language) => ({ language, text: language }));
    const with2 = (...translations: readonly (typeof de)[]) => ({
      ...base,
      texts: [{ ...home, translations: translations.flatMap((one) => one ?? []) }],
    });
    expect(differencesOf(with2(de, fr), with2(fr, de))).toEqual([]);
    expect(differencesOf(with2(de, fr), with2(de))).toMatchObject([{ part: 'text', change: 'changed' }]);
  });

  it('is read by a laptop that knows no translations', () => {
    const read = readDocument(JSON.stringify(writtenDocument({ texts: [translated] })));
    expect(read?.texts).toEqual([translated]);
    expect(read?.texts[0]?.text).toBe('Park left.');
  });
});

describe('a document', () => {
  it('is read without the checklists that this app cannot use, and counts them', () => {
    const [template] = shippedTemplates;
    const written = writtenDocument({ templates: [{ id: 'later', kind: 'new' }, template, template] });
    expect(readDocument(JSON.stringify(written))).toMatchObject({
      templates: [{ id: template?.id }],
      unusable: 2,
      sites: ['Munich'],
    });
  });

  it.each([
    ['a site twice', { sites: ['Munich', 'Munich'] }],
    ['a blank site', { sites: [' '] }],
    ['a test user twice', { testUsers: [...testUsers, ...testUsers] }],
    ['two texts of a place', { texts: [...texts, ...texts] }],
    [
      'a language twice',
      { texts: texts.map((one) => ({ ...one, translations: [translation, translation] })) },
    ],
    ['an unknown place', { texts: [{ place: 'roof', text: 'x' }] }],
    ['half a character', { publishedBy: '\ud800' }],
  ])('with %s is none', (_what, changes) => {
    expect(readDocument(JSON.stringify({ ...writtenDocument(), ...changes }))).toBeNull();
  });
});
