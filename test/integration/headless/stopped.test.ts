import { expect, test } from 'vitest';
import { surroundings } from './surroundings.ts';
import { expectDone, expectFittedOnce, wholeJob } from './the-job.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';
import { LONG } from '../../runner/long.ts';

test.concurrent.for([
  ['SIGTERM', ''],
  ['SIGINT', LONG],
] as const)(
  '%s stops the run in order; the next one resumes without waiting %s',
  async ([signal], context) => {
    const place = await surroundings(context, { resultsHeld: true });
    const { operator, run, jobFile } = place;
    const args = ['--job', jobFile(wholeJob), '--timeout', AMPLE_SECONDS];
    const first = run(args);
    await first.line(({ kind, state }) => kind === 'add-car-to-group' && state === 'done');
    await first.line(({ kind, state }) => kind === 'create-assignment' && state === 'awaiting-result');
    first.child.kill(signal);
    const { code, lines, stderr } = await first.ended;
    expect(code).toBe(4);
    expect(lines.at(-1)).toMatchObject({ event: 'end', code: 4, because: 'stopped' });
    expect(stderr).toBe(
      "Stopped while waiting for the operator's result of Give Bay 3 Tester test access to M BX 2001. " +
        'Everything is kept; start the same job again to go on.\n',
    );

    operator.settings.resultsHeld = false;
    await operator.webhooks.release('in-order');
    const next = await run(args).ended;
    expect(next).toMatchObject({ code: 0, stderr: '' });
    expect(next.lines[0]).toMatchObject({ event: 'job', state: 'resumed' });
    expectDone(next.lines);
    expectFittedOnce(operator);
  },
);

test.concurrent('a request in flight at the stop is neither lost nor sent twice', async (context) => {
  const place = await surroundings(context, { latencyMs: 40 });
  const args = ['--job', place.jobFile(wholeJob), '--timeout', AMPLE_SECONDS];
  const first = place.run(args);
  await first.line(({ kind, state }) => kind === 'create-car' && state === 'sending');
  first.child.kill('SIGTERM');
  const { code, lines } = await first.ended;
  expect(code).toBe(4);
  expect(lines.at(-1)).toMatchObject({ because: 'stopped' });
  expect((await place.run(args).ended).code).toBe(0);
  expectFittedOnce(place.operator);
});
