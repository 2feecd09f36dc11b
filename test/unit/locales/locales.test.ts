import { expect, test } from 'vitest';
import { operationKind } from '../../../shared/domain/operation.ts';
import { problemCode } from '../../../shared/problem.ts';
import de from '../../../resources/locales/de.json' with { type: 'json' };
import en from '../../../resources/locales/en.json' with { type: 'json' };

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : leaves(value, `${path}${key}.`),
  );
}

/** The names in {{braces}} of a text, without their formats. */
function gaps(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '').sort();
}

const english = new Map(leaves(en));
const languages = [
  ['en', english],
  ['de', new Map(leaves(de))],
] as const;

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

test.each(languages)('%s tells no problem that does not exist', (_language, texts) => {
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

test('German is German: sentences are not left in English', () => {
  const german = new Map(leaves(de));
  const same = [...english].filter(([key, text]) => german.get(key) === text && text.split(' ').length > 3);
  expect(same).toEqual([]);
});
