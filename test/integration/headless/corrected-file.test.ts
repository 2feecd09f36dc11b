import { expect, test } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import { productsIn } from '../../operator/state.ts';
import { type Surroundings, surroundings } from './surroundings.ts';
import { carsOfTheJob, executions, expectDone, expectFittedOnce, SERIAL, wholeJob } from './the-job.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';
import { LONG } from '../../runner/long.ts';

const start = ({ run, jobFile }: Surroundings, job: unknown) =>
  run(['--job', jobFile(job), '--timeout', AMPLE_SECONDS]);

const expectPersonNeeded = async (place: Surroundings, job: unknown) => {
  const { code, stderr } = await start(place, job).ended;
  expect({ code, stderr }).toMatchObject({ code: 3 });
  return stderr;
};

/** The corrected file goes on with the same job, and the car is there once. */
async function expectGoesOn(place: Surroundings, job: unknown) {
  const { code, stderr, lines } = await start(place, job).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(lines.filter(({ event }) => event === 'job')).toMatchObject([{ state: 'resumed', corrected: true }]);
  expectDone(lines);
  expect(carsOfTheJob(place.operator)).toHaveLength(1);
  expect(executions(place.operator)).toMatchObject({ 'PUT /cars': 1 });
}

test.concurrent.for([
  ['an unknown one', '', '001239999'],
  ['one in another car', LONG, notable.boxes.installed],
  ['one without a service', LONG, notable.boxes.withoutService],
] as const)('a mistyped serial, %s, is corrected in the job file %s', async ([, , wrong], context) => {
  const place = await surroundings(context);
  const says = await expectPersonNeeded(place, { ...wholeJob, box: { serialNumber: wrong } });
  expect(says.split('\n')).toHaveLength(2);
  await expectGoesOn(place, wholeJob);
  expectFittedOnce(place.operator);
});

test.concurrent('a correction that is killed at its first line is still one', async (context) => {
  const place = await surroundings(context, { latencyMs: 25 });
  await expectPersonNeeded(place, { ...wholeJob, box: { serialNumber: notable.boxes.withoutService } });
  const asked = place.operator.journal.matching({ method: 'PUT', path: '/installations' }).length;
  const corrected = start(place, wholeJob);
  await corrected.line(({ event }) => event === 'job');
  corrected.child.kill('SIGKILL');
  await corrected.ended;

  const { code, lines } = await start(place, wholeJob).ended;
  expect(code).toBe(0);
  expectDone(lines);
  expectFittedOnce(place.operator);
  // The Box of before is not asked for again.
  const all = place.operator.journal.matching({ method: 'PUT', path: '/installations' });
  expect(all.slice(asked).map(({ status }) => status)).toEqual([204]);
});

test.concurrent('a group name that the operator finds too long @long', async (context) => {
  const place = await surroundings(context);
  const says = await expectPersonNeeded(place, { ...wholeJob, group: { name: 'x'.repeat(150) } });
  expect(says).toMatch(/^The operator rejected this operation/);
  await expectGoesOn(place, wholeJob);
  expectFittedOnce(place.operator);
});

test.concurrent('a test user whose access fails @long', async (context) => {
  const place = await surroundings(context);
  place.operator.results.add({ kind: 'created', failWith: 'This user has no app.' });
  const other = [...place.operator.state.users.values()].find(
    ({ id, customerIds }) => id !== 9001 && customerIds.has(4711),
  );
  await expectPersonNeeded(place, { ...wholeJob, verify: { userId: other?.id ?? 0, minutes: 15 } });
  await expectGoesOn(place, wholeJob);
  const bodies = place.operator.journal.matching({ method: 'PUT', path: '/assignments' });
  expect(bodies.map(({ body }) => /"userId":(\d+)/.exec(body ?? '')?.[1])).toEqual([
    String(other?.id),
    '9001',
  ]);
});

test.concurrent(
  'a Box that is in already stays: its serial is not corrected by a file @long',
  async (context) => {
    const place = await surroundings(context);
    place.operator.results.add({ kind: 'created', failWith: 'The Box did not answer.' });
    await expectPersonNeeded(place, wholeJob);
    const says = await expectPersonNeeded(place, { ...wholeJob, box: { serialNumber: '001234022' } });
    expect(says).toMatch(/^This is not possible yet, or not any more\. Nothing was changed\./);
    const [car] = carsOfTheJob(place.operator);
    expect(productsIn(place.operator.state, car?.id ?? 0).map(({ serialNumber }) => serialNumber)).toEqual([
      SERIAL,
    ]);
  },
);

test.concurrent('the first file again after a correction is the same job too @long', async (context) => {
  const place = await surroundings(context, { resultsLost: true });
  const first = { ...wholeJob, box: { serialNumber: '001239999' } };
  await expectPersonNeeded(place, first);
  const corrected = start(place, wholeJob);
  await corrected.line(({ kind, state }) => kind === 'create-assignment' && state === 'awaiting-result');
  corrected.child.kill('SIGTERM');
  expect((await corrected.ended).code).toBe(4);
  expect(await expectPersonNeeded(place, first)).toMatch(/^This is not possible yet, or not any more/);
  expect(carsOfTheJob(place.operator)).toHaveLength(1);
});
