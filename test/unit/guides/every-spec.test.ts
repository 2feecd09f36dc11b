import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../e2e');

it('the guide of the end-to-end tests lists every spec, and no other', () => {
  const listed = new Set(
    [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| `([\w-]+\.spec\.ts)`/gm)].map(
      ([, name]) => name,
    ),
  );
  const there = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'));
  expect(listed).toEqual(new Set(there));
});
