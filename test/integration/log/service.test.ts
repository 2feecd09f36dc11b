import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { createLogService, type LogService } from '../../../electron/log/service.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import type { QueueTarget } from '../../../electron/operations/queue/parts.ts';
import { typedLogPlace } from '../../../shared/domain/trust.ts';
import { customerId } from '../../../shared/ids.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { tempFolder } from '../relay/temp-folder.ts';

const target: QueueTarget = {
  environment: 'uat',
  baseUrl: 'http://127.0.0.1:1',
  customerId: customerId.parse(4711),
};

/** A queue.db with so many entries, and its service. */
function laptop(entries: number): {
  readonly folder: string;
  readonly file: string;
  readonly service: LogService;
  /** Called whenever the service speaks up. */
  readonly heard: { now: () => void };
} {
  const folder = tempFolder();
  const file = join(folder, 'queue.db');
  const database = openQueueDatabase(file, target, () => undefined);
  onTestFinished(() => database.close());
  const log = createInstallationLog({
    ids: createIds(),
    clock: machineClock,
    worker: () => 'Jo Fitter',
    clockOffsetMs: () => -120,
  });
  database.write((context) => {
    for (let count = 0; count < entries; count += 1) {
      log.append(context, {
        job: null,
        type: 'box-chosen',
        data: { serial: `00${count}`, variant: 'größer "als"' },
      });
    }
  });
  const heard = { now: (): void => undefined };
  const service = createLogService({ database, target, clock: machineClock, onChange: () => heard.now() });
  return { folder, file, service, heard };
}

/** The changes of a person with the file and an editor. */
function tamper(file: string, sql: string): void {
  const database = new Sqlite(file);
  database.exec(sql);
  database.close();
}

test.each([
  ['changed', "UPDATE log_entry SET worker = 'Somebody else' WHERE number = 300", 300],
  ['removed', 'DELETE FROM log_entry WHERE number = 300', 300],
])('the log of a file where an entry was %s is not whole', async (kind, sql, number) => {
  const { file, service } = laptop(500);
  await service.check([]);
  expect(service.state().verdict).toMatchObject({ kind: 'sound', head: { number: 500 } });
  tamper(file, sql);
  await service.check([]);
  expect(service.state().verdict).toMatchObject({ kind: 'broken', fault: kind, number, trusted: 299 });
});

test('a printed report reveals entries that were cut off from the end', async () => {
  const { file, service } = laptop(40);
  const printed = service.state().newest;
  if (printed === null) throw new Error('an empty log');
  const typed = typedLogPlace(` ${printed.number} : ${printed.hash.toUpperCase()} `);
  expect(typed).toEqual({ number: 40, hash: printed.hash });
  tamper(file, 'DELETE FROM log_entry WHERE number > 35');
  await service.check([]);
  expect(service.state().verdict).toMatchObject({ kind: 'sound', head: { number: 35 } });
  await service.check([printed]);
  expect(service.state().verdict).toMatchObject({ fault: 'truncated', number: 36, entry: null, trusted: 35 });
});

test('a saved log is found whole by the script of the documentation', async () => {
  const { folder, service } = laptop(450);
  const path = join(folder, 'log.jsonl');
  expect(await service.save(path)).toBe(true);
  const run = spawnSync('python3', ['docs/examples/verify_log.py', path], { encoding: 'utf8' });
  expect(run.stderr + run.stdout.trim()).toBe(`sound 450 ${service.state().newest?.hash}`);
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(1 + 450 + 1);
});

test('a check and a save go on step by step, can be stopped, and leave nothing half-done', async () => {
  const { folder, service, heard } = laptop(1_000);
  const steps: unknown[] = [];
  heard.now = () => {
    const { task } = service.state();
    steps.push(task);
    if (task?.done === 400) void service.stop();
  };
  const saving = service.save(join(folder, 'log.jsonl'));
  await expect(service.check([])).rejects.toMatchObject({ problem: { code: 'log-busy' } });
  expect(await saving).toBe(false);
  expect(steps).toEqual([
    { what: 'save', done: 200, total: 1_000 },
    { what: 'save', done: 400, total: 1_000 },
    null,
  ]);
  expect(readdirSync(folder).filter((name) => name.includes('log.jsonl'))).toEqual([]);
  await service.check([]);
  expect(steps.at(-2)).toEqual({ what: 'check', done: 400, total: 1_000 });
  expect(service.state()).toMatchObject({ task: null, verdict: null });
});

test('a save to an unwritable place says so and can be retried', async () => {
  const { folder, service } = laptop(3);
  await expect(service.save(join(folder, 'missing', 'log.jsonl'))).rejects.toMatchObject({
    problem: { code: 'file-not-written' },
  });
  expect(service.state().task).toBeNull();
  expect(await service.save(join(folder, 'log.jsonl'))).toBe(true);
  expect(existsSync(join(folder, 'log.jsonl.unfinished'))).toBe(false);
});

test.each(['', '12', '12:abc', `x:${'a'.repeat(64)}`, `12:${'g'.repeat(64)}`, `1:2:${'a'.repeat(64)}`])(
  '"%s" is not an entry as a report prints it',
  (typed) => {
    expect(typedLogPlace(typed)).toBeNull();
  },
);
