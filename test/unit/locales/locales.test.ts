import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operationKind } from '../../../shared/domain/operation.ts';
import { language as spoken } from '../../../shared/domain/settings.ts';
import { problemCode } from '../../../shared/problem.ts';
import de from '../../../resources/locales/de.json' with { type: 'json' };
import en from '../../../resources/locales/en.json' with { type: 'json' };
import es from '../../../resources/locales/es.json' with { type: 'json' };
import fr from '../../../resources/locales/fr.json' with { type: 'json' };
import { leaves } from './leaves.ts';

/** The names in {{braces}} of a text, without their formats. */
function gaps(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '').sort();
}

const english = new Map(leaves(en));
const languages = [
  ['en', english],
  ['de', new Map(leaves(de))],
  ['fr', new Map(leaves(fr))],
  ['es', new Map(leaves(es))],
] as const;

test('every selectable language is checked', () => {
  expect(languages.map(([name]) => name)).toEqual(spoken.options);
});

test.each(languages)('%s has exactly the texts of English', (_language, texts) => {
  expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
});

test.each(languages)('no text of %s is empty or has blanks at its ends', (_language, texts) => {
  expect([...texts].filter(([, text]) => text === '' || text !== text.trim())).toEqual([]);
});

test.each(languages)('%s fills the same gaps as English', (_language, texts) => {
  const different = [...texts].filter(
    ([key, text]) => gaps(text).join() !== gaps(english.get(key) ?? '').join(),
  );
  expect(different).toEqual([]);
});

test.each(languages)('every problem has both of its sentences in %s', (_language, texts) => {
  const missing = problemCode.options.flatMap((code) =>
    [`problems.${code}.says`, `problems.${code}.next`].filter((key) => !texts.has(key)),
  );
  expect(missing).toEqual([]);
});

test('a problem that is made without values has no gap in its sentences', () => {
  const sources = ['electron', 'renderer', 'shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
  const made = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/makeProblem\(\s*'([a-z-]+)',?\s*\)/g)].map(([, code = '']) => ({
      file,
      code,
    })),
  );
  const withGaps = made.filter(({ code }) =>
    ['says', 'next'].some((part) => gaps(english.get(`problems.${code}.${part}`) ?? '').length > 0),
  );
  expect(made.length).toBeGreaterThan(0);
  expect(withGaps).toEqual([]);
});

test.each(languages)('%s has no text for a problem that does not exist', (_language, texts) => {
  const known = new Set<string>(problemCode.options);
  const strange = [...texts.keys()].filter(
    (key) => key.startsWith('problems.') && !known.has(key.split('.')[1] ?? ''),
  );
  expect(strange).toEqual([]);
});

test.each(languages)('every operation kind has its sentence in %s', (_language, texts) => {
  const missing = operationKind.options.filter(
    (kind) => !texts.has(`operations.${kind}`) && !texts.has(`operations.${kind}-opened`),
  );
  expect(missing).toEqual([]);
});

const translations = languages.filter(([language]) => language !== 'en');

test.each(translations)('%s leaves no sentence in English', (_language, texts) => {
  const same = [...english].filter(([key, text]) => {
    const words = text.replaceAll(/\{\{.*?\}\}/g, '').match(/\p{L}{2,}/gu) ?? [];
    return texts.get(key) === text && words.length > 2;
  });
  expect(same).toEqual([]);
});

test.each(languages)('%s writes gaps in one way and leaves no brace open', (_language, texts) => {
  const broken = [...texts].filter(([, text]) =>
    /[{}]/.test(text.replaceAll(/\{\{\w+(, (time|date|dateTime|duration|number))?\}\}/g, '')),
  );
  expect(broken).toEqual([]);
});

test.each(languages)('%s writes apostrophes as ’ alone', (_language, texts) => {
  expect([...texts].filter(([, text]) => text.includes("'"))).toEqual([]);
});

/** The words by which a person affirms. */
const affirmed = {
  en: /\byes\b/i,
  de: /\bja\b/i,
  fr: /\boui\b/i,
  es: /(?<!\p{L})(?<!por )sí(?!\p{L})/iu,
} as const;

test.each(languages)(
  'in %s no text of the test of the car names the answer that it wants',
  (language, texts) => {
    const buttons = /\.yes(?:Opened|Closed)?$/;
    const coaching = [...texts].filter(
      ([key, text]) =>
        /^(?:flow\.verify|jobs\.unproven|proof)\./.test(key) &&
        !buttons.test(key) &&
        affirmed[language].test(text),
    );
    expect(coaching).toEqual([]);
  },
);

test('French keeps its blanks before ; : ! ? and inside « » from breaking', () => {
  const sentences = languages.flatMap(([language, texts]) => (language === 'fr' ? [...texts] : []));
  const typed = sentences.filter(([, text]) => {
    // A time of day and an address hold colons of their own.
    const prose = text.replaceAll(/\{\{.*?\}\}/g, 'x').replaceAll(/https:\/\/|\d\d:\d\d/g, '');
    return /[^\u00a0\u202f][;:!?»]|«[^\u00a0\u202f]|'/.test(prose);
  });
  expect(typed).toEqual([]);
});

test('Spanish opens every question and exclamation it closes', () => {
  const sentences = languages.flatMap(([language, texts]) => (language === 'es' ? [...texts] : []));
  const count = (text: string, sign: string) => text.split(sign).length;
  const lopsided = sentences.filter(
    ([, text]) => count(text, '¿') !== count(text, '?') || count(text, '¡') !== count(text, '!'),
  );
  expect(sentences.length).toBeGreaterThan(0);
  expect(lopsided).toEqual([]);
});
