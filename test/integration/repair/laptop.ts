import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { copyDatabase } from '../../../electron/db/file-worker.ts';
import type { Database } from '../../../electron/db/open.ts';
import { listOperations, type OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import { findDamage } from '../../../electron/db/recovery/damage.ts';
import { makeBackup } from '../../../electron/db/recovery/backups.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { openKeptQueue } from '../../../electron/operations/queue/open-queue.ts';
import type { Bench, Queue } from '../queue/fixture.ts';

/** Opens the queue at `file` as the app does, whatever has become of it. */
export function openKept(bench: Bench, file: string, start = true): Queue {
  return bench.open({
    start,
    bootId: randomUUID(),
    openFile: () => openKeptFile(bench, file).database,
  });
}

export function openKeptFile(
  { clock, target }: Pick<Bench, 'clock' | 'target'>,
  file: string,
  { processAlive = () => false }: { readonly processAlive?: (pid: number) => boolean } = {},
) {
  return openKeptQueue({
    file,
    target,
    clock,
    log: createInstallationLog({
      ids: createIds(),
      clock,
      worker: () => 'Bay 3 Tester',
      clockOffsetMs: () => null,
    }),
    pid: process.pid,
    processAlive,
    onCommitted: () => undefined,
    report: () => undefined,
  });
}

/** A backup of the open file, as it is at this moment, beside the files at `beside`. */
export async function backUp(database: Database, file: string, at: number): Promise<void> {
  const folder = join(dirname(file), 'backups');
  mkdirSync(folder, { recursive: true });
  await makeBackup(database, {
    folder,
    at,
    thorough: true,
    mayStay: () => true,
    worker: { copy: copyDatabase, findDamage: async (file, thorough) => findDamage(file, thorough) },
    signal: new AbortController().signal,
  });
}

const REST: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled', 'blocked', 'held']);

/** Waits, with the clock running fast, until every operation has come to its end or to a person. */
export async function comesToRest(bench: Bench, queue: Queue): Promise<readonly OperationRow[]> {
  await vi.waitFor(
    () => {
      bench.clock.advance(500);
      const restless = listOperations(queue.database.sqlite, 'all', -1).filter(
        ({ state }) => !REST.has(state),
      );
      const waitsForPerson = restless.every(({ state }) => state === 'waiting') && restless.length > 0;
      if (restless.length > 0 && !waitsForPerson) {
        throw new Error(restless.map(({ kind, state, problem }) => `${kind} ${state} ${problem}`).join('\n'));
      }
    },
    { interval: 4 },
  );
  return listOperations(queue.database.sqlite, 'all', -1);
}
