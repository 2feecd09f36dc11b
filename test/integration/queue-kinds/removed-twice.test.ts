import { expect, test, vi } from 'vitest';
import type { OperationId } from '../../../shared/ids.ts';
import { revokedAssignmentsOf } from '../../../electron/db/tables/queue/assignments.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { type Queue, startBench } from '../queue/fixture.ts';
import { feedOf, incidents, keptResults } from '../queue/results.ts';
import { fitted, giveAccess, orderEnd, orderUninstallation, productOf } from './orders.ts';

const FAILURE = 'The Box did not answer.';

const taken = (queue: Queue, box: OperationId) =>
  revokedAssignmentsOf(queue.database.sqlite, box).map((row) => `${row.state}/${row.confirmed_by ?? ''}`);

/** An access that a removed Box takes along and that is ended by an order of its own: both are accepted, both report. */
async function endedWithItsBox(settings: SettingsChange = {}) {
  const bench = await startBench({ resultsHeld: true, ...settings });
  const { results, webhooks } = bench.operator;
  const access = giveAccess(bench.operator, fitted);
  const queue = bench.open();
  // The removal with the Box fails; the separate order is done.
  results.add({ kind: 'deleted', failWith: FAILURE });
  const box = orderUninstallation(queue, fitted, productOf(bench.operator, notable.boxes.installed));
  await queue.comesTo(box, 'done');
  await vi.waitFor(() => expect(webhooks.held).toHaveLength(1));
  const end = orderEnd(queue, access, fitted);
  await queue.comesTo(end, 'awaiting-result');
  await vi.waitFor(() => expect(webhooks.held).toHaveLength(2));
  return { bench, queue, feed: feedOf(bench, queue), box, end };
}

for (const order of ['in-order', 'reversed'] as const) {
  test(`an access that a removed Box did not end fails no order that ends it, ${order}`, async () => {
    const { bench, queue, feed, box, end } = await endedWithItsBox();
    await bench.operator.webhooks.release(order);
    feed.take();
    expect(queue.row(end)).toMatchObject({ state: 'done', confirmed_by: 'result' });
    expect(keptResults(queue)).not.toContain('unresolved');
    // The access is gone, by whichever removal: no person is called for it.
    expect(taken(queue, box)).toEqual(['deleted/result']);
    expect(incidents(queue)).toEqual([]);
  });

  test(`nor where the checksum is ambiguous, ${order}: then a read decides`, async () => {
    const { bench, queue, feed, end } = await endedWithItsBox({ checksumAs: 'unknown' });
    await bench.operator.webhooks.release(order);
    feed.take();
    await queue.comesTo(end, 'done');
    expect(keptResults(queue)).not.toContain('unresolved');
    expect(incidents(queue)).toEqual([]);
  });
}

test('a failure that may be of either leaves both open', async () => {
  const { bench, queue, feed, box, end } = await endedWithItsBox({ checksumAs: 'unknown' });
  bench.operator.faults.add({ method: 'GET', count: 'all', effect: { kind: 'status', status: 500 } });
  await bench.operator.webhooks.release('in-order');
  const [failure] = bench.operator.webhooks.attempts;
  feed.give({ kind: 'deleted', payload: failure?.payload ?? {} });
  expect(queue.row(end).state).toBe('awaiting-result');
  expect(taken(queue, box)).toEqual(['pending deletion/']);
  expect(keptResults(queue)).toEqual(['unresolved']);
});

test('an access that its Box ended first: the order that ends it is done, and its own late failure is no contradiction', async () => {
  const bench = await startBench({ resultsHeld: true });
  const access = giveAccess(bench.operator, fitted);
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const end = orderEnd(queue, access, fitted);
  await queue.comesTo(end, 'awaiting-result');
  bench.operator.state.assignments.delete(access);
  const gone = { checksum: 'x', assignmentId: access, customerId: 4711, operationSucceeded: false };
  await queue.reaches(end, 'done');
  feed.give({
    kind: 'deleted',
    payload: { ...gone, errorMessage: `Assignment ${access} no longer exists.` },
  });
  expect(queue.row(end)).toMatchObject({ state: 'done', confirmed_by: 'query' });
  expect(keptResults(queue)).toEqual(['repeated']);
  expect(incidents(queue)).toEqual([]);
});

test('an access that two orders end: the failure of the late one belongs to it, and is no contradiction', async () => {
  const delayMs = 5000;
  const bench = await startBench({ resultDelayMs: delayMs });
  const { webhooks } = bench.operator;
  const access = giveAccess(bench.operator, fitted);
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const first = orderEnd(queue, access, fitted);
  await queue.comesTo(first, 'awaiting-result');
  const second = orderEnd(queue, access, fitted);
  await queue.comesTo(second, 'awaiting-result');
  bench.clock.advance(delayMs);
  await vi.waitFor(() => expect(webhooks.attempts).toHaveLength(2));
  const [gone, tooLate] = webhooks.attempts;
  feed.give({ kind: 'deleted', payload: gone?.payload ?? {} });
  expect(queue.row(first)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  await queue.reaches(second, 'done');
  expect(queue.row(second).confirmed_by).toBe('query');
  feed.give({ kind: 'deleted', payload: tooLate?.payload ?? {} });
  expect(keptResults(queue)).toEqual(['applied', 'repeated']);
  expect(incidents(queue)).toEqual([]);
});

test('the late failure of the second of two removals is explained, also where another access had the number since', async () => {
  const bench = await startBench({ resultsHeld: true });
  const access = giveAccess(bench.operator, fitted);
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  // The operator accepts both and carries none out for now.
  const asked = vi.spyOn(bench.operator.state.assignments, 'delete').mockReturnValue(true);
  const [first, second] = [orderEnd(queue, access, fitted), orderEnd(queue, access, fitted)];
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  asked.mockRestore();
  bench.operator.state.assignments.delete(access);
  const common = { assignmentId: access, customerId: 4711 };
  const gone = { ...common, operationSucceeded: true, errorMessage: null };
  // The second success is that of a later access with the number, which left with its Box.
  for (const checksum of ['of a removal', 'of a removed Box']) {
    feed.give({ kind: 'deleted', payload: { ...gone, checksum } });
  }
  await queue.reaches(first, 'done');
  await queue.reaches(second, 'done');
  const failed = { ...common, operationSucceeded: false, errorMessage: 'No longer exists.' };
  feed.give({ kind: 'deleted', payload: { ...failed, checksum: 'of a removal' } });
  expect(keptResults(queue)).not.toContain('unresolved');
  expect(incidents(queue)).toEqual([]);
});
