import { expect, it } from 'vitest';
import { piecesOf } from '../../long/pieces.ts';
import { playwrightSuite } from '../../runner/suites.ts';

it('a run of everything leaves out the end-to-end tests that are tagged long', () => {
  expect(playwrightSuite.args(null)).toContain('--grep-invert=@long');
});

it('a run of named files has their tests that are tagged long', () => {
  expect(playwrightSuite.args(['test/e2e/touch.spec.ts']).join(' ')).not.toContain('@long');
});

it('the long run has the end-to-end tests that are tagged long', () => {
  const commands = piecesOf(1).map(({ command }) => command.join(' '));
  const shards = commands.filter((command) => command.includes('--grep=@long'));
  expect(shards.map((command) => command.match(/--shard=(\d)\/\d/)?.[1])).toEqual(['1', '2', '3', '4']);
});
