import { expect, test } from 'vitest';
import { type Surroundings, surroundings } from './surroundings.ts';
import { carsOfTheJob, executions, expectDone, expectFittedOnce, wholeJob } from './the-job.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';

const finishedOnce = async (place: Surroundings, job: unknown = wholeJob) => {
  const { code, lines } = await place.run(['--job', place.jobFile(job), '--timeout', AMPLE_SECONDS]).ended;
  expect(code).toBe(0);
  return lines[0]?.job;
};

test.concurrent(
  'a finished job is reported as finished, and the operator is not asked anything',
  async (context) => {
    const place = await surroundings(context);
    const job = await finishedOnce(place);
    const before = place.operator.journal.entries.length;

    const again = await place.run(['--job', place.jobFile(wholeJob)]).ended;
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.lines).toMatchObject([
      { event: 'job', state: 'already-finished', job },
      { event: 'end', code: 0, because: 'done' },
    ]);
    expect(place.operator.journal.entries.length).toBe(before);
    expectFittedOnce(place.operator);
  },
);

test.concurrent(
  'it is the same job however its file is laid out, and wherever it lies @long',
  async (context) => {
    const place = await surroundings(context);
    const job = await finishedOnce(place);
    const reversed = Object.fromEntries(Object.entries(wholeJob).toReversed());
    const path = place.jobFile(`\uFEFF${JSON.stringify(reversed, null, 4)}`, 'other.json');
    const { code, lines } = await place.run(['--job', path]).ended;
    expect(code).toBe(0);
    expect(lines[0]).toMatchObject({ event: 'job', state: 'already-finished', job });
  },
);

test.concurrent('--again runs a finished job again', async (context) => {
  const place = await surroundings(context);
  const { operator } = place;
  const id = [...operator.state.cars.values()].find(({ customerId }) => customerId === 4711)?.id ?? 0;
  const justVerify = { car: { id }, verify: wholeJob.verify };
  const job = await finishedOnce(place, justVerify);

  const again = await place.run(['--job', place.jobFile(justVerify), '--again', '--timeout', AMPLE_SECONDS])
    .ended;
  expect(again.code).toBe(0);
  expect(again.lines[0]).toMatchObject({ event: 'job', state: 'started' });
  expect(again.lines[0]?.job).not.toBe(job);
  expectDone(again.lines);
  expect(executions(operator)).toMatchObject({ 'PUT /assignments': 2, 'DELETE /assignments/*': 2 });
});

test.concurrent('--again continues an unfinished job @long', async (context) => {
  const place = await surroundings(context, { latencyMs: 25 });
  const args = ['--job', place.jobFile(wholeJob), '--again', '--timeout', AMPLE_SECONDS];
  const first = place.run(args);
  await first.line(({ kind, state }) => kind === 'create-car' && state === 'done');
  first.child.kill('SIGKILL');
  await first.ended;
  const { code, lines } = await place.run(args).ended;
  expect(code).toBe(0);
  expect(lines[0]).toMatchObject({ event: 'job', state: 'resumed' });
  expectFittedOnce(place.operator);
});

test.concurrent('another job.json is another job @long', async (context) => {
  const place = await surroundings(context);
  const job = await finishedOnce(place, { car: wholeJob.car });
  const other = await finishedOnce(place, { car: { ...wholeJob.car, name: 'Vito 13' } });
  expect(other).not.toBe(job);
  expect(carsOfTheJob(place.operator).map(({ name }) => name)).toEqual(['Vito 12', 'Vito 13']);
});
