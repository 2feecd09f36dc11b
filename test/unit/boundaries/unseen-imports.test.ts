import { expect, it } from 'vitest';
import { writeFixtureTree } from './fixture-tree.ts';
import { lint } from './run-tools.ts';

it('the two ways to import that the import walls cannot see are refused by the linter', async () => {
  const tree = await writeFixtureTree({
    'renderer/in-a-type.ts': "export type T = import('../electron/target.ts').T;\n",
    'renderer/as-a-whole.ts': "export type T = typeof import('../electron/target.ts');\n",
    'renderer/by-reference.ts': '/// <reference path="../electron/target.ts" />\nexport const value = 1;\n',
    'renderer/fine.ts': 'export const value = 1;\n',
  });
  const found = await lint(tree.root);
  await tree.remove();
  expect(found.toSorted((one, other) => one.from.localeCompare(other.from))).toEqual([
    { from: 'renderer/as-a-whole.ts', rule: 'typescript(consistent-type-imports)' },
    { from: 'renderer/by-reference.ts', rule: 'typescript(triple-slash-reference)' },
    { from: 'renderer/in-a-type.ts', rule: 'typescript(consistent-type-imports)' },
  ]);
});
