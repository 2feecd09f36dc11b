import { expect, test, vi } from 'vitest';
import { countQueue } from '../../../electron/db/tables/queue/queue-lines.ts';
import { viewDetail } from '../../../electron/operations/queue/detail.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type Queue, startBench } from '../queue/fixture.ts';
import { feedOf } from '../queue/results.ts';
import { fitted, giveAccess, orderUninstallation, productOf } from './orders.ts';

const detail = (queue: Queue, id: OperationId) =>
  viewDetail(
    { sqlite: queue.database.sqlite, now: queue.parts.clock.now(), policy: queue.parts.policy },
    queue.row(id),
    (user) => `User ${user}`,
  );
const NO_BODY = 'D41D8CD98F00B204E9800998ECF8427E';
const result = (assignment: number, message: string | null, checksum = NO_BODY) => ({
  kind: 'deleted' as const,
  payload: {
    checksum,
    assignmentId: assignment,
    customerId: 4711,
    operationSucceeded: message === null,
    errorMessage: message,
  },
});

test('a removal lists each access that ended with it: state, time of its result, and its words', async () => {
  const bench = await startBench({ resultDelayMs: 86_400_000 });
  const { operator, clock } = bench;
  const [gone = 0, stayed = 0, open = 0] = [1, 2, 3].map(() => giveAccess(operator, fitted));
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const id = orderUninstallation(queue, fitted, productOf(operator, notable.boxes.installed));
  await queue.comesTo(id, 'done');
  expect(detail(queue, id).accesses.map(({ state, result: reported }) => [state, reported])).toEqual(
    [1, 2, 3].map(() => ['pending deletion', null]),
  );

  const came = clock.now() + 2000;
  clock.advance(2000);
  feed.give(result(gone, null), result(stayed, 'Jammed.', queue.attempts(id)[0]?.checksum ?? ''));
  await vi.waitFor(() => {
    clock.advance(1000);
    expect(detail(queue, id).accesses[1]?.state).toBe('deletion failed');
  });
  const { accesses, timeline } = detail(queue, id);
  expect(accesses.map(({ assignmentId: access, state }) => [access, state])).toEqual([
    [gone, 'deleted'],
    [stayed, 'deletion failed'],
    [open, 'pending deletion'],
  ]);
  expect(accesses[0]).toMatchObject({
    confirmedBy: 'result',
    result: { at: came, receivedAt: came },
  });
  expect(accesses[0]?.user).toMatch(/^User \d+$/);
  expect(accesses[1]?.result?.raw).toContain('Jammed.');
  expect(accesses[2]?.askAt).toBeGreaterThan(clock.now());
  // Each result stands with its access, not once more among the removal's own.
  expect(timeline.filter(({ what }) => what === 'result')).toEqual([]);
});

test('an access that stayed needs a person until it was seen, although the removal itself is done', async () => {
  const bench = await startBench({ resultDelayMs: 86_400_000 });
  const access = giveAccess(bench.operator, fitted);
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const id = orderUninstallation(queue, fitted, productOf(bench.operator, notable.boxes.installed));
  await queue.comesTo(id, 'done');
  feed.give(result(access, 'Jammed.', queue.attempts(id)[0]?.checksum ?? ''));
  await vi.waitFor(() => {
    bench.clock.advance(1000);
    expect(countQueue(queue.database.sqlite).byGroup.get('needs-you')).toBe(1);
  });
  expect(detail(queue, id)).toMatchObject({
    operation: { state: 'done' },
    incidents: [{ code: 'access-stayed', raw: 'Jammed.' }],
  });
  queue.commands.acknowledge(id, 1);
  expect(countQueue(queue.database.sqlite).byGroup.get('needs-you')).toBeUndefined();
});

test('an access that was missing and is reported as gone after all needs no person any more', async () => {
  const bench = await startBench({ resultDelayMs: 86_400_000 });
  const access = giveAccess(bench.operator, fitted);
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const id = orderUninstallation(queue, fitted, productOf(bench.operator, notable.boxes.installed));
  await queue.comesTo(id, 'done');
  queue.database.write(({ sqlite }) => sqlite.exec('UPDATE revoked_assignment SET questions = 149'));
  await vi.waitFor(() => {
    bench.clock.advance(1000);
    expect(countQueue(queue.database.sqlite).byGroup.get('needs-you')).toBe(1);
  });
  feed.give(result(access, null));
  expect(countQueue(queue.database.sqlite).byGroup.get('needs-you')).toBeUndefined();
});
