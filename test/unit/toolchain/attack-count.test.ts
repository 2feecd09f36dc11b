import { expect, test } from 'vitest';
import { countAttacks, countInWords } from '../../attacks/count-attacks.ts';

const file = (name: string, ...statuses: readonly string[]) => ({
  name: `/home/build/boxwright/test/attacks/${name}`,
  assertionResults: statuses.map((status) => ({ status, title: 'an attack' })),
});

test('each test of the suite is an attack, and a measurement of growth is none', () => {
  const report = {
    testResults: [
      file('web-page.test.ts', 'passed'),
      file('heavy/installer-token.test.ts', 'passed', 'passed'),
      file('parser-growth.test.ts', 'passed', 'passed', 'passed'),
      file('operator.test.ts', 'passed', 'failed', 'skipped'),
    ],
  };
  const counted = countAttacks(JSON.stringify(report));
  expect(counted).toEqual({
    held: 4,
    others: 2,
    byFile: [
      ['heavy/installer-token.test.ts', 2],
      ['operator.test.ts', 1],
      ['web-page.test.ts', 1],
    ],
  });
  expect(countInWords(counted).split('\n').at(-1)).toBe('4 attacks refused or survived, 2 not');
});

test('a report of another form is not counted', () => {
  expect(() => countAttacks('{}')).toThrow('testResults');
});
