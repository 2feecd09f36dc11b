import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { troubles } from '../../kill/troubles.ts';
import { seededRandom } from '../../operator/random.ts';
import type { HeadlessProcess, Line } from './headless-process.ts';
import { type Surroundings, surroundings } from './surroundings.ts';
import { expectDone, expectFittedOnce, wholeJob } from './the-job.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';
import { longFrom } from '../../runner/long.ts';

/** Long enough that a kill meets requests on the wire. */
const LATENCY_MS = 25;

const start = ({ run, jobFile }: Surroundings) =>
  run(['--job', jobFile(wholeJob), '--timeout', AMPLE_SECONDS]);

const jobsIn = (lines: readonly Line[]) => lines.flatMap(({ job }) => (job === undefined ? [] : [job]));

/** Lets a run come to its end, which must be a good one, and be about the same job as the killed ones. */
async function expectToEndWell(last: HeadlessProcess, killed: readonly HeadlessProcess[]): Promise<void> {
  const { code, stderr, lines } = await last.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expectDone(lines);
  expect(new Set([...killed, last].flatMap((run) => jobsIn(run.lines()))).size).toBe(1);
}

/** Every different line of an undisturbed run, by what it is about. */
const everyMoment = [
  ['job', 'started'],
  ['create-car', 'ready'],
  ['car', 'saved'],
  ['create-car', 'sending'],
  ['create-car', 'done'],
  ['keyfob', 'looked-up'],
  ['install', 'ready'],
  ['box', 'saved'],
  ['create-group', 'ready'],
  ['add-car-to-group', 'waiting'],
  ['group', 'saved'],
  ['create-assignment', 'waiting'],
  ['verify', 'saved'],
  ['install', 'sending'],
  ['install', 'done'],
  ['create-group', 'sending'],
  ['create-group', 'done'],
  ['add-car-to-group', 'ready'],
  ['add-car-to-group', 'sending'],
  ['add-car-to-group', 'done'],
  ['create-assignment', 'ready'],
  ['create-assignment', 'sending'],
  ['create-assignment', 'awaiting-result'],
  ['create-assignment', 'done'],
  ['delete-assignment', 'ready'],
  ['delete-assignment', 'sending'],
  ['delete-assignment', 'awaiting-result'],
  ['delete-assignment', 'done'],
] as const;

/** One of each kind of moment: a step saved, an operation sent, its result awaited. `npm run test:long` kills at all of them. */
const moments =
  process.env['BOXWRIGHT_ALL_MOMENTS'] === '1'
    ? everyMoment
    : everyMoment.filter(
        ([about, state]) =>
          about === 'box' ||
          (about === 'create-assignment' && state === 'awaiting-result') ||
          (about === 'install' && state === 'sending'),
      );

describe.concurrent(
  'faults.md 1, 2, 3, 4, 5: killed once and started again, the same job is finished exactly once',
  () => {
    test.for(moments)('after “%s %s”', async ([about, state], context) => {
      const place = await surroundings(context, { latencyMs: LATENCY_MS });
      const first = start(place);
      await first.line((line) => (line.kind ?? line.step ?? line.event) === about && line.state === state);
      first.child.kill('SIGKILL');
      expect(await first.ended).toMatchObject({ signal: 'SIGKILL' });

      await expectToEndWell(start(place), [first]);
      expectFittedOnce(place.operator);
    });
  },
);

const seeds = Array.from({ length: 4 }, (_, index) => [index + 1, longFrom(1, index)] as const);

describe.concurrent(
  'killed at random moments, several times, with answers lost as well, it is finished exactly once',
  () => {
    test.for(seeds)('seed %i%s', async ([seed], context) => {
      const random = seededRandom(seed);
      const place = await surroundings(context, { latencyMs: 2 * LATENCY_MS, resultJitterMs: 200 });
      for (const fault of random.shuffled(troubles).slice(0, random.integer(0, 3))) {
        place.operator.faults.add(fault);
      }
      const killed: HeadlessProcess[] = [];
      for (let kills = random.integer(1, 4); kills > 0; kills -= 1) {
        const run = start(place);
        killed.push(run);
        // From before its first line to beyond its end.
        await Promise.race([delay(random.integer(100, 2500)), run.ended]);
        run.child.kill('SIGKILL');
        expect((await run.ended).code ?? 0).toBe(0);
      }
      await expectToEndWell(start(place), killed);
      expectFittedOnce(place.operator);
    });
  },
);
