import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../e2e');

it('each end-to-end spec states its subject in a comment below its imports', () => {
  const specs = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'));
  expect(specs.length).toBeGreaterThan(40);
  const silent = specs.filter((name) => {
    const [, after = ''] = readFileSync(join(folder, name), 'utf8').split(/^import [^;]*;\n(?!import )/m);
    return !/^\s*\/\*/.test(after);
  });
  expect(silent).toEqual([]);
});
