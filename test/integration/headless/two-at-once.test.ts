import { expect, test } from 'vitest';
import { runPair } from '../../pairs/pair.ts';
import { surroundings } from './surroundings.ts';
import { expectFittedOnce, wholeJob } from './the-job.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';

test('two runs started together on one new data folder do the job once, and one says why it did nothing', async (context) => {
  for (let pair = 0; pair < 3; pair += 1) expect(await runPair(context)).toEqual([]);
});

test('a run is refused while another one uses the data folder, and does nothing', async (context) => {
  const place = await surroundings(context, { resultsHeld: true });
  const args = ['--job', place.jobFile(wholeJob), '--timeout', AMPLE_SECONDS];
  const first = place.run(args);
  await first.line(({ kind, state }) => kind === 'create-assignment' && state === 'awaiting-result');
  const { code, stderr, lines } = await place.run(args).ended;
  expect({ code, lines: lines.length, problem: lines.at(-1)?.problem }).toEqual({
    code: 2,
    lines: 1,
    problem: 'folder-in-use',
  });
  expect(stderr).toBe(
    'Another Boxwright is using this data folder. Close it or wait until it has ended, then try again.\n',
  );

  place.operator.settings.resultsHeld = false;
  await place.operator.webhooks.release('in-order');
  expect((await first.ended).code).toBe(0);
  expectFittedOnce(place.operator);
});
