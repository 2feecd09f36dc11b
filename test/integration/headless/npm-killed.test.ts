import { expect, test } from 'vitest';
import { type Surroundings, surroundings } from './surroundings.ts';
import { expectDone, expectFittedOnce, wholeJob } from './the-job.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';

const npmRun = ({ runInOwnGroup, jobFile }: Surroundings) =>
  runInOwnGroup('npm', [
    'run',
    '--silent',
    'headless',
    '--',
    '--job',
    jobFile(wholeJob),
    '--timeout',
    AMPLE_SECONDS,
  ]);

/** npm dies of SIGKILL without a word to the process it started, which works on. */
test('the process that a killed npm leaves behind goes on, another run is refused meanwhile, and the job is done once', async (context) => {
  const place = await surroundings(context, { resultsHeld: true });
  const { operator } = place;
  const first = npmRun(place);
  await first.line(({ kind, state }) => kind === 'create-assignment' && state === 'awaiting-result');
  first.child.kill('SIGKILL');

  const refused = await npmRun(place).ended;
  expect({ code: refused.code, end: refused.lines.at(-1) }).toMatchObject({
    code: 2,
    end: { problem: 'folder-in-use' },
  });
  operator.settings.resultsHeld = false;
  await operator.webhooks.release('in-order');

  const leftBehind = await first.ended;
  expect(leftBehind.signal).toBe('SIGKILL');
  expectDone(leftBehind.lines);
  const { code, lines } = await npmRun(place).ended;
  expect(code).toBe(0);
  expect(lines.filter(({ event }) => event === 'job')).toMatchObject([{ state: 'already-finished' }]);
  expectFittedOnce(operator);
});

test('killed with everything it started, it is taken over at once @long', async (context) => {
  const place = await surroundings(context, { latencyMs: 25 });
  const first = npmRun(place);
  await first.line(({ kind, state }) => kind === 'install' && state === 'sending');
  if (first.child.pid === undefined) throw new Error('npm did not start');
  process.kill(-first.child.pid, 'SIGKILL');
  await first.ended;

  const { code, lines } = await npmRun(place).ended;
  expect(code).toBe(0);
  expect(lines.filter(({ event }) => event === 'job')).toMatchObject([{ state: 'resumed' }]);
  expectDone(lines);
  expectFittedOnce(place.operator);
});
