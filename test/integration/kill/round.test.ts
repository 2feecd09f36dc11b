import { expect, test } from 'vitest';
import { runRound } from '../../kill/round.ts';

test('a round of ten kills under load loses nothing and applies nothing twice @long', async ({ signal }) => {
  const report = await runRound({ seed: 20, kills: 10, signal });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ appKills: 7, relayKills: 3, kept: null });
  expect(report.operations).toBeGreaterThanOrEqual(5 * report.jobs);
});
