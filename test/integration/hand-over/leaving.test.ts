import { expect, onTestFinished, test, vi } from 'vitest';
import { isGiven } from '../../../electron/db/tables/queue/hand-overs.ts';
import {
  nextRevokedAssignment,
  revokedAssignmentsOf,
} from '../../../electron/db/tables/queue/assignments.ts';
import { chooseLeavingBox, readLosses, takeOut } from '../../../electron/jobs/leaving/take-out.ts';
import { restoreAccesses } from '../../../electron/jobs/leaving/accesses.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { proveAccess, startVerification } from '../../../electron/jobs/steps/verify.ts';
import { carId, type JobId, userId } from '../../../shared/ids.ts';
import { countedWrites } from '../../e2e/fixture/operator-record.ts';
import { furnish, LEAVING } from '../../e2e/fixture/leaving.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type RunningOperator, startOperator } from '../../operator/start.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { type Laptop, openLaptop } from './laptop.ts';
import { longFrom } from '../../runner/long.ts';

const NEW_BOX = notable.boxes.free[0];
const reason = { code: 'defective', text: '' } as const;

/** The acts of a person, in this order. */
const steps = {
  car: ({ laptop, job, car }) => chooseCar(laptop.parts, job, carId.parse(car)),
  'old-box': ({ laptop, job }) => chooseLeavingBox(laptop.parts, job, { serialNumber: LEAVING.box }),
  losses: ({ laptop, job }) => readLosses(laptop.parts, job),
  box: ({ laptop, job }) => {
    if (laptop.view(job).kind === 'swap') installBox(laptop.parts, job, NEW_BOX);
  },
  decision: ({ laptop, job }) =>
    takeOut(laptop.parts, job, reason, laptop.view(job).removal.losses?.readAt ?? 0),
  restore: ({ laptop, job }) => {
    const view = laptop.view(job);
    if (view.kind !== 'swap') return;
    const keys = view.restores.filter(({ offer }) => offer === 'yes').map(({ key }) => key);
    restoreAccesses(laptop.parts, job, keys);
  },
  verification: async ({ laptop, job }) => {
    const view = laptop.view(job);
    if (view.kind !== 'swap') return;
    startVerification(laptop.parts, job, userId.parse(notable.testUserId), 15);
    await laptop.settled(job);
    proveAccess(laptop.parts, job);
  },
} as const satisfies Record<
  string,
  (at: { laptop: Laptop; job: JobId; car: number }) => Promise<void> | void
>;
type Step = keyof typeof steps;
const order = Object.keys(steps).filter((name): name is Step => name in steps);

async function work(laptop: Laptop, job: JobId, car: number, which: readonly Step[]): Promise<void> {
  for (const step of which) await steps[step]({ laptop, job, car });
}

async function place() {
  const operator = await startOperator({ cars: 20, settings: { resultDelayMs: 0 } });
  onTestFinished(operator.stop);
  const car = furnish({ operator });
  const laptops = [openLaptop(operator, 'Kim'), openLaptop(operator, 'Sam')] as const;
  for (const { directory } of laptops) knowing(directory, operator, car);
  return { operator, car, one: laptops[0], two: laptops[1] };
}

/** The copies of a first sync of the fleet. */
function knowing(directory: Laptop['directory'], { state }: RunningOperator, id: number) {
  const car = state.cars.get(id);
  if (car === undefined) throw new Error('the seed has no such car');
  directory.recordCar({
    id: carId.parse(id),
    name: car.name ?? LEAVING.plate,
    licensePlate: LEAVING.plate,
    description: null,
    vin: null,
    brand: null,
    model: null,
  });
}

const boxesIn = ({ state }: RunningOperator, car: number) =>
  [...state.products.values()]
    .filter(({ carId: inCar }) => inCar === car)
    .map(({ serialNumber }) => serialNumber);

/** The writes of the whole job, each exactly once. */
const WRITES = {
  removal: { 'DELETE /installations': 1 },
  swap: {
    'DELETE /installations': 1,
    'PUT /installations': 1,
    // Two that are made again, one to try the car.
    'PUT /assignments': 3,
    'PUT /events': 2,
    'DELETE /assignments/{assignmentId}': 1,
  },
} as const;

/** Up to the list of what goes, a swap and a removal are the same. */
const stages = (['removal', 'swap'] as const).flatMap((kind) =>
  order
    .filter(
      (step) =>
        (kind === 'swap') === ['box', 'restore', 'verification'].includes(step) || step === 'decision',
    )
    .flatMap((step) =>
      (step === 'decision' || step === 'restore' ? (['unsent', 'done'] as const) : (['done'] as const)).map(
        (state) => ({ kind, step, state }),
      ),
    ),
);

/** The decision is what is sent: a removal that was sent, and a swap that was not, run at every change. */
const marked = stages.map((stage) => {
  const isFirst = stage.step === 'decision' && (stage.kind === 'removal') === (stage.state === 'done');
  return { ...stage, mark: longFrom(1, isFirst ? 0 : 1) };
});

test.each(marked)(
  'a $kind that is given after "$step" ($state) goes on at the other laptop; each write takes effect once$mark',
  async ({ kind, step, state }) => {
    const { operator, car, one, two } = await place();
    const job = startJob(one.parts, kind);
    const before = order.slice(0, order.indexOf(step) + 1);
    if (state === 'unsent') {
      await work(one, job, car, before.slice(0, order.indexOf('decision')));
      one.cut(true);
      await work(one, job, car, before.slice(order.indexOf('decision')));
    } else {
      await work(one, job, car, before);
      await one.settled(job);
    }
    const left = one.view(job);
    one.give(job);
    expect(problemCodeOf(() => finishJob(one.parts, job))).toBe('job-finished');
    const file = await one.file(job);
    expect(await two.take(file)).toBe(job);
    await expect(two.take(file)).rejects.toMatchObject({ problem: { code: 'hand-over-taken' } });
    const came = two.view(job);
    expect(came).toMatchObject({ kind, handedOver: false, finishedAt: null, car: left.car });
    expect([left, came].map(({ worker, takenOverBy }) => [worker, takenOverBy])).toEqual([
      ['Kim', null],
      ['Kim', 'Sam'],
    ]);
    expect(came.removal).toMatchObject({
      box: left.removal.box,
      losses: left.removal.losses,
      reason: left.removal.reason,
    });
    expect(chosen(came)).toEqual(chosen(left));
    // Back on the network, the giver has nothing to send.
    one.cut(false);
    await work(two, job, car, order.slice(order.indexOf(step) + 1));
    await two.settled(job);
    finishJob(two.parts, job);
    expect(two.view(job)).toMatchObject({ status: 'done', problem: null });
    expect(one.view(job)).toMatchObject({ handedOver: true, problem: null });
    expect(countedWrites(operator)).toEqual(WRITES[kind]);
    expect(boxesIn(operator, car)).toEqual(kind === 'swap' ? [NEW_BOX] : []);
    expect(operator.violations.all).toEqual([]);
  },
);

/** The accesses that a person has chosen to create again. */
function chosen(view: ReturnType<Laptop['view']>): readonly string[] {
  if (view.kind !== 'swap') return [];
  return view.restores.filter(({ operation }) => operation !== null).map(({ key }) => key);
}

test('accesses that are still going with the Box are looked for by the receiver alone', async () => {
  const { operator, car, one, two } = await place();
  // The operator accepts the removal, and its accesses stay for now.
  operator.settings.resultDelayMs = 3_600_000;
  const job = startJob(one.parts, 'removal');
  await work(one, job, car, ['car', 'old-box', 'losses', 'decision']);
  await vi.waitFor(() => expect(one.queued(job)).toEqual(['uninstall done']));
  const removal = one.view(job).removal.operation;
  if (removal === null) throw new Error('the removal was asked for');
  expect(one.view(job).removal.accesses.map(({ fate }) => fate)).toContain('leaving');
  const before = one.view(job).removal.accesses;
  expect(nextRevokedAssignment(one.sqlite)).not.toBeNull();
  one.give(job);
  expect(isGiven(one.sqlite, job)).toBe(true);
  expect(nextRevokedAssignment(one.sqlite)).toBeNull();
  await two.take(await one.file(job));
  expect(two.view(job).removal.accesses).toMatchObject(
    before.map(({ id, key, userId: user, fate }) => ({ id, key, userId: user, fate })),
  );
  expect(revokedAssignmentsOf(two.sqlite, removal)).toHaveLength(before.length);
  expect(nextRevokedAssignment(two.sqlite)).not.toBeNull();
});

test.each((['removal', 'swap'] as const).map((kind, index) => [kind, longFrom(1, index)] as const))(
  'a crash between giving and taking a %s loses nothing: the file is written again, and taken once%s',
  async (kind) => {
    const { operator, car, one, two } = await place();
    const job = startJob(one.parts, kind);
    await work(one, job, car, ['car', 'old-box', 'losses', 'box']);
    one.cut(true);
    await work(one, job, car, ['decision']);
    one.give(job);
    // The laptop dies before any file is there.
    await one.close();
    const again = openLaptop(operator, 'Kim', one.dataDir);
    await vi.waitFor(() => expect(again.view(job).handedOver).toBe(true));
    const first = await again.file(job);
    await two.take(first);
    await expect(two.take(await again.file(job))).rejects.toMatchObject({
      problem: { code: 'hand-over-taken' },
    });
    // So does the other one, right after it has taken it.
    await two.close();
    const other = openLaptop(operator, 'Sam', two.dataDir);
    await expect(other.take(first)).rejects.toMatchObject({ problem: { code: 'hand-over-taken' } });
    await other.settled(job);
    await work(other, job, car, ['restore', 'verification']);
    await other.settled(job);
    expect(countedWrites(operator)).toEqual(WRITES[kind]);
    expect(again.queued(job).every((line) => line.endsWith('cancelled'))).toBe(true);
  },
);
