import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { bundledInTheWindow, headingOf, shippedPackages } from '../../notices/notices.ts';

const root = join(import.meta.dirname, '../../..');
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

it('the notices list every package that is shipped, in its version (npm run notices)', () => {
  const lines = new Set(readFileSync(join(root, 'THIRD_PARTY_NOTICES'), 'utf8').split('\n'));
  const shipped = shippedPackages(root).map(headingOf);
  expect(shipped.length).toBeGreaterThan(20);
  expect(shipped.filter((heading) => !lines.has(heading))).toEqual([]);
  const listed = [...lines].filter((line) => /^\S+ \d+\.\d+\.\d+\S* \(.+\)$/.test(line));
  expect(listed.filter((line) => !shipped.includes(line))).toEqual([]);
});

it('the window’s bundle equals the imports of its files', () => {
  const imported = globSync('{renderer,shared}/**/*.{ts,tsx,css}', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /(?:from|import|@import) ['"]((?:@[\w-]+\/)?[a-z][\w-]*)/g,
      ),
    ].map((match) => match[1] ?? ''),
  );
  const known = new Set<string>([...bundledInTheWindow, ...Object.keys(dependencies)]);
  expect([...new Set(imported)].filter((name) => !known.has(name))).toEqual([]);
  expect(bundledInTheWindow.filter((name) => !imported.includes(name))).toEqual([]);
});
