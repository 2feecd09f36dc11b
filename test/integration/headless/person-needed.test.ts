import { describe, expect, test } from 'vitest';
import { clock as systemClock } from '../../../electron/app/headless-run/terminal.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { listOperations } from '../../../electron/db/tables/queue/operations.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { createQueueCommands } from '../../../electron/operations/queue/commands.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { createSteadyClock, defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { profileFolder } from '../../../electron/profiles/profile.ts';
import { customerId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { productsIn } from '../../operator/state.ts';
import { type Surroundings, surroundings } from './surroundings.ts';
import { carsOfTheJob, executions, expectDone, wholeJob } from './the-job.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';
import { LONG } from '../../runner/long.ts';

const withBox = (serialNumber: string) => ({ ...wholeJob, box: { serialNumber } });
/** A second look at an overdue result comes after a minute and a half: a run on a busy machine must outlast it. */
const start = ({ run, jobFile }: Surroundings, job: unknown) =>
  run(['--job', jobFile(job), '--timeout', AMPLE_SECONDS]);

/** Runs to an exit 3 and answers its last line and the message for a person. */
async function personNeeded(place: Surroundings, job: unknown) {
  const { code, stderr, lines } = await start(place, job).ended;
  expect({ code, stderr }).toMatchObject({ code: 3 });
  const end = lines.at(-1);
  expect(end).toMatchObject({ event: 'end', code: 3, because: 'person-needed' });
  expect(stderr.trimEnd()).toBe(end?.says);
  expect(stderr).not.toMatch(/\{\{|undefined/);
  return { says: stderr, end, lines };
}

async function expectGoesOn(place: Surroundings, job: unknown) {
  const { code, stderr, lines } = await start(place, job).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(lines.filter(({ event }) => event === 'job')).toMatchObject([{ state: 'resumed' }]);
  expectDone(lines);
  expect(carsOfTheJob(place.operator)).toHaveLength(1);
  expect(executions(place.operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
  expect([...place.operator.state.assignments.values()].filter(({ carId }) => isOurs(place, carId))).toEqual(
    [],
  );
}

const isOurs = ({ operator }: Surroundings, id: number) =>
  carsOfTheJob(operator).some((car) => car.id === id);
const product = ({ operator }: Surroundings, serial: string) => {
  const found = [...operator.state.products.values()].find(({ serialNumber }) => serialNumber === serial);
  if (found === undefined) throw new Error(`no product ${serial}`);
  return found;
};
const installations = ({ operator }: Surroundings) =>
  operator.journal.matching({ method: 'PUT', path: '/installations' });

/** A person gives up the installation of the Box, in a window on the same data folder. */
function giveUpBox({ dataDir, operator }: Surroundings): void {
  const target = {
    environment: 'uat',
    baseUrl: operator.url,
    customerId: customerId.parse(4711),
  } as const;
  const { queueFile } = profileFolder(dataDir, { address: target, customerId: target.customerId });
  const clock = createSteadyClock(systemClock);
  const database = openQueueDatabase(queueFile, target, () => undefined);
  try {
    const log = createInstallationLog({
      ids: createIds(),
      clock,
      worker: () => 'Bay 3',
      clockOffsetMs: () => null,
    });
    const [install] = listOperations(database.sqlite, 'unfinished', 10).filter(
      ({ kind }) => kind === 'install',
    );
    if (install === undefined) throw new Error('the Box is not requested');
    const parts = { database, target, clock, log, policy: defaultPolicy, onDone: () => undefined };
    createQueueCommands(parts, () => undefined).cancel(install.id);
  } finally {
    database.close();
  }
}

test.concurrent('a Box that was given up in the window is not reported as fitted', async (context) => {
  const place = await surroundings(context);
  const { verify: _later, ...job } = withBox(notable.boxes.installed);
  await personNeeded(place, job);
  giveUpBox(place);
  for (let run = 0; run < 2; run += 1) {
    const { says, end } = await personNeeded(place, job);
    expect(end).toMatchObject({ problem: 'step-given-up' });
    expect(says).toContain(notable.boxes.installed);
  }
  expect(installations(place)).toEqual([]);
});

describe.concurrent('a Box that cannot be installed', () => {
  test('a Box of a variant that no key of the brand takes is never requested, and both variants are named', async (context) => {
    const place = await surroundings(context);
    const [small] = notable.boxes.freeSmall;
    const { says, end } = await personNeeded(place, { ...withBox(small), keyfob: { brand: 'BMW' } });
    expect(says).toContain(`Box ${small} is SAP-080, but this key needs`);
    expect(says).toContain('Box M');
    expect(end).toMatchObject({ problem: 'box-wrong-variant' });
    expect(installations(place)).toEqual([]);
  });

  // The real backoff with jitter: half a minute on average.
  test('a Box for which the operator keeps answering 500 is named @long', async (context) => {
    const place = await surroundings(context);
    const effect = { kind: 'status', status: 500, body: '"Out of order."' } as const;
    place.operator.faults.add({ method: 'PUT', path: '/installations', count: 'all', effect });
    const { says, end } = await personNeeded(place, wholeJob);
    expect(says).toContain(
      `The operator answered 6 times in a row with a fault: M BX 2001, ${wholeJob.box.serialNumber}.`,
    );
    expect(end).toMatchObject({ problem: 'operator-keeps-failing' });
    expect(installations(place)).toHaveLength(6);
  });

  test('an unknown Box is named @long', async (context) => {
    const place = await surroundings(context);
    const { says, end } = await personNeeded(place, withBox('009999999'));
    expect(says).toContain('The operator knows no Box 009999999.');
    expect(end).toMatchObject({ problem: 'box-unknown' });
  });

  test('a Box in another car is never requested; the car is named; once the Box is free the job goes on', async (context) => {
    const place = await surroundings(context);
    const job = withBox(notable.boxes.installed);
    const { says, end } = await personNeeded(place, job);
    expect(says).toContain(
      `Box ${notable.boxes.installed} is in another car: ${notable.plates.inAnotherCar}.`,
    );
    expect(end).toMatchObject({ problem: 'box-in-another-car' });
    expect(installations(place)).toEqual([]);

    await personNeeded(place, job);
    expect(installations(place)).toEqual([]);

    product(place, notable.boxes.installed).carId = null;
    await expectGoesOn(place, job);
  });

  test('a Box that is put into another car between check and sending is requested once @long', async (context) => {
    const place = await surroundings(context);
    const [free] = notable.boxes.free;
    const { faults } = place.operator;
    const request = faults.add({ method: 'PUT', path: '/installations', effect: { kind: 'hold' } });
    const run = start(place, withBox(free));
    await run.line(({ kind, state }) => kind === 'install' && state === 'sending');
    product(place, free).carId = 20_006;
    faults.clear(request);
    const { code, stderr } = await run.ended;
    expect(code).toBe(3);
    expect(stderr).toContain(`is in another car: ${notable.plates.inAnotherCar}`);
    // The operator's own words are kept beside ours.
    expect(stderr).toContain('is already installed in a car');
    expect(installations(place)).toHaveLength(1);
  });

  test('a Box without a service is reported in the operator’s words, and the job goes on once it has one @long', async (context) => {
    const place = await surroundings(context);
    const serial = notable.boxes.withoutService;
    const job = withBox(serial);
    const { says, end } = await personNeeded(place, job);
    expect(says).toContain(`Box ${serial} has no service`);
    const words = `No service is assigned to the product with id ${product(place, serial).id}.`;
    expect(says).toContain(words);
    expect(end).toMatchObject({ operatorMessage: words });
    await personNeeded(place, job);
    expect(installations(place)).toHaveLength(0);

    const { state } = place.operator;
    const id = state.nextId('services');
    const { customerId, id: productId } = product(place, serial);
    state.services.set(id, {
      id,
      customerId,
      name: 'Vehicle access',
      productId,
      isTerminated: false,
      terminationDate: null,
      terminationCause: null,
    });
    await expectGoesOn(place, job);
  });

  test('a run that was killed before it asked is refused once, not twice, by the next @long', async (context) => {
    // Where the service can be read, such a Box is not asked for at all.
    const notOffered = ['GET /products/{productId}/services'];
    const place = await surroundings(context, { latencyMs: 25, notOffered });
    const job = withBox(notable.boxes.withoutService);
    const first = start(place, job);
    await first.line(({ kind, state }) => kind === 'install' && state === 'ready');
    first.child.kill('SIGKILL');
    await first.ended;
    // The queue has sent it and was refused before this run has found its job.
    place.operator.faults.add({ method: 'GET', path: '/customers', effect: { kind: 'delay', ms: 1000 } });
    await personNeeded(place, job);
    expect(installations(place)).toHaveLength(1);
  });

  test('an unknown serial is reported, and goes on once the operator has registered it @long', async (context) => {
    const place = await surroundings(context);
    const job = withBox('001239999');
    const { says } = await personNeeded(place, job);
    expect(says).toContain('The product was not found.');
    const { state } = place.operator;
    const [free] = notable.boxes.free;
    const known = product(place, free);
    state.products.delete(known.id);
    state.products.set(known.id, { ...known, serialNumber: '001239999' });
    await expectGoesOn(place, job);
  });

  test('a car that holds a Box already keeps it', async (context) => {
    const place = await surroundings(context);
    const { operator } = place;
    const occupied = product(place, notable.boxes.installed).carId ?? 0;
    const { says } = await personNeeded(place, { ...wholeJob, car: { id: occupied } });
    expect(says).toContain(`${notable.plates.inAnotherCar} already holds another Box.`);
    expect(installations(place)).toEqual([]);
    expect(productsIn(operator.state, occupied).map(({ serialNumber }) => serialNumber)).toContain(
      notable.boxes.installed,
    );
  });
});

describe.concurrent('a test access that fails', () => {
  const message = 'The Box did not answer within 90 seconds.';

  test('is reported in the operator’s own words, and requested again by the next run @long', async (context) => {
    const place = await surroundings(context);
    place.operator.results.add({ kind: 'created', failWith: message });
    const { says, end, lines } = await personNeeded(place, wholeJob);
    expect(says).toContain(message);
    expect(end).toMatchObject({ problem: 'assignment-failed', operatorMessage: message });
    expect(
      lines.filter(({ kind, state }) => kind === 'create-assignment' && state === 'failed'),
    ).toMatchObject([{ problem: 'assignment-failed', operatorMessage: message }]);
    await expectGoesOn(place, wholeJob);
  });

  test('twice in two runs ends the second one too @long', async (context) => {
    const place = await surroundings(context);
    place.operator.results.add({ kind: 'created', count: 2, failWith: message });
    await personNeeded(place, wholeJob);
    expect((await personNeeded(place, wholeJob)).says).toContain(message);
    await expectGoesOn(place, wholeJob);
  });

  test('when it is to be removed, in two runs in the same words, ends both for a person', async (context) => {
    // Both failures are one result at the relay, which the feed hands on once (docs/decisions/0007-repeated-failures.md).
    const place = await surroundings(context, { resultDelayMs: 1500 });
    place.operator.results.add({ kind: 'deleted', count: 2, failWith: message });
    for (let run = 0; run < 2; run += 1) {
      const { says, end } = await personNeeded(place, wholeJob);
      expect(says).toContain(message);
      expect(end).toMatchObject({ problem: 'assignment-removal-failed', operatorMessage: message });
    }
    expect(executions(place.operator)).toMatchObject({ 'PUT /assignments': 1, 'DELETE /assignments/*': 2 });
    await expectGoesOn(place, wholeJob);
  });

  test('when it is to be removed is removed by the next run @long', async (context) => {
    const place = await surroundings(context);
    place.operator.results.add({ kind: 'deleted', failWith: message });
    expect((await personNeeded(place, wholeJob)).says).toContain(message);
    await expectGoesOn(place, wholeJob);
  });
});

describe.concurrent('a name in job.json that the operator does not know', () => {
  test.for([
    ['a group', '', { ...wholeJob, group: { id: 999 } }],
    ['a car', LONG, { car: { id: 29_999 } }],
    ['a user', LONG, { ...wholeJob, verify: { userId: 9_999, minutes: 5 } }],
    ['a brand', LONG, { ...wholeJob, keyfob: { brand: 'Nobody' } }],
  ] as const)('%s ends the run for a person %s', async ([, , job], context) => {
    const place = await surroundings(context);
    const { end } = await personNeeded(place, job);
    expect(end).toMatchObject({ problem: 'operator-not-found' });
  });
});
