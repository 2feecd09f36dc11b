import { expect, test } from 'vitest';
import { runRound } from '../../kill/round.ts';
import { longFrom } from '../../runner/long.ts';

const rounds = [
  { kills: 2, appKills: 1, relayKills: 1 },
  { kills: 10, appKills: 7, relayKills: 3 },
].map(({ kills, ...each }, index) => [kills, longFrom(1, index), each] as const);

test.for(rounds)(
  'a round of %i kills under load loses nothing and applies nothing twice%s',
  async ([kills, _mark, each], { signal }) => {
    const report = await runRound({ seed: 20, kills, signal });
    expect(report.violations).toEqual([]);
    expect(report).toMatchObject({ ...each, kept: null });
    expect(report.operations).toBeGreaterThanOrEqual(5 * report.jobs);
  },
);
