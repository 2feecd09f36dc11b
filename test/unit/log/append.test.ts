import { expect, test } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { logFrom } from '../../../electron/db/tables/queue/log-entries.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import type { JobId } from '../../../shared/ids.ts';
import { type JobBench, openJobs } from '../jobs/bench.ts';

/** Appends the failure of an operation with these words; answers the entry, and who is asked to look again. */
function appended(said: string, { worker = 'Bay 3 Tester', ofJob = true } = {}) {
  const bench: JobBench = openJobs();
  const { clock, ids } = bench.parts;
  const job: JobId = startJob(bench.parts);
  const log = createInstallationLog({ ids, clock, worker: () => worker, clockOffsetMs: () => null });
  const changed: string[] = [];
  bench.database.write((context) => {
    log.append(
      { ...context, changed: (...topics) => changed.push(...topics) },
      {
        job: ofJob ? job : null,
        type: 'operation-failed',
        data: { operation: createIds().operation(), kind: 'install', problem: 'operator-failing', said },
      },
    );
  });
  const entry = logFrom(bench.database.sqlite, 1, 100).at(-1);
  if (entry === undefined) throw new Error('Nothing was appended.');
  return { worker: entry.worker, data: entry.data, changed, job };
}

test('a value of more than a thousand characters is cut, so that the relay takes the entry', () => {
  expect(appended('x'.repeat(1000)).data).toContain(`"${'x'.repeat(1000)}"`);
  expect(appended('x'.repeat(1001)).data).toContain(`"${'x'.repeat(1000)}…"`);
});

test('a worker’s name is stored without unstorable characters, up to 200 of them', () => {
  expect(appended('', { worker: 'Bay\0 3' }).worker).toBe('Bay 3');
  expect(appended('', { worker: 'x'.repeat(201) }).worker).toBe('x'.repeat(200));
  expect(appended('', { worker: `${'x'.repeat(199)}\u{1f600}` }).worker).toBe(`${'x'.repeat(199)}\ufffd`);
});

test('an entry of a job announces a change of that job; an entry without one announces no change', () => {
  const entry = appended('');
  expect(entry.changed).toEqual([`job:${entry.job}`]);
  expect(appended('', { ofJob: false }).changed).toEqual([]);
});
