import { expect, onTestFinished, test } from 'vitest';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { countedWrites } from '../../e2e/fixture/operator-record.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startOperator } from '../../operator/start.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { type Laptop, openLaptop } from './laptop.ts';

const newCar = { name: '', licensePlate: 'M XY 7', vin: '', brand: 'Ford', model: 'Transit' };

async function startedOperator() {
  const operator = await startOperator({ cars: 20, settings: { resultDelayMs: 0 } });
  onTestFinished(operator.stop);
  return operator;
}

/** A giver and two others, without a relay. */
async function threeAlone() {
  const operator = await startedOperator();
  const [giver, two, three] = [
    openLaptop(operator, 'Kim'),
    openLaptop(operator, 'Sam'),
    openLaptop(operator, 'Alex'),
  ];
  return { operator, giver, two, three };
}

/** A relay, and laptops that connect to it one by one. Each has a token of its own unless `shared`. */
async function relayOfThree({ shared = false, names = ['Bay 3', 'Bay 3', 'Bay 3'] } = {}) {
  const operator = await startedOperator();
  const relay = await runningRelay();
  const tokens = await Promise.all(
    names.map((name) => tokenFor(relay, [notable.customerId], 'installer', name)),
  );
  const laptop = (worker: string, n: number) =>
    openLaptop(operator, worker, tempFolder(), {
      relayUrl: relay.url,
      relayToken: tokens[shared ? 0 : n]?.token ?? '',
    });
  return { operator, relay, laptop };
}

/** The same with all three connected. */
async function threeAtRelay(tokens: { readonly shared?: boolean } = {}) {
  const { operator, relay, laptop } = await relayOfThree(tokens);
  return { operator, relay, giver: laptop('Kim', 0), two: laptop('Sam', 1), three: laptop('Alex', 2) };
}

/** A job of which a new car and its Box are decided, and nothing has left. */
function begun(giver: Laptop) {
  giver.cut(true);
  const job = startJob(giver.parts);
  createCar(giver.parts, job, newCar);
  installBox(giver.parts, job, notable.boxes.free[0]);
  return job;
}

/** The problem that the work ends with. */
async function refusal(work: Promise<unknown>) {
  try {
    await work;
  } catch (cause) {
    if (cause instanceof ProblemError) return cause.problem;
    throw cause;
  }
  return null;
}

test.each([{ shared: false }, { shared: true }])(
  'of two laptops with a copy of one file the relay lets one take the job, and each write is sent once (one token for all: $shared)',
  async (tokens) => {
    const { operator, giver, two, three } = await threeAtRelay(tokens);
    const job = begun(giver);
    const file = await giver.handOver(job);
    const refused = await Promise.all([refusal(two.takeOver(file)), refusal(three.takeOver(file))]);
    const winner = refused[0] === null ? two : three;
    expect(refused.filter((problem) => problem === null)).toHaveLength(1);
    expect(refused.find((problem) => problem !== null)).toMatchObject({
      code: 'hand-over-taken-elsewhere',
      params: { laptop: 'Bay 3' },
    });
    await winner.settled(job);
    expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
    for (const laptop of [two, three]) {
      const jobs = laptop.sqlite.prepare('SELECT count(*) FROM job').pluck().get();
      expect(jobs).toBe(laptop === winner ? 1 : 0);
    }
  },
);

test('a file that cannot be taken claims nothing: another laptop may take it', async () => {
  const { giver, two, three } = await threeAtRelay();
  const job = begun(giver);
  const file = await giver.handOver(job);
  two.sqlite.exec(
    "CREATE TRIGGER full BEFORE INSERT ON hand_over BEGIN SELECT raise(ABORT, 'the disk is full'); END",
  );
  await expect(two.takeOver(file)).rejects.toThrow('the disk is full');
  three.cut(true);
  expect(await three.takeOver(file)).toMatchObject({ id: job });
});

test('a file of a laptop that came to the relay a moment ago is known as its', async () => {
  const { laptop } = await relayOfThree({ names: ['Bay 1', 'Bay 2', 'Bay 3'] });
  const two = laptop('Sam', 1);
  const keysOf = ({ sqlite }: Laptop) => sqlite.prepare('SELECT count(*) FROM device_key').pluck().get();
  await expect.poll(() => keysOf(two)).toBe(1);
  const giver = laptop('Kim', 0);
  await expect.poll(() => keysOf(giver)).toBeGreaterThan(0);
  const file = await giver.handOver(begun(giver));
  two.cut(true);
  await two.takeOver(file);
  expect(two.sqlite.prepare('SELECT signature, laptop FROM hand_over').all()).toEqual([
    { signature: 'verified', laptop: 'Bay 1' },
  ]);
});

test('the laptop that holds the claim takes the job also when it asks for it once more @long', async () => {
  const { giver, two } = await threeAtRelay();
  const job = begun(giver);
  const file = await giver.handOver(job);
  const { environment, customerId } = two.parts.target;
  await two.claimHandOver?.({ environment, customerId, jobId: job, turn: 1, code: await two.code() });
  two.cut(true);
  expect(await two.takeOver(file)).toMatchObject({ id: job });
});

test('a job that another laptop has taken is not taken back, whatever the reason', async () => {
  const { giver, two } = await threeAtRelay();
  const job = begun(giver);
  const file = await giver.handOver(job);
  two.cut(true);
  await two.takeOver(file);
  expect(await refusal(giver.takeOver(file))).toMatchObject({ code: 'hand-over-own' });
  expect(await refusal(giver.takeOver(file, 'The stick broke.'))).toMatchObject({
    code: 'hand-over-taken-elsewhere',
  });
  expect(giver.queued(job).filter((line) => !line.endsWith('cancelled'))).toEqual([]);
});

test('a job that was taken back is taken by no other laptop from the old file', async () => {
  const { giver, two } = await threeAtRelay();
  const job = begun(giver);
  const file = await giver.handOver(job);
  await giver.takeOver(file, 'The stick broke.');
  expect(await refusal(two.takeOver(file))).toMatchObject({ code: 'hand-over-taken-elsewhere' });
});

test('while the relay cannot be asked only the laptop that the file names takes the job', async () => {
  const { relay, giver, two, three } = await threeAtRelay();
  const forAnyone = begun(giver);
  const anyone = await giver.handOver(forAnyone);
  const forTwo = begun(giver);
  const named = await giver.handOver(forTwo, (await two.code()).toLowerCase());
  await relay.stop();
  expect(await refusal(two.takeOver(anyone))).toMatchObject({ code: 'hand-over-unconfirmed' });
  expect(await refusal(giver.takeOver(anyone, 'The stick broke.'))).toMatchObject({
    code: 'hand-over-unconfirmed',
  });
  expect(await refusal(three.takeOver(named))).toMatchObject({ code: 'hand-over-for-another' });
  two.cut(true);
  expect(await two.takeOver(named)).toMatchObject({ id: forTwo });
});

test('without a relay a job is handed to one laptop by its code, and no other accepts it', async () => {
  const { operator, giver, two, three } = await threeAlone();
  const job = begun(giver);
  const own = await giver.code();
  expect(await refusal(giver.handOver(job))).toMatchObject({ code: 'hand-over-receiver-needed' });
  expect(await refusal(giver.handOver(job, '  '))).toMatchObject({ code: 'hand-over-receiver-needed' });
  expect(await refusal(giver.handOver(job, 'A1'))).toMatchObject({ code: 'hand-over-receiver' });
  expect(await refusal(giver.handOver(job, own))).toMatchObject({ code: 'hand-over-receiver' });
  expect(giver.viewAny(job).handedOver).toBe(false);
  const code = await two.code();
  const file = await giver.handOver(job, code);
  expect(await refusal(three.takeOver(file))).toMatchObject({
    code: 'hand-over-for-another',
    params: { code },
  });
  await two.takeOver(file);
  await two.settled(job);
  expect(await refusal(two.takeOver(file))).toMatchObject({ code: 'hand-over-taken' });
  expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
});

test('the file of a job that was given away names the same laptop as often as it is saved @long', async () => {
  const { giver, two, three } = await threeAlone();
  const job = begun(giver);
  await giver.handOver(job, await two.code());
  const again = await giver.handOver(job, await three.code());
  expect(await refusal(three.takeOver(again))).toMatchObject({ code: 'hand-over-for-another' });
  two.cut(true);
  expect(await two.takeOver(again)).toMatchObject({ id: job });
});

test('a file without a receiver is taken by no laptop that has no relay to ask @long', async () => {
  const { operator, giver } = await threeAtRelay();
  const alone = openLaptop(operator, 'Robin');
  const file = await giver.handOver(begun(giver));
  expect(await refusal(alone.takeOver(file))).toMatchObject({ code: 'hand-over-unconfirmed' });
  expect(alone.sqlite.prepare('SELECT count(*) FROM job').pluck().get()).toBe(0);
});
