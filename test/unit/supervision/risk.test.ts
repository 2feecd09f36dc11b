import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { riskWeights } from '../../../electron/supervision/projection/row.ts';
import { siteOf } from '../../../shared/domain/place.ts';

test('the page about the risk score says what the table of weights says', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/risk.md'), 'utf8');
  const reported = [...page.matchAll(/^\| `([a-z-]+)` *\|[^|]*\| *(\d+) *\| *(\d+) *\| *(\d+) *\|$/gm)].map(
    ([, part, first, further, most]) => [
      part,
      { first: Number(first), further: Number(further), most: Number(most) },
    ],
  );
  expect(Object.fromEntries(reported)).toEqual(riskWeights);
});

test('a site is what stands before the stroke in the laptop’s name, else all of it', () => {
  expect(['Munich / Bay 3', 'Bay 3', ' / ', null].map(siteOf)).toEqual(['Munich', 'Bay 3', null, null]);
});
