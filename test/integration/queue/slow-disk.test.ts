import { statSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { Database } from '../../../electron/db/open.ts';
import { listGroups } from '../../../electron/operator/endpoints/groups-and-users.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { type Bench, emptyGroup, type Queue, startBench } from './fixture.ts';
import { orderMembership } from './orders.ts';

const additions = ({ operator }: Bench) =>
  operator.journal.matching({ method: 'PUT', path: '/groups/*/cars' });

/** Resolves once the operator has answered a read: whatever left before it is in the operator's journal. */
async function askOperator({ parts }: Queue): Promise<void> {
  const answer = await parts.client.pages((page) => listGroups(page, parts.client.assumptions));
  expect(answer.ok).toBe(true);
}

/** A laptop whose disk syncs when it is let. */
function openWithDisk(bench: Bench, synced: (database: Database) => Promise<void>): Queue {
  return bench.open({
    openFile: () => {
      const database = openQueueDatabase(bench.file, bench.target, () => undefined);
      return { ...database, synced: () => synced(database) };
    },
  });
}

test('nothing leaves before its claim is on the disk, and its state can be read meanwhile', async () => {
  const bench = await startBench();
  const disk = Promise.withResolvers<void>();
  const queue = openWithDisk(bench, () => disk.promise);
  const id = orderMembership(queue, 20_001, emptyGroup(bench));
  await queue.comesTo(id, 'sending');
  await askOperator(queue);
  await askOperator(queue);
  expect(additions(bench)).toHaveLength(0);
  disk.resolve();
  await queue.comesTo(id, 'done');
  expect(additions(bench)).toHaveLength(1);
});

test('a claim whose sync failed is not sent: the operation is in doubt, read, and sent once', async () => {
  const bench = await startBench();
  let fails = true;
  const queue = openWithDisk(bench, async (database) => {
    await database.synced();
    if (fails) throw new ProblemError(makeProblem('last-steps-unsaved'));
  });
  const id = orderMembership(queue, 20_001, emptyGroup(bench));
  await vi.waitFor(() => expect(queue.faults.join()).toContain('last-steps-unsaved'));
  expect(queue.row(id).state).toBe('sending');
  await askOperator(queue);
  expect(additions(bench)).toHaveLength(0);
  fails = false;
  await queue.reaches(id, 'done');
  expect(additions(bench)).toHaveLength(1);
});

/** Saves so much that the -wal file is due for a checkpoint; the result says whether one has run. */
function saveMuch(bench: Bench, queue: Queue): () => void {
  const long = 'x'.repeat(5 * 2 ** 20);
  queue.database.write(({ sqlite }) => {
    sqlite
      .prepare(
        `INSERT INTO job (id, kind, worker, data, started_at, updated_at) VALUES ('long', 'installation', 'Jo', ?, 0, 0)`,
      )
      .run(long);
  });
  expect(statSync(bench.file).size).toBeLessThan(long.length);
  return () => expect(statSync(bench.file).size).toBeGreaterThan(long.length);
}

test('a long -wal file is checkpointed between two commits of the drain', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const isCheckpointed = saveMuch(bench, queue);
  const id = orderMembership(queue, 20_001, emptyGroup(bench));
  await queue.comesTo(id, 'done');
  await vi.waitFor(isCheckpointed);
  expect(queue.faults).toEqual([]);
});

test('a long -wal file is checkpointed beside the event loop where nothing is sent', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const isCheckpointed = saveMuch(bench, queue);
  queue.engine.wake();
  expect(isCheckpointed).toThrow('to be greater than');
  await vi.waitFor(isCheckpointed);
  expect(queue.faults).toEqual([]);
});
