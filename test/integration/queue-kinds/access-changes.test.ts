import { describe, expect, test, vi } from 'vitest';
import { localAssignmentId, type OperationId } from '../../../shared/ids.ts';
import { readLocalAssignment } from '../../../electron/db/tables/queue/assignments.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { doubtUnfinished } from '../../../electron/operations/queue/settle.ts';
import { type Bench, type Queue, type QueueChanges, startBench } from '../queue/fixture.ts';
import { orderAccess } from '../queue/orders.ts';
import { feedOf, incidents, keptResults } from '../queue/results.ts';
import { car, giveAccess, orderAccessChange } from './orders.ts';

const day = (number: number) => Date.UTC(2026, 11, number, 12);

async function opened(settings: SettingsChange = {}, changes: QueueChanges = {}) {
  const bench = await startBench(settings);
  const queue = bench.open(changes);
  return { bench, queue, feed: feedOf(bench, queue), access: giveAccess(bench.operator, car) };
}

const reported = ({ operator }: Bench, count: number) =>
  vi.waitFor(() => expect(operator.webhooks.attempts).toHaveLength(count));
const states = (queue: Queue, ...ids: readonly OperationId[]) => ids.map((id) => queue.row(id).state);

test('an access created here is pending update, then has the new end once the operator reports it', async () => {
  const { bench, queue, feed } = await opened();
  const made = orderAccess(queue, car);
  await reported(bench, 1);
  await queue.comesTo(made, 'awaiting-result');
  feed.take();
  const local = () => readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(made));
  const change = orderAccessChange(queue, local()?.assignment_id ?? 0, { end: day(5) }, made);
  await queue.comesTo(change, 'awaiting-result');
  expect(local()?.state).toBe('pending update');
  expect(local()?.end_at).not.toBe(day(5));
  await reported(bench, 2);
  feed.take();
  expect(local()).toMatchObject({ state: 'update successful', end_at: day(5) });
  expect(queue.row(change).confirmed_by).toBe('result');
});

test('a change that the operator reports as failed keeps the times and shows the operator’s words', async () => {
  const { bench, queue, feed, access } = await opened({ resultFailure: 'The car does not answer.' });
  const change = orderAccessChange(queue, access, { end: null });
  await queue.comesTo(change, 'awaiting-result');
  await reported(bench, 1);
  feed.take();
  expect(queue.row(change).state).toBe('failed');
  expect(queue.problem(change)).toMatchObject({ raw: 'The car does not answer.' });
  expect(incidents(queue)).toHaveLength(1);
});

test('an end taken away makes it open-ended, and a read finds that', async () => {
  const { bench, queue, access } = await opened({ resultsLost: true });
  const change = orderAccessChange(queue, access, { end: null, start: day(1) });
  await queue.reaches(change, 'done');
  expect(queue.row(change).confirmed_by).toBe('query');
  expect(bench.operator.state.assignments.get(access)).toMatchObject({ end: null });
});

test('a lost result of other seconds without a connection is found by a read', async () => {
  const { bench, queue, access } = await opened({ resultsLost: true });
  const change = orderAccessChange(queue, access, { lifetime: 7200, renewableAfter: 1800 });
  await queue.reaches(change, 'done');
  expect(queue.row(change).confirmed_by).toBe('query');
  expect(bench.operator.state.assignments.get(access)).toMatchObject({
    lifetime: 7200,
    renewableAfter: 1800,
  });
});

test('a change of other seconds that a read does not find yet is not overtaken by itself', async () => {
  const policy = { ...defaultPolicy, resultQuestions: 2 };
  const { bench, queue, access } = await opened({ resultsLost: true }, { policy });
  const held = bench.operator.state.assignments.get(access);
  if (held === undefined) throw new Error('the access stands');
  const change = orderAccessChange(queue, access, { lifetime: 7200 });
  await queue.comesTo(change, 'awaiting-result');
  await vi.waitFor(() =>
    expect(bench.operator.state.assignments.get(access)).toMatchObject({ lifetime: 7200 }),
  );
  bench.operator.state.assignments.set(access, { ...held, lifetime: 604_800 });
  await queue.reaches(change, 'blocked', 'cancelled', 'done');
  expect(queue.problem(change)?.code).toBe('result-missing');
});

test('a change whose row knows nothing of seconds, as earlier builds wrote it, is found by a read too', async () => {
  const { queue, access } = await opened({ resultsLost: true });
  const change = orderAccessChange(queue, access, { end: null });
  await queue.comesTo(change, 'awaiting-result');
  const before = JSON.stringify({ before: { start: day(1), end: day(2) } });
  queue.database.write(({ sqlite }) =>
    sqlite.prepare<[string, string]>('UPDATE operation SET context = ? WHERE id = ?').run(before, change),
  );
  await queue.reaches(change, 'done');
  expect(queue.row(change).confirmed_by).toBe('query');
});

test('an access that has ended meanwhile is reported as ended', async () => {
  const { bench, queue, access } = await opened();
  bench.operator.faults.add({ method: 'PATCH', effect: { kind: 'drop', when: 'before' } });
  const change = orderAccessChange(queue, access, { end: day(5) });
  await queue.comesTo(change, 'unknown');
  bench.operator.state.assignments.delete(access);
  await queue.reaches(change, 'blocked');
  expect(queue.problem(change)?.code).toBe('assignment-ended-elsewhere');
});

test('the next change of an access waits for the result of the one before: the newer end remains', async () => {
  const { bench, queue, feed, access } = await opened({ resultsHeld: true });
  const first = orderAccessChange(queue, access, { end: day(5) });
  await queue.comesTo(first, 'awaiting-result');
  const second = orderAccessChange(queue, access, { end: day(6) });
  await vi.waitFor(() => expect(queue.problem(second)?.code).toBe('access-still-changing'));
  expect(queue.row(second).attempt).toBe(0);
  await vi.waitFor(() => expect(bench.operator.webhooks.held).toHaveLength(1));
  await bench.operator.webhooks.release('in-order');
  feed.take();
  expect(states(queue, first)).toEqual(['done']);
  await queue.reaches(second, 'awaiting-result');
  await vi.waitFor(() => expect(bench.operator.webhooks.held).toHaveLength(1));
  await bench.operator.webhooks.release('in-order');
  feed.take();
  expect(states(queue, first, second)).toEqual(['done', 'done']);
  expect(Date.parse(bench.operator.state.assignments.get(access)?.end ?? '')).toBe(day(6));
});

test('a change without a result is reconciled, and the next one goes on', async () => {
  const { bench, queue, access } = await opened({ resultsLost: true });
  const first = orderAccessChange(queue, access, { end: day(5) });
  await queue.comesTo(first, 'awaiting-result');
  const second = orderAccessChange(queue, access, { end: day(6) });
  await queue.reaches(second, 'done');
  expect(queue.row(first)).toMatchObject({ state: 'done', confirmed_by: 'query' });
  expect(Date.parse(bench.operator.state.assignments.get(access)?.end ?? '')).toBe(day(6));
});

test('a repeated change after another one awaits its own result', async () => {
  const { queue, feed, bench, access } = await opened();
  for (const [index, at] of [5, 6, 5].entries()) {
    const change = orderAccessChange(queue, access, { end: day(at) });
    await queue.comesTo(change, 'awaiting-result');
    await reported(bench, index + 1);
    feed.take();
    expect(queue.row(change)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  }
  expect(keptResults(queue)).toEqual(['applied', 'applied', 'applied']);
});

test("a colleague's change of the same access is not taken for ours", async () => {
  const { queue, feed, access } = await opened({ resultsHeld: true });
  const change = orderAccessChange(queue, access, { end: day(5) });
  await queue.comesTo(change, 'awaiting-result');
  const updateData = [{ op: 'replace', path: '/end', value: '2026-12-31T00:00:00Z' }];
  feed.give({
    kind: 'updated',
    payload: {
      checksum: 'other',
      assignmentId: access,
      customerId: 4711,
      operationSucceeded: false,
      errorMessage: 'Not theirs.',
      updateData,
    },
  });
  expect(queue.row(change).state).toBe('awaiting-result');
  expect(keptResults(queue)).toEqual(['unresolved']);
});

describe('a success whose checksum is not ours is a hint, and reading decides', () => {
  /** A change that awaits its result; `stands` is the end that the operator has when a success is reported. */
  async function reported(stands: number) {
    const { queue, feed, bench, access } = await opened({ resultsHeld: true });
    const before = Date.parse(bench.operator.state.assignments.get(access)?.end ?? '');
    const change = orderAccessChange(queue, access, { end: day(5) });
    await queue.comesTo(change, 'awaiting-result');
    await vi.waitFor(() => expect(bench.operator.webhooks.held).toHaveLength(1));
    const held = bench.operator.state.assignments.get(access);
    if (held === undefined) throw new Error('the access stands');
    const end = new Date(stands === 0 ? before : stands).toISOString();
    bench.operator.state.assignments.set(access, { ...held, end });
    feed.give({
      kind: 'updated',
      payload: { checksum: 'other', assignmentId: access, customerId: 4711, operationSucceeded: true },
    });
    return { queue, change };
  }

  test('the new times are there: done, by the result', async () => {
    const { queue, change } = await reported(day(5));
    await queue.reaches(change, 'done');
    expect(queue.row(change).confirmed_by).toBe('result');
    expect(keptResults(queue)).toEqual(['applied']);
  });

  test("the times are the old ones: it was a colleague's, and ours is still awaited", async () => {
    const { queue, change } = await reported(0);
    expect(queue.row(change).state).toBe('awaiting-result');
    await vi.waitFor(() => expect(queue.row(change).delays).toBeGreaterThan(0));
    expect(queue.row(change).state).toBe('awaiting-result');
    expect(keptResults(queue)).toEqual(['unresolved']);
  });

  test('the times are others: a person decides, and both are shown', async () => {
    const { queue, change } = await reported(day(9));
    await queue.reaches(change, 'blocked');
    expect(queue.problem(change)).toMatchObject({
      code: 'times-changed-meanwhile',
      params: { asked: day(5), now: day(9) },
    });
    expect(keptResults(queue)).toEqual(['unresolved']);
  });
});

test('a change restored with an older disk, and found applied, is shown with its times', async () => {
  const { bench, queue, feed } = await opened();
  const made = orderAccess(queue, car);
  await reported(bench, 1);
  await queue.comesTo(made, 'awaiting-result');
  feed.take();
  const local = () => readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(made));
  const number = local()?.assignment_id ?? 0;
  const change = orderAccessChange(queue, number, { end: day(5) }, made);
  queue.commands.hold(change);
  const access = bench.operator.state.assignments.get(number);
  if (access === undefined) throw new Error('the operator has the access');
  access.end = new Date(day(5)).toISOString();
  queue.commands.release(change);
  queue.database.write((context) => {
    doubtUnfinished(context, new Set(), queue.parts.clock.now());
  });
  await queue.reaches(change, 'done');
  expect(queue.row(change)).toMatchObject({ attempt: 0, confirmed_by: 'query' });
  expect(local()?.end_at).toBe(day(5));
});
