import { expect, test, vi } from 'vitest';
import { expectResult } from '../../../electron/db/tables/queue/results.ts';
import { createAssignmentKind } from '../../../electron/operations/queue/kinds/create-assignment.ts';
import { deleteAssignmentKind } from '../../../electron/operations/queue/kinds/delete-assignment.ts';
import type { QueueParts } from '../../../electron/operations/queue/parts.ts';
import { assignmentId, carId, localAssignmentId, type OperationId, userId } from '../../../shared/ids.ts';
import { DAY, toOperatorDateTime } from '../../../shared/time.ts';
import { type Bench, type Queue, startBench } from '../queue/fixture.ts';
import { feedOf, incidents, keptResults } from '../queue/results.ts';

const WORDS = 'The Box did not answer.';

/** The access whose times are asked for. */
const accessOf = ({ clock }: Pick<Bench, 'clock'>) => {
  const start = clock.now() + DAY;
  return { start, end: start + DAY };
};

/** A disk with an access that has not been sent. */
async function imageWithAnAccess(bench: Bench): Promise<OperationId> {
  const image = bench.open({ start: false });
  const access = image.put(createAssignmentKind, (self) => ({
    local: localAssignmentId.parse(self),
    car: carId.parse(20_001),
    carLabel: 'M BX 1077',
    userId: userId.parse(9001),
    userName: 'Bay 3 Tester',
    period: { from: 'fixed' as const, ...accessOf(bench) },
  }));
  await image.stop();
  return access;
}

/**
 * The disk of a laptop is as it was before an access was sent. What was sent from it since has failed, and the access is asked for
 * once more; its result is held at the operator.
 */
async function sentOnceMore() {
  const bench = await startBench({ resultsHeld: true });
  const { clock, operator } = bench;
  const access = await imageWithAnAccess(bench);
  const failedAt = clock.now();
  let [cameAt, deliveries] = [failedAt, 1];
  let failure: Readonly<Record<string, unknown>> = {};
  const askRelay: QueueParts['askRelay'] = (sequence) => {
    const now = clock.now();
    const about = { sequence, environment: 'uat', customerId: 4711, receivedAt: now, kind: 'created' };
    return Promise.resolve({
      result: { ...about, payload: failure },
      deliveries,
      lastReceivedAt: cameAt,
      now,
    });
  };
  const queue = bench.open({ askRelay, compareLog: () => Promise.resolve('behind') });
  await queue.comesTo(access, 'unknown');
  await queue.reaches(access, 'awaiting-result');
  const held = await vi.waitFor(() => {
    const [first] = operator.webhooks.held;
    if (first === undefined) throw new Error('its result is held');
    return first;
  });
  const { payload } = held;
  failure = { ...payload, assignmentId: null, operationSucceeded: false, errorMessage: WORDS };
  const feed = feedOf(bench, queue);
  return {
    bench,
    queue,
    access,
    oldFailureComes: () => feed.give({ kind: 'created', payload: failure }),
    succeeds: () => feed.give({ kind: 'created', payload }),
    /** The present try has failed as well, in the same words: the relay does not hand that on. */
    failsAgain: () => {
      [cameAt, deliveries] = [clock.now() + 1, 2];
      clock.advance(1);
      operator.state.assignments.clear();
    },
  };
}

const states = (queue: Queue) => keptResults(queue).toSorted();

test('an old failure that arrives after the disk was set back does not end the repeated request', async () => {
  const { queue, access, oldFailureComes, succeeds } = await sentOnceMore();
  oldFailureComes();
  expect(queue.row(access).state).toBe('awaiting-result');
  succeeds();
  expect(queue.row(access)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  expect(incidents(queue)).toEqual([]);
  expect(states(queue)).toEqual(['applied', 'repeated']);
});

test('nor is it a contradiction where it comes after the good end', async () => {
  const { queue, access, oldFailureComes, succeeds } = await sentOnceMore();
  succeeds();
  oldFailureComes();
  expect(queue.row(access).state).toBe('done');
  expect(incidents(queue)).toEqual([]);
  expect(states(queue)).toEqual(['applied', 'repeated']);
});

test('a repeated request that fails in the same words has failed', async () => {
  const { queue, access, oldFailureComes, failsAgain } = await sentOnceMore();
  oldFailureComes();
  failsAgain();
  await queue.reaches(access, 'failed');
  expect(queue.problem(access)).toMatchObject({ code: 'assignment-failed', raw: WORDS });
  expect(states(queue)).toEqual(['applied']);
});

test('an access that the lost run gave after all is a second one, and a person is called for it', async () => {
  const { bench, queue, access, succeeds } = await sentOnceMore();
  succeeds();
  const [held] = bench.operator.webhooks.held;
  const number = Number(held?.payload['assignmentId']) + 900;
  feedOf(bench, queue, '00000000000000cc').give({
    kind: 'created',
    payload: { ...held?.payload, assignmentId: number },
  });
  expect(queue.row(access).state).toBe('done');
  expect(incidents(queue)).toEqual(['access-given-twice']);
});

test.each(['after', 'before'] as const)(
  'an access that the lost run gave, and that has left with its Box since, is not given again; its result comes %s the finding',
  async (when) => {
    const bench = await startBench();
    const { start, end } = accessOf(bench);
    const access = await imageWithAnAccess(bench);
    let find = (): void => undefined;
    const found = new Promise<'behind'>((resolve) => {
      find = () => resolve('behind');
    });
    const queue = bench.open({ compareLog: () => found });
    const payload = {
      checksum: 'AB26E6847392ADA5E3DD7C8F766032AB',
      assignmentId: 500_777,
      carId: 20_001,
      userId: 9001,
      customerId: 4711,
      operationSucceeded: true,
      errorMessage: null,
      start: toOperatorDateTime(start),
      end: toOperatorDateTime(end),
      lifetime: null,
      renewableAfter: null,
    };
    const comes = () => feedOf(bench, queue).give({ kind: 'created', payload });
    if (when === 'before') comes();
    find();
    if (when === 'after') {
      await queue.comesTo(access, 'unknown');
      comes();
    }
    await queue.reaches(access, 'done', 'awaiting-result');
    expect(queue.row(access)).toMatchObject({ state: 'done', confirmed_by: 'result', attempt: 0 });
    expect(keptResults(queue)).toEqual(['applied']);
    expect(bench.operator.journal.matching({ method: 'PUT', path: '/assignments' })).toEqual([]);
  },
);

test('the result of a removal that the disk does not know as sent is that of the removal, once a read has found the access gone', async () => {
  const bench = await startBench();
  const image = bench.open({ start: false });
  const access = assignmentId.parse(500_777);
  const removal = image.put(deleteAssignmentKind, () => ({
    assignment: access,
    local: null,
    car: carId.parse(20_001),
    carLabel: 'M BX 1077',
    userName: 'Bay 3 Tester',
  }));
  // A try that did not leave, because the login failed after the access had been read.
  image.database.write((context) =>
    expectResult(context, removal, { kind: 'deleted', assignmentId: access }),
  );
  await image.stop();
  const queue = bench.open({ compareLog: () => Promise.resolve('behind') });
  await queue.comesTo(removal, 'unknown');
  const payload = {
    checksum: 'D41D8CD98F00B204E9800998ECF8427E',
    assignmentId: access,
    customerId: 4711,
    operationSucceeded: true,
    errorMessage: null,
  };
  feedOf(bench, queue).give({ kind: 'deleted', payload });
  await queue.reaches(removal, 'done');
  expect(states(queue)).not.toContain('unresolved');
});
