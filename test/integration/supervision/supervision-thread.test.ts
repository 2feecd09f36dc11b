import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countEntries } from '../../../electron/db/tables/supervision/logs.ts';
import { openSupervisionDatabase } from '../../../electron/supervision/copies-file.ts';
import { CHAIN, chainOf } from '../relay/log-chain.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { clientOf, relayWithLaptops, reportedBy, supervisorsLaptop, workshopLogs } from './fleet-at-relay.ts';

const entry = new URL('../../../electron/supervision/supervision-thread.ts', import.meta.url);

/** Starts threads from a file, and keeps them. */
function threadsFrom(from: URL = entry) {
  const threads: Worker[] = [];
  const startThread = (file: string): Worker => {
    const thread = new Worker(from, { workerData: { file } });
    threads.push(thread);
    return thread;
  };
  return { threads, startThread };
}

/** A supervision.db as the app opens it. */
function opened(file = join(tempFolder(), 'supervision.db')) {
  const { threads, startThread } = threadsFrom();
  const { database } = openSupervisionDatabase({ file, clock: machineClock }, startThread);
  onTestFinished(() => database.close());
  return { file, database, threads };
}

const arrivalOf = (count: number) => ({
  write: 'entries' as const,
  arrivals: [{ chain: CHAIN, entries: [...chainOf(count)], own: false, laptop: 'Bay 1', continues: null }],
  forks: [],
  signatures: [],
  feed: { relay_sequence: count },
});

test('other work of the main process runs while a page of entries is stored', async () => {
  const { database } = opened();
  let turns = 0;
  let storing = true;
  const count = (): void => {
    turns += 1;
    if (storing) setImmediate(count);
  };
  setImmediate(count);
  await database.ask(arrivalOf(300));
  storing = false;
  expect(countEntries(database.sqlite)).toBe(300);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('the connection of the main process cannot write', () => {
  const { database } = opened();
  expect(() => database.sqlite.exec('DELETE FROM chain')).toThrow(/readonly/);
});

test('a close waits for the request under way, leaves no -wal file, and takes no request after it', async () => {
  const { file, database, threads } = opened();
  const storing = database.ask(arrivalOf(50));
  await database.close();
  await storing;
  expect(existsSync(`${file}-wal`)).toBe(false);
  await expect(database.ask(arrivalOf(51))).rejects.toThrow(/closed/);
  expect(threads).toHaveLength(1);
  expect(countEntries(opened(file).database.sqlite)).toBe(50);
});

test('a thread that dies is reported, and the reading goes on in a new one', async () => {
  const batches = workshopLogs(30);
  const { relay, bring } = await relayWithLaptops();
  await bring(batches);
  const client = await clientOf(relay, 'Office', 'supervisor');
  const { threads, startThread } = threadsFrom();
  let dying = true;
  const laptop = supervisorsLaptop().open(
    {
      me: client.me,
      logEntries: async (query) => {
        const page = await client.logEntries(query);
        if (dying) void threads.at(-1)?.terminate();
        dying = false;
        return page;
      },
    },
    { startThread },
  );
  laptop.supervision.start();
  await vi.waitFor(() => expect(laptop.reports).toEqual(['supervision.fault']));
  const all = batches.reduce((sum, batch) => sum + batch.entries.length, 0);
  await vi.waitFor(() => {
    const { entries, reading } = laptop.supervision.status();
    expect({ entries, state: reading.state }).toEqual({ entries: all, state: 'up-to-date' });
  });
  expect(reportedBy(laptop).rows).not.toContain(null);
  expect(threads).toHaveLength(2);
});

test('a thread that dies between its commit and its answer leaves no job out of the table', async () => {
  const batches = workshopLogs(30);
  const { relay, bring } = await relayWithLaptops();
  await bring(batches);
  const client = await clientOf(relay, 'Office', 'supervisor');
  const { startThread } = threadsFrom();
  let dying = true;
  /** The first answer with projected jobs does not arrive. */
  const startDying = (file: string): Worker => {
    const thread = startThread(file);
    const emit = thread.emit.bind(thread);
    vi.spyOn(thread, 'emit').mockImplementation((event: string | symbol, ...args: unknown[]) => {
      const hasJobs = event === 'message' && JSON.stringify(args[0]).includes('"records":[{');
      if (!dying || !hasJobs) return emit(event, ...args);
      dying = false;
      void thread.terminate();
      return true;
    });
    return thread;
  };
  const laptop = supervisorsLaptop().open(client, { startThread: startDying });
  laptop.supervision.start();
  await vi.waitFor(() => expect(laptop.reports).toEqual(['supervision.fault']));
  await vi.waitFor(() => expect(laptop.supervision.status().reading.state).toBe('up-to-date'));
  expect(laptop.supervision.status().jobs).toBe(reportedBy(laptop).rows.length);
});

test('a thread that cannot start is reported, and the copies are readable', async () => {
  const { startThread } = threadsFrom(new URL('file:///nowhere/thread.js'));
  const laptop = supervisorsLaptop().open(null, { startThread });
  laptop.supervision.start();
  await expect(laptop.supervision.pause()).rejects.toMatchObject({ problem: { code: 'unexpected' } });
  expect(laptop.supervision.status()).toMatchObject({ entries: 0, jobs: 0 });
});
