import { expect, it } from 'vitest';
import { piecesOf } from '../../long/pieces.ts';
import { playwrightSuite, vitestSuite } from '../../runner/suites.ts';

/** Whether a run of everything includes a test, by its whole name. */
const runsAtEveryChange = (name: string): boolean => {
  const pattern = vitestSuite.args(null).find((argument) => argument.startsWith('--testNamePattern='));
  return new RegExp(pattern?.slice('--testNamePattern='.length) ?? '$never').test(name);
};

it('a run of everything leaves out the tests that are tagged long', () => {
  expect(playwrightSuite.args(null)).toContain('--grep-invert=@long');
  expect(runsAtEveryChange('a job is finished once')).toBe(true);
  expect(runsAtEveryChange('a job is finished once @long')).toBe(false);
  expect(runsAtEveryChange('with another checksum @long the main job is done')).toBe(false);
});

it('a run of named files has their tests that are tagged long', () => {
  expect(playwrightSuite.args(['test/e2e/touch.spec.ts']).join(' ')).not.toContain('@long');
  expect(vitestSuite.args(['test/integration/headless/killed.test.ts']).join(' ')).not.toContain('@long');
});

it('the long run has the tests that are tagged long, of both runners', () => {
  const commands = piecesOf(1).map(({ command }) => command.join(' '));
  const shards = commands.filter((command) => command.includes('--grep=@long'));
  expect(shards.map((command) => command.match(/--shard=(\d)\/\d/)?.[1])).toEqual(['1', '2', '3', '4']);
  const others = commands.filter((command) => command.includes('--testNamePattern=@long'));
  expect(others.map((command) => command.match(/--shard=(\d)\/\d/)?.[1])).toEqual(['1', '2']);
});
