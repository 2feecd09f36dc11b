import { describe, expect, test, vi } from 'vitest';
import type { Line } from './headless-process.ts';
import { type Surroundings, surroundings } from './surroundings.ts';
import { executions, expectDone, expectFittedOnce, wholeJob } from './the-job.ts';

const start = ({ run, jobFile }: Surroundings, timeoutSeconds = 90) =>
  run(['--job', jobFile(wholeJob), '--timeout', String(timeoutSeconds)]);

/** Runs to an exit 4; the message says that nothing is lost. */
async function givesUp(place: Surroundings, timeoutSeconds: number) {
  const { code, stderr, lines } = await start(place, timeoutSeconds).ended;
  expect({ code, stderr }).toMatchObject({ code: 4 });
  const end = lines.at(-1);
  expect(end).toMatchObject({ event: 'end', code: 4, because: 'gave-up-waiting' });
  expect(stderr.trimEnd()).toBe(end?.says);
  expect(stderr).toMatch(
    /^Gave up waiting for .+ Everything is kept; start the same job again to go on\.\n$/,
  );
  return { says: stderr, lines };
}

/** Stops it in order once it has said this: nothing here depends on how far a run comes in a given time. */
async function stoppedAt(place: Surroundings, wanted: (line: Line) => boolean) {
  const run = start(place);
  await run.line(wanted);
  run.child.kill('SIGTERM');
  const { code, stderr, lines } = await run.ended;
  expect({ code, end: lines.at(-1) }).toMatchObject({ code: 4, end: { because: 'stopped' } });
  return { says: stderr, lines };
}

async function expectEnds(place: Surroundings): Promise<readonly Line[]> {
  const { code, stderr, lines } = await start(place).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expectDone(lines);
  return lines;
}

const lastOf = (lines: readonly Line[], kind: string) => lines.findLast((line) => line.kind === kind);

describe.concurrent('an operator that cannot be reached', () => {
  test('is waited for, and the job is done once it is there @long', async (context) => {
    const place = await surroundings(context);
    await place.operator.stop();
    const run = start(place);
    const waiting = await run.line(({ event }) => event === 'waiting');
    expect(waiting).toMatchObject({ for: "the operator's answer", problem: 'operator-unreachable' });
    await place.operator.startAgain();
    expect((await run.ended).code).toBe(0);
    expectFittedOnce(place.operator);
  });

  test('is aborted after the time limit, with the reason; the next run does the job', async (context) => {
    const place = await surroundings(context);
    await place.operator.stop();
    // Long enough for a first try on a machine under load; the whole of it is waited out.
    const { says } = await givesUp(place, 30);
    expect(says).toContain("the operator's answer. The operator cannot be reached.");
    await place.operator.startAgain();
    await expectEnds(place);
    expectFittedOnce(place.operator);
  });

  test('in the middle of the job is waited for @long', async (context) => {
    const place = await surroundings(context);
    const { faults, journal } = place.operator;
    const request = { method: 'PUT', path: '/installations' };
    const held = faults.add({ ...request, effect: { kind: 'hold' } });
    const run = start(place);
    await vi.waitFor(() => expect(journal.matching(request)).toHaveLength(1));
    await place.operator.stop();
    faults.clear(held);
    await run.line(({ kind, state, attempt }) => kind === 'install' && state === 'unknown' && attempt === 1);
    await place.operator.startAgain();
    expect((await run.ended).code).toBe(0);
    expectFittedOnce(place.operator);
  });
});

describe.concurrent('results that do not come', () => {
  test('because the relay is down: aborted with that reason, finished by a later run @long', async (context) => {
    const place = await surroundings(context, { resultsHeld: true });
    await place.stopRelay();
    await stoppedAt(place, ({ kind, state }) => kind === 'create-assignment' && state === 'awaiting-result');
    const { says, lines } = await givesUp(place, 10);
    expect(says).toContain("the operator's result of Give Bay 3 Tester test access to M BX 2001.");
    expect(says).toContain('The relay cannot be reached');
    expect(lines[0]).toMatchObject({ event: 'job', state: 'resumed' });

    await place.startRelayAgain();
    place.operator.settings.resultsHeld = false;
    await place.operator.webhooks.release('in-order');
    await expectEnds(place);
    expectFittedOnce(place.operator);
  });

  test('because they are lost: accepted is not enough, and nothing is sent a second time', async (context) => {
    const place = await surroundings(context, { resultsLost: true });
    await stoppedAt(place, ({ kind, state }) => kind === 'create-assignment' && state === 'awaiting-result');
    const { lines } = await givesUp(place, 8);
    expect(lines[0]).toMatchObject({ event: 'job', state: 'resumed' });
    expect(executions(place.operator)).toMatchObject({ 'PUT /assignments': 1, 'DELETE /assignments/*': 0 });
  });

  test('found by reading do not suffice: the job waits for the operator’s own result', async (context) => {
    const place = await surroundings(context, { resultsHeld: true, resultCopies: 2 });
    const lost = { kind: 'drop', when: 'after' } as const;
    place.operator.faults.add({ method: 'PUT', path: '/assignments', effect: lost });
    place.operator.faults.add({ method: 'DELETE', path: '/assignments/*', effect: lost });
    const { says, lines } = await stoppedAt(
      place,
      ({ kind, confirmedBy }) => kind === 'delete-assignment' && confirmedBy === 'query',
    );
    expect(lastOf(lines, 'create-assignment')).toMatchObject({ state: 'done', confirmedBy: 'query' });
    expect(lastOf(lines, 'delete-assignment')).toMatchObject({ state: 'done', confirmedBy: 'query' });
    expect(says).toContain("the operator's result of Give Bay 3 Tester test access to M BX 2001.");

    // They come after all: each twice, the last one first.
    await place.operator.webhooks.release('reversed');
    expect((await expectEnds(place))[0]).toMatchObject({ event: 'job', state: 'resumed' });
    expectFittedOnce(place.operator);
  });
});

test('results that come twice, late and out of order change nothing @long', async (context) => {
  const place = await surroundings(context, { resultCopies: 3, resultDelayMs: 20, resultJitterMs: 250 });
  const lines = await expectEnds(place);
  expect(lines.filter(({ confirmedBy }) => confirmedBy === 'result').map(({ kind }) => kind)).toEqual([
    'create-assignment',
    'delete-assignment',
  ]);
  expectFittedOnce(place.operator);
});
