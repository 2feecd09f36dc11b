import { expect, test, vi } from 'vitest';
import { type AssignmentId, assignmentId, localAssignmentId, type OperationId } from '../../../shared/ids.ts';
import { readLocalAssignment, revokedAssignmentsOf } from '../../../electron/db/tables/queue/assignments.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { noticesClock, type Queue, startBench } from '../queue/fixture.ts';
import { orderAccess } from '../queue/orders.ts';
import { DAY } from '../../../shared/time.ts';
import { feedOf, incidents, keptResults } from '../queue/results.ts';
import { fitted, giveAccess, orderUninstallation, productOf } from './orders.ts';

/** A Box that was taken out of a car with two accesses of colleagues. */
async function removal(settings: SettingsChange = {}) {
  const bench = await startBench(settings);
  const taken = [giveAccess(bench.operator, fitted), giveAccess(bench.operator, fitted)];
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const id = orderUninstallation(queue, fitted, productOf(bench.operator, notable.boxes.installed));
  await queue.comesTo(id, 'done');
  return { bench, queue, feed, id, taken, checksum: queue.attempts(id)[0]?.checksum };
}

const PATIENCE = { interval: 4 };
const reported = (queue: Queue, id: OperationId) =>
  revokedAssignmentsOf(queue.database.sqlite, id).map((row) => `${row.state}/${row.confirmed_by ?? ''}`);
const unseen = (queue: Queue) =>
  queue.database.sqlite.prepare<[], string>('SELECT code FROM incident WHERE seen_at IS NULL').pluck().all();
const deleted = (assignment: number, message: string | null = null) => ({
  kind: 'deleted' as const,
  payload: {
    checksum: 'D41D8CD98F00B204E9800998ECF8427E',
    assignmentId: assignment,
    customerId: 4711,
    operationSucceeded: message === null,
    errorMessage: message,
  },
});

test('the accesses that go with a Box are watched; their results belong to its removal, which waits for none', async () => {
  const { bench, queue, feed, id, taken } = await removal({ resultsHeld: true });
  expect(reported(queue, id)).toEqual(['pending deletion/', 'pending deletion/']);
  await vi.waitFor(() => expect(bench.operator.webhooks.held).toHaveLength(2));
  await bench.operator.webhooks.release('reversed');
  feed.take();
  expect(reported(queue, id)).toEqual(['deleted/result', 'deleted/result']);
  expect(keptResults(queue)).toEqual(['applied', 'applied']);
  feed.give(deleted(taken[0] ?? 0));
  expect(keptResults(queue)).toEqual(['applied', 'applied', 'repeated']);
  expect(queue.row(id)).toMatchObject({ state: 'done', confirmed_by: 'answer' });
});

test('a result that overtakes the answer of the removal is kept and applied with it', async () => {
  const bench = await startBench();
  const access = giveAccess(bench.operator, fitted);
  bench.operator.faults.add({
    method: 'DELETE',
    path: '/installations',
    effect: { kind: 'hang', when: 'after' },
  });
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const id = orderUninstallation(queue, fitted, productOf(bench.operator, notable.boxes.installed));
  await vi.waitFor(() => expect(bench.operator.webhooks.attempts).toHaveLength(1));
  feed.give(deleted(access));
  expect(queue.row(id).state).toBe('sending');
  expect(keptResults(queue)).toEqual(['unresolved']);
  await queue.reaches(id, 'done');
  expect(reported(queue, id)).toEqual(['deleted/result']);
  expect(keptResults(queue)).toEqual(['applied']);
});

test('each access that could not be removed is one incident with the operator’s message', async () => {
  const { bench, queue, feed, id, taken, checksum } = await removal({ resultDelayMs: 86_400_000 });
  const [first = 0, second = 0] = taken;
  const failed = (access: number, words: string) => {
    const { kind, payload } = deleted(access, words);
    return { kind, payload: { ...payload, checksum } };
  };
  feed.give(failed(first, 'No power.'), failed(first, 'No power.'), failed(second, 'Jammed.'));
  await vi.waitFor(() => {
    bench.clock.advance(1000);
    expect(revokedAssignmentsOf(queue.database.sqlite, id)).toMatchObject([
      { state: 'deletion failed', error_message: 'No power.' },
      { state: 'deletion failed', error_message: 'Jammed.' },
    ]);
  }, PATIENCE);
  expect(keptResults(queue)).toEqual(['repeated', 'applied', 'applied']);
  expect(incidents(queue)).toEqual(['assignment-removal-failed', 'assignment-removal-failed']);
  // The opposite afterwards changes nothing and is one incident more.
  feed.give(deleted(first), deleted(first));
  expect(reported(queue, id)[0]).toBe('deletion failed/result');
  expect(incidents(queue).toSorted()).toEqual([
    'assignment-removal-failed',
    'assignment-removal-failed',
    'outcome-contradicts',
  ]);
  expect(queue.row(id).state).toBe('done');
});

test('without results each access is read when overdue, and a late result then counts more', async () => {
  const { bench, queue, feed, id, taken } = await removal({ resultsLost: true });
  await vi.waitFor(() => {
    bench.clock.advance(1000);
    expect(reported(queue, id)).toEqual(['deleted/query', 'deleted/query']);
  }, PATIENCE);
  feed.give(...taken.map((access) => deleted(access)));
  expect(reported(queue, id)).toEqual(['deleted/result', 'deleted/result']);
});

test('an access that stays is asked about until the last question, then has failed, with one incident', async () => {
  const { bench, queue, feed, id, taken } = await removal({ resultDelayMs: 86_400_000 });
  queue.database.write(({ sqlite }) => sqlite.exec('UPDATE revoked_assignment SET questions = 149'));
  const asks = () => revokedAssignmentsOf(queue.database.sqlite, id).map(({ ask_at: at }) => at);
  await vi.waitFor(() => {
    bench.clock.advance(1000);
    expect(asks()).toEqual([null, null]);
  }, PATIENCE);
  await vi.waitFor(() => expect(incidents(queue)).toEqual(['result-missing', 'result-missing']), PATIENCE);
  expect(reported(queue, id)).toEqual(['deletion failed/query', 'deletion failed/query']);
  // A late word counts more than what was read, and contradicts nothing.
  const [gone = 0, stayed = 0] = taken;
  feed.give(deleted(gone), deleted(stayed, 'Jammed.'));
  expect(reported(queue, id)).toEqual(['deleted/result', 'deletion failed/result']);
  expect(unseen(queue)).toEqual(['assignment-removal-failed']);
});

test('the last question is put again until the operator answers it', async () => {
  const { bench, queue, id, taken } = await removal({ resultDelayMs: 86_400_000 });
  queue.database.write(({ sqlite }) => sqlite.exec('UPDATE revoked_assignment SET questions = 149'));
  const { faults } = bench.operator;
  const [first = 0] = taken;
  const silence = faults.add({
    path: `/assignments/${first}`,
    count: 'all',
    effect: { kind: 'status', status: 403 },
  });
  await vi.waitFor(() => {
    bench.clock.advance(60_000);
    expect(reported(queue, id)).toEqual(['pending deletion/', 'deletion failed/query']);
    expect(faults.all[0]?.hits).toBeGreaterThan(1);
  }, PATIENCE);
  faults.clear(silence);
  await vi.waitFor(() => {
    bench.clock.advance(60_000);
    expect(reported(queue, id)).toEqual(['deletion failed/query', 'deletion failed/query']);
  }, PATIENCE);
  expect(incidents(queue)).toEqual(['result-missing', 'result-missing']);
});

test.each([
  ['', 0],
  [', also where the clock is set back after the removal', DAY],
] as const)('an access made here is pending deletion with its Box, then deleted%s', async (_, byMs) => {
  const bench = await startBench();
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, fitted);
  await queue.comesTo(access, 'awaiting-result');
  await vi.waitFor(() => expect(bench.operator.webhooks.attempts).toHaveLength(1));
  feed.take();
  const local = () => readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(access));
  const made: AssignmentId = assignmentId.parse(local()?.assignment_id);
  const id = orderUninstallation(queue, fitted, productOf(bench.operator, notable.boxes.installed));
  await queue.comesTo(id, 'done');
  expect(local()?.state).toBe('pending deletion');
  bench.clock.setBack(byMs);
  await noticesClock(bench, queue);
  feed.give(deleted(made));
  expect(local()?.state).toBe('deleted');
});

test.for([
  ['another car, asked for before', 20_001, 'before', 9001],
  ['the same car, asked for after', fitted, 'after', 9001],
  ['the same car and another user, asked for before', fitted, 'before', 9002],
  ['the same car and user from another day, asked for before', fitted, 'before', 9001],
] as const)(
  'a late result about a revoked access does not concern a new access of %s with its number',
  async ([, of, when, user]) => {
    const bench = await startBench({ resultsHeld: true });
    const number = giveAccess(bench.operator, fitted);
    const queue = bench.open();
    const feed = feedOf(bench, queue);
    const ask = async () => {
      const id = orderAccess(queue, of, user);
      await queue.comesTo(id, 'awaiting-result');
      bench.clock.advance(1000);
      return id;
    };
    const early = when === 'before' ? await ask() : null;
    const id = orderUninstallation(queue, fitted, productOf(bench.operator, notable.boxes.installed));
    await queue.comesTo(id, 'done');
    bench.clock.advance(1000);
    const made = early ?? (await ask());
    const created = await vi.waitFor(() => {
      const found = bench.operator.webhooks.held.find(({ kind }) => kind === 'created');
      if (found === undefined) throw new Error('no result yet');
      return found;
    });
    feed.give({ ...created, payload: { ...created.payload, assignmentId: number } });
    expect(queue.row(made).state).toBe('done');
    feed.give(deleted(number));
    expect(reported(queue, id)).toContain('deleted/result');
    const local = readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(made));
    expect(local).toMatchObject({ assignment_id: number, state: 'active' });
  },
);

test.for([9001, 9002])(
  'a new access of user %i under the number of a revoked one stays, if both results overtake the answer of the removal',
  async (user) => {
    const bench = await startBench({ resultsHeld: true });
    const number = giveAccess(bench.operator, fitted);
    const queue = bench.open();
    const feed = feedOf(bench, queue);
    const made = orderAccess(queue, fitted, user);
    await queue.comesTo(made, 'awaiting-result');
    bench.operator.faults.add({
      method: 'DELETE',
      path: '/installations',
      effect: { kind: 'hang', when: 'after' },
    });
    const id = orderUninstallation(queue, fitted, productOf(bench.operator, notable.boxes.installed));
    await queue.comesTo(id, 'sending');
    const created = await vi.waitFor(() => {
      const found = bench.operator.webhooks.held.find(({ kind }) => kind === 'created');
      if (found === undefined) throw new Error('no result yet');
      return found;
    });
    feed.give(deleted(number), { ...created, payload: { ...created.payload, assignmentId: number } });
    await queue.reaches(id, 'done');
    expect(reported(queue, id)).toContain('deleted/result');
    const local = readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(made));
    expect(local).toMatchObject({ assignment_id: number, state: 'active' });
  },
);

test('a removal refused because the Box was out watches no access, and takes no result of another removal', async () => {
  const bench = await startBench({ resultsLost: true });
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const made = orderAccess(queue, fitted);
  await queue.reaches(made, 'done');
  const local = () => readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(made));
  const number = local()?.assignment_id ?? 0;
  const box = productOf(bench.operator, notable.boxes.installed);
  box.carId = null;
  const id = orderUninstallation(queue, fitted, box);
  await queue.comesTo(id, 'done');
  expect(queue.attempts(id)).toMatchObject([{ status: 409 }]);
  const { payload } = deleted(number);
  feed.give({ kind: 'deleted', payload: { ...payload, checksum: queue.attempts(id)[0]?.checksum } });
  expect(reported(queue, id)).toEqual([]);
  expect(local()?.state).toBe('active');
});

test.for(['before', 'after'] as const)(
  'a removal cancelled in doubt that ended the accesses: result %s ends them and raises one incident',
  async (when) => {
    const bench = await startBench();
    const queue = bench.open();
    const feed = feedOf(bench, queue);
    const made = orderAccess(queue, fitted);
    await queue.comesTo(made, 'awaiting-result');
    await vi.waitFor(() => expect(bench.operator.webhooks.attempts).toHaveLength(1));
    feed.take();
    const other = giveAccess(bench.operator, fitted);
    const local = () => readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(made));
    const number = local()?.assignment_id ?? 0;
    bench.operator.faults.add({
      method: 'DELETE',
      path: '/installations',
      effect: { kind: 'status', when: 'after', status: 500 },
    });
    const id = orderUninstallation(queue, fitted, productOf(bench.operator, notable.boxes.installed));
    await queue.comesTo(id, 'unknown');
    for (const path of ['/cars/**', '/products/**']) {
      bench.operator.faults.add({
        method: 'GET',
        path,
        count: 'all',
        effect: { kind: 'status', status: 500 },
      });
    }
    await queue.reaches(id, 'blocked');
    const { checksum } = queue.attempts(id)[0] ?? {};
    const words = [number, other].map((access) => {
      const { kind, payload } = deleted(access);
      return { kind, payload: { ...payload, checksum } };
    });
    if (when === 'before') feed.give(...words);
    expect(local()?.state).toBe('active');
    queue.commands.cancel(id);
    if (when === 'after') feed.give(...words);
    expect(local()?.state).toBe('deleted');
    expect(incidents(queue)).toEqual(['outcome-contradicts']);
    expect(keptResults(queue)).not.toContain('unresolved');
  },
);

test('the watch on revoked accesses survives a restart', async () => {
  const { bench, queue, id } = await removal({ resultsLost: true });
  await queue.stop();
  const again = bench.open();
  await vi.waitFor(() => {
    bench.clock.advance(1000);
    expect(reported(again, id)).toEqual(['deleted/query', 'deleted/query']);
  }, PATIENCE);
});
