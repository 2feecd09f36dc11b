import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const components = join(root, 'renderer/components');

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );

/** The components that a file shows, by itself or within another one. */
function shownBy(file: string, known = new Set<string>()): ReadonlySet<string> {
  for (const imported of importsOf(file)) {
    if (known.has(imported) || !imported.startsWith(components)) continue;
    known.add(imported);
    shownBy(imported, known);
  }
  return known;
}

it('every component is in the gallery', () => {
  const gallery = join(root, 'test/gallery');
  const entries = readdirSync(gallery).filter((name) => name.endsWith('-entries.tsx'));
  const shown = new Set(entries.flatMap((name) => [...shownBy(join(gallery, name))]));
  const missing = readdirSync(components, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => join(components, name))
    .filter((file) => !shown.has(file));
  expect(missing.map((file) => relative(components, file))).toEqual([]);
});
