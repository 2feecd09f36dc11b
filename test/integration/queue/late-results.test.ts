import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readLocalAssignment } from '../../../electron/db/tables/queue/assignments.ts';
import { deleteAssignmentKind } from '../../../electron/operations/queue/kinds/delete-assignment.ts';
import { actionsFor } from '../../../electron/operations/queue/actions.ts';
import { viewDetail } from '../../../electron/operations/queue/detail.ts';
import { assignmentId, carId, localAssignmentId, type OperationId } from '../../../shared/ids.ts';
import { type Bench, type Queue, startBench } from './fixture.ts';
import { orderAccess } from './orders.ts';
import { feedOf, incidents, keptResults } from './results.ts';

const car = 20_001;
/** Longer than the quarantine of an access. */
const LONG_MS = 120_000;
const requests = ({ operator }: Bench) =>
  operator.journal.entries.filter(({ method, path }) => method === 'PUT' && path === '/assignments');
const local = (queue: Queue, access: OperationId) =>
  readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(access));
const actions = (queue: Queue, id: OperationId) =>
  actionsFor(
    { sqlite: queue.database.sqlite, now: queue.parts.clock.now(), policy: queue.parts.policy },
    queue.row(id),
  );

test('faults.md 35: a result repeated by another store of the relay changes nothing and is no incident', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'awaiting-result');
  const feed = feedOf(bench, queue);
  await vi.waitFor(() => expect(feed.take()).toBe(1));
  const after = queue.row(access);
  expect(after.state).toBe('done');

  // The same sequence in another epoch is another result; only its content says that it is the same.
  feedOf(bench, queue, '00000000000000bb').take();
  expect(queue.row(access)).toEqual(after);
  expect(keptResults(queue)).toEqual(['applied', 'repeated']);
  expect(incidents(queue)).toEqual([]);
});

test('a result repeated by another store of the relay does not end the same order given a second time', async () => {
  const bench = await startBench({ resultFailure: 'The car does not answer.' });
  const queue = bench.open();
  const first = orderAccess(queue, car);
  await queue.comesTo(first, 'awaiting-result');
  const feed = feedOf(bench, queue);
  await vi.waitFor(() => expect(feed.take()).toBe(1));
  expect(queue.row(first).state).toBe('failed');
  const second = orderAccess(queue, car);
  await queue.comesTo(second, 'awaiting-result');
  const [reported] = bench.operator.webhooks.attempts;
  if (reported === undefined) throw new Error('the first was reported');
  feedOf(bench, queue, '00000000000000bb').give(reported);
  expect(queue.row(second).state).toBe('awaiting-result');
  expect(queue.row(first).state).toBe('failed');
});

test('an access sent again after a restart is ended by its result; that of the first try comes late and is an incident', async () => {
  const bench = await startBench();
  // It takes effect only after it was looked for twice and sent again.
  const effect = { kind: 'late-apply', afterMs: LONG_MS } as const;
  bench.operator.faults.add({ method: 'PUT', path: '/assignments', effect });
  const queue = bench.open();
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'unknown');
  await queue.stop();
  const next = bench.open();
  await next.reaches(access, 'awaiting-result');
  const feed = feedOf(bench, next);
  await vi.waitFor(() => expect(feed.take()).toBe(1));
  expect(next.attempts(access)).toHaveLength(2);
  expect(next.row(access)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  const [ended, given] = [next.row(access), local(next, access)];

  await vi.waitFor(() => {
    bench.clock.advance(500);
    expect(feed.take()).toBe(1);
  });
  expect(next.row(access)).toEqual(ended);
  expect(local(next, access)).toEqual(given);
  expect(requests(bench)).toHaveLength(2);
  expect(keptResults(next)).toEqual(['applied', 'applied']);
});

/** An access whose first request took effect after it was sent again and done: at the operator there are two. */
async function givenTwice() {
  const bench = await startBench();
  const effect = { kind: 'late-apply', afterMs: LONG_MS } as const;
  bench.operator.faults.add({ method: 'PUT', path: '/assignments', effect });
  const queue = bench.open();
  const access = orderAccess(queue, car);
  await queue.reaches(access, 'awaiting-result');
  const feed = feedOf(bench, queue);
  await vi.waitFor(() => expect(feed.take()).toBe(1));
  await vi.waitFor(() => {
    bench.clock.advance(500);
    expect(feed.take()).toBe(1);
  });
  const [, late] = bench.operator.webhooks.attempts;
  const second = assignmentId.parse(late?.payload['assignmentId']);
  return { bench, queue, feed, access, second, late };
}
const given = ({ operator }: Bench) =>
  [...operator.state.assignments.values()]
    .filter(({ carId: of, userId }) => of === car && userId === 9001)
    .map(({ id }) => id);
const detail = (queue: Queue, id: OperationId) =>
  viewDetail(
    { sqlite: queue.database.sqlite, now: queue.parts.clock.now(), policy: queue.parts.policy },
    queue.row(id),
    () => null,
  );

test('an access that was given twice is one incident, shown with its number and the end of the second one', async () => {
  const { bench, queue, access, second, late } = await givenTwice();
  expect(given(bench)).toHaveLength(2);
  expect(incidents(queue)).toEqual(['access-given-twice']);
  const shown = detail(queue, access);
  expect(shown.incidents.map(({ code }) => code)).toEqual(['access-given-twice']);
  expect(shown.actions).toContain('acknowledge');
  const end = local(queue, access)?.end_at;
  expect(shown.seconds).toEqual([{ assignmentId: second, carId: car, userId: 9001, end, ending: null }]);
  expect(shown.timeline.map((entry) => (entry.what === 'turn' ? entry.turn : entry.what))).toContain(
    'given-twice',
  );

  // Repeated by another store of the relay it is no second incident, and none that was seen comes back.
  queue.commands.acknowledge(access, 1);
  if (late !== undefined) feedOf(bench, queue, '00000000000000bb').give(late);
  expect(keptResults(queue)).toEqual(['applied', 'applied', 'repeated']);
  expect(detail(queue, access)).toMatchObject({ unseen: 0, incidents: [] });
});

test('the second access can be ended by its number, and the first one stays', async () => {
  const { bench, queue, feed, access, second } = await givenTwice();
  const removal = queue.put(deleteAssignmentKind, () => ({
    assignment: second,
    local: null,
    car: carId.parse(car),
    carLabel: 'M QX 4711',
    userName: 'Bay 3 Tester',
    ordinary: true as const,
  }));
  expect(detail(queue, access).seconds).toMatchObject([{ ending: { id: removal } }]);
  await queue.comesTo(removal, 'awaiting-result');
  await vi.waitFor(() => expect(feed.take()).toBe(1));
  expect(detail(queue, access).seconds).toMatchObject([{ ending: { id: removal, state: 'done' } }]);
  expect(given(bench)).toEqual([local(queue, access)?.assignment_id]);
  expect(local(queue, access)?.state).toBe('active');
});

test('a colleague’s access for the same person and times is not taken for a second one of an order sent once', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'awaiting-result');
  const feed = feedOf(bench, queue);
  await vi.waitFor(() => expect(feed.take()).toBe(1));
  const payload = bench.operator.webhooks.attempts[0]?.payload ?? {};
  feed.give({ kind: 'created', payload: { ...payload, assignmentId: 880_002 } });
  expect(incidents(queue)).toEqual([]);
  expect(keptResults(queue)).toEqual(['applied', 'unresolved']);
});

/** An access that the operator has accepted and of which nothing was to be seen for a day. */
async function missing() {
  const bench = await startBench({ resultDelayMs: 86_400_000 });
  const queue = bench.open();
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'awaiting-result');
  queue.database.write(({ sqlite }) => {
    sqlite.exec(`UPDATE operation SET delays = ${queue.parts.policy.resultQuestions - 1}`);
  });
  await queue.reaches(access, 'blocked');
  expect(queue.problem(access)?.code).toBe('result-missing');
  return { bench, queue, access };
}

test('an access whose result is missing is decided, never just sent again', async () => {
  const { bench, queue, access } = await missing();
  expect(actions(queue, access)).toEqual(['decide-done', 'decide-not-done', 'cancel']);
  // Even a "send again" that comes by another way looks first; the operator still shows nothing.
  queue.commands.retry(access);
  await queue.comesTo(access, 'unknown');
  expect(requests(bench)).toHaveLength(1);
});

test('a person who knows that it was not applied has it sent again', async () => {
  const { bench, queue, access } = await missing();
  queue.commands.decide(access, false);
  await queue.comesTo(access, 'awaiting-result');
  expect(requests(bench)).toHaveLength(2);
});

test('a missing result that arrives late ends the open question to a person', async () => {
  const { bench, queue, access } = await missing();
  const [sent] = queue.attempts(access);
  const request = requests(bench)[0]?.body;
  const body = z.record(z.string(), z.unknown()).parse(JSON.parse(request ?? '{}'));
  feedOf(bench, queue).give({
    kind: 'created',
    payload: {
      ...body,
      checksum: sent?.checksum,
      assignmentId: 880_001,
      customerId: 4711,
      operationSucceeded: true,
      errorMessage: null,
    },
  });
  expect(queue.row(access)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  expect(incidents(queue)).toEqual([]);
});
