import { expect, onTestFinished, test, vi } from 'vitest';
import { isGiven } from '../../../electron/db/tables/queue/hand-overs.ts';
import {
  nextRevokedAssignment,
  revokedAssignmentsOf,
} from '../../../electron/db/tables/queue/assignments.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { countedWrites } from '../../e2e/fixture/operator-record.ts';
import { furnish } from '../../e2e/fixture/leaving.ts';
import { startOperator } from '../../operator/start.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { type Laptop, openLaptop } from './laptop.ts';
import { boxesIn, knowing, NEW_BOX, order, work, WRITES } from './leaving-acts.ts';
import { longFrom } from '../../runner/long.ts';

async function place() {
  const operator = await startOperator({ cars: 20, settings: { resultDelayMs: 0 } });
  onTestFinished(operator.stop);
  const car = furnish({ operator });
  const laptops = [openLaptop(operator, 'Kim'), openLaptop(operator, 'Sam')] as const;
  for (const { directory } of laptops) await knowing(directory, operator, car);
  return { operator, car, one: laptops[0], two: laptops[1] };
}

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
