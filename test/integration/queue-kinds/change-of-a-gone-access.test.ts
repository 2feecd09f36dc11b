import { expect, test, vi } from 'vitest';
import { startBench } from '../queue/fixture.ts';
import { feedOf } from '../queue/results.ts';
import { car, giveAccess, orderAccessChange, user } from './orders.ts';

const END = Date.UTC(2026, 11, 5, 12);

/** A change of a colleague's access, and the operator that has it. */
async function place() {
  const bench = await startBench();
  const queue = bench.open();
  const access = giveAccess(bench.operator, car);
  const { faults, journal, webhooks } = bench.operator;
  return {
    queue,
    access,
    faults,
    feed: feedOf(bench, queue),
    change: () => orderAccessChange(queue, access, { end: END }),
    result: () =>
      vi.waitFor(() => {
        const [reported] = webhooks.attempts;
        if (reported === undefined) throw new Error('no result yet');
        return reported;
      }),
    sent: () => journal.matching({ method: 'PATCH' }).length,
    wrong404: (path: string, body = '"Not found."') =>
      faults.add({ method: 'GET', path, effect: { kind: 'status', when: 'before', status: 404, body } }),
  };
}

test('one read without the access does not end a change that the operator has reported as done', async () => {
  const { queue, access, change, result, feed, wrong404 } = await place();
  const id = change();
  await queue.comesTo(id, 'awaiting-result');
  const { kind, payload } = await result();
  wrong404(`/assignments/${access}`);
  feed.give({ kind, payload: { ...payload, checksum: 'of other bytes' } });
  await queue.reaches(id, 'done', 'blocked');
  expect(queue.row(id)).toMatchObject({ state: 'done', attempt: 1 });
});

test('a change in doubt is not sent to an access of the same car and user that has the number now', async () => {
  const { queue, access, change, faults, feed, sent } = await place();
  faults.add({ method: 'PATCH', effect: { kind: 'drop', when: 'before' } });
  const id = change();
  await queue.comesTo(id, 'unknown');
  const common = { customerId: 4711, assignmentId: access, operationSucceeded: true, errorMessage: null };
  const times = { start: '2026-11-20T08:00:00Z', end: '2026-12-24T18:00:00Z' };
  feed.give(
    { kind: 'deleted', payload: { ...common, checksum: 'of a removed Box' } },
    { kind: 'created', payload: { ...common, ...times, carId: car, userId: user, checksum: 'of a swap' } },
  );
  await queue.reaches(id, 'blocked', 'awaiting-result');
  expect(queue.problem(id)?.code).toBe('assignment-ended-elsewhere');
  expect(sent()).toBe(1);
});

test('the result that gave the access its number does not make it another one', async () => {
  const { queue, access, change, faults, feed } = await place();
  faults.add({ method: 'PATCH', effect: { kind: 'drop', when: 'before' } });
  const id = change();
  await queue.comesTo(id, 'unknown');
  const common = { customerId: 4711, assignmentId: access, operationSucceeded: true, errorMessage: null };
  const times = { start: '2026-11-20T08:00:00Z', end: '2026-12-24T18:00:00Z' };
  feed.give({
    kind: 'created',
    payload: { ...common, ...times, carId: car, userId: user, checksum: 'of its own' },
  });
  await queue.reaches(id, 'blocked', 'awaiting-result');
  expect(queue.row(id)).toMatchObject({ state: 'awaiting-result', attempt: 2 });
});
