import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOfWorkflow } from '../../check/workflow-faults.ts';

const root = join(import.meta.dirname, '../../..');
const good = `name: Check
on: push
permissions:
  contents: read
jobs:
  one:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
      - run: npm run check
      - run: npm test
`;

describe('a workflow', () => {
  it.each(globSync('.github/workflows/*.yml', { cwd: root }))('%s has no fault', async (file) => {
    expect(await faultsOfWorkflow(file, readFileSync(join(root, file), 'utf8'))).toEqual([]);
  });

  it('is accepted when its schema, expressions, actions and scripts are', async () => {
    expect(await faultsOfWorkflow('check.yml', good)).toEqual([]);
  });

  it.each([
    ['a key that GitHub does not know', 'runs-on:', 'run-on:', /run-on/],
    ['an expression that cannot be read', 'npm test', '${{ github. }}', /expression|Unexpected/i],
    [
      'a job that waits for one that does not exist',
      '    steps:',
      '    needs: two\n    steps:',
      /no dependencies/,
    ],
    ['an action by its tag', '08c6903cd8c0fde910a37f88322edcfb5dd907a8', 'v5', /digest/],
    ['a script that does not exist', 'run check', 'run chek', /no npm script chek/],
    ['no limit of its token', 'permissions:\n  contents: read\n', '', /permissions/],
    ['a job without a time limit', '    timeout-minutes: 5\n', '', /time limit/],
  ])('with %s is refused', async (_fault, from, to, reason) => {
    const faults = await faultsOfWorkflow('check.yml', good.replace(from, to));
    expect(faults.join('\n')).toMatch(reason);
  });
});
