import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { createSupervision } from '../../../electron/supervision/supervision.ts';
import { systemClock } from '../operator/fixture.ts';
import { supervisionFilter, newestFirst } from '../../../shared/domain/supervision.ts';
import { ok } from '../../../shared/result.ts';
import { customerId } from '../../../shared/ids.ts';

/** The supervision of a laptop alone, over a real queue.db. */
function alone() {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-reading-'));
  const ids = createIds();
  const reports: string[] = [];
  const queue = openDatabase({
    file: join(folder, 'queue.db'),
    migrations: queueMigrations,
    durability: 'normal',
    onCommitted: () => supervision.wake(),
  });
  const supervision = createSupervision({
    file: join(folder, 'supervision.db'),
    queue: queue.sqlite,
    client: null,
    environment: 'uat',
    customerId: customerId.parse(4711),
    clock: systemClock,
    refreshKeys: () => Promise.resolve(ok(undefined)),
    random: () => 0,
    publish: () => undefined,
    report: (event) => reports.push(event),
  });
  const log = createInstallationLog({
    ids,
    clock: systemClock,
    worker: () => 'Bay 3',
    clockOffsetMs: () => 0,
  });
  onTestFinished(async () => {
    await supervision.stop();
    queue.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    queue,
    supervision,
    reports,
    beginJob: () =>
      queue.write((context) =>
        log.append(context, { job: ids.job(), type: 'job-started', data: { kind: 'installation' } }),
      ),
    jobs: () => supervision.start().lookUp.window(supervisionFilter.parse({}), newestFirst, 0, 10).total,
  };
}

test('a job that begins after the first read is read too', async () => {
  const { beginJob, jobs } = alone();
  expect(jobs()).toBe(0);
  beginJob();
  await vi.waitFor(() => expect(jobs()).toBe(1));
  beginJob();
  await vi.waitFor(() => expect(jobs()).toBe(2));
});

test('a failure is reported, retried, and cleared once it works', async () => {
  const { queue, supervision, reports, beginJob, jobs } = alone();
  queue.sqlite.exec('ALTER TABLE review RENAME TO review_out_of_reach');
  expect(jobs()).toBe(0);
  await vi.waitFor(() =>
    expect(supervision.status().reading).toMatchObject({ state: 'failing', problem: { code: 'unexpected' } }),
  );
  beginJob();
  await vi.waitFor(() => expect(supervision.status().reading.state).toBe('failing'));
  expect(reports).toEqual(['supervision.fault']);

  queue.sqlite.exec('ALTER TABLE review_out_of_reach RENAME TO review');
  await vi.waitFor(() => expect(supervision.status().reading.state).toBe('up-to-date'));
  expect(jobs()).toBe(1);
});
