import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { riskWeights } from '../../../electron/supervision/projection/row.ts';
import { siteOf } from '../../../shared/relay/access.ts';
import { finishedJob } from './logged-job.ts';

test('the page about the risk score matches the table of weights', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/risk.md'), 'utf8');
  const reported = [...page.matchAll(/^\| `([a-z-]+)` *\|[^|]*\| *(\d+) *\| *(\d+) *\| *(\d+) *\|$/gm)].map(
    ([, part, first, further, most]) => [
      part,
      { first: Number(first), further: Number(further), most: Number(most) },
    ],
  );
  expect(Object.fromEntries(reported)).toEqual(riskWeights);
});

test('a site is the part of the laptop’s name before the stroke, else all of it', () => {
  expect(['Munich / Bay 3', 'Bay 3', ' / ', null].map(siteOf)).toEqual(['Munich', 'Bay 3', null, null]);
});

test.each([
  ['critical', 'forced-critical'],
  ['major', 'forced'],
  ['minor', 'forced-minor'],
  [undefined, 'forced'],
] as const)('a deviation of severity %s counts as %s', (severity, part) => {
  const facts = {
    item: 'volts',
    text: 'Voltage',
    value: 9,
    kind: 'below',
    min: 11,
    max: 15,
    unit: 'V',
    reason: 'Old',
    ...(severity === undefined ? {} : { severity }),
  };
  const { parts, row } = finishedJob(['answer-forced', facts]);
  expect(parts.filter((name) => name.startsWith('forced'))).toEqual([part]);
  expect(row.forced).toBe(1);
});
