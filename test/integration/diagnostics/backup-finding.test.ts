import { dirname, join } from 'node:path';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { backupFileAt } from '../../../electron/db/recovery/backups.ts';
import { checkBackup } from '../../../electron/diagnostics/health/checks.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { HOUR, MINUTE } from '../../../shared/time.ts';
import { startBench } from '../queue/fixture.ts';

/** A laptop whose log has one entry for each of these times. */
async function laptop() {
  const bench = await startBench();
  const { database } = bench.open({ start: false });
  const start = bench.clock.now();
  const folder = join(dirname(database.file), 'backups');
  mkdirSync(folder);
  return {
    start,
    /** A copy of so many bytes that was begun then. */
    copyAt: (at: number, bytes = 0) => {
      const file = backupFileAt(folder, at);
      writeFileSync(file, '');
      truncateSync(file, bytes);
    },
    workAt: (at: number) => {
      const clock = { ...bench.clock, now: () => at };
      const log = createInstallationLog({
        ids: createIds(),
        clock,
        worker: () => 'w',
        clockOffsetMs: () => null,
      });
      database.write((context) =>
        log.append(context, {
          job: null,
          type: 'box-forced',
          data: { serial: '1', checks: 'label', reason: 'x' },
        }),
      );
    },
    stateAt: (now: number) => checkBackup({ database }, now).state,
  };
}

test('a backup is behind when work waits for it an hour longer than it may, also while work goes on', async () => {
  const { start, copyAt, workAt, stateAt } = await laptop();
  workAt(start - HOUR);
  copyAt(start);
  expect(stateAt(start + 8 * HOUR)).toBe('good');
  workAt(start + 4 * HOUR);
  expect(stateAt(start + 5 * HOUR)).toBe('good');
  workAt(start + 5 * HOUR + 9 * MINUTE);
  expect(stateAt(start + 5 * HOUR + 10 * MINUTE)).toBe('good');
  expect(stateAt(start + 5 * HOUR + 11 * MINUTE)).toBe('attention');
});

test('a backup of a larger file may be older', async () => {
  const { start, copyAt, workAt, stateAt } = await laptop();
  copyAt(start, 512 * 1024 * 1024);
  workAt(start + 1);
  expect(stateAt(start + 3 * HOUR)).toBe('good');
  expect(stateAt(start + 3 * HOUR + 2)).toBe('attention');
});

test('no backup at all is behind after work of more than an hour ago', async () => {
  const { start, workAt, stateAt } = await laptop();
  expect(stateAt(start)).toBe('unchecked');
  workAt(start);
  expect(stateAt(start + MINUTE)).toBe('unchecked');
  expect(stateAt(start + HOUR + 11 * MINUTE)).toBe('attention');
});
