import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { logFrom } from '../../../electron/db/tables/queue/log-entries.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { createInstallationLog, entryOf } from '../../../electron/log/append.ts';
import { createLogService } from '../../../electron/log/service.ts';
import { redactEntries } from '../../../electron/log/redact.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import type { QueueTarget } from '../../../electron/operations/queue/parts.ts';
import { customerId } from '../../../shared/ids.ts';
import { redactionsIn } from '../../../shared/relay/removals.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { tempFolder } from '../relay/temp-folder.ts';

const target: QueueTarget = {
  environment: 'uat',
  baseUrl: 'http://127.0.0.1:1',
  customerId: customerId.parse(4711),
};
const WHY = { reason: 'Left the company', request: 'the-person' };
const PERSON = 'Zoë Müßiggang';

/** A queue.db whose every entry names a person. */
function laptop(entries: number) {
  const folder = tempFolder();
  const file = join(folder, 'queue.db');
  const database = openQueueDatabase(file, target, () => undefined);
  onTestFinished(() => {
    if (database.sqlite.open) database.close();
  });
  const log = createInstallationLog({
    ids: createIds(),
    clock: machineClock,
    worker: () => PERSON,
    clockOffsetMs: () => -120,
  });
  database.write((context) => {
    for (let count = 0; count < entries; count += 1) {
      log.append(context, {
        job: null,
        type: 'box-forced',
        data: { serial: `S${count}`, checks: 'label', reason: `for ${PERSON}` },
      });
    }
  });
  const service = createLogService({ database, target, clock: machineClock, onChange: () => undefined });
  const kim = createInstallationLog({
    ids: createIds(),
    clock: machineClock,
    worker: () => 'Kim',
    clockOffsetMs: () => null,
  });
  return { folder, database, service, log: kim };
}

test('removed words are gone from file, log and export; the log stays sound and counts the gaps', async () => {
  const { folder, database, service, log } = laptop(300);
  const all = Array.from({ length: 300 }, (_, n) => n + 1);
  database.write((context) =>
    redactEntries(
      context,
      log,
      all.map((number) => ({ number, fields: ['worker', 'data.reason'] })),
      WHY,
    ),
  );
  await service.check([]);
  const { verdict, newest } = service.state();
  expect(verdict).toMatchObject({ kind: 'sound', redacted: 300 });
  const entries = logFrom(database.sqlite, 1, 1000).map(entryOf);
  expect(entries[0]).toMatchObject({
    worker: '',
    data: '{"checks":"label","reason":"","serial":"S0"}',
    redacted: true,
  });
  // Three hundred do not fit into one entry that the relay would take.
  const said = entries.slice(300);
  expect(said.length).toBeGreaterThan(1);
  expect(said.every(({ data }) => data.length <= 16 * 1024)).toBe(true);
  expect(said.flatMap(redactionsIn).map(({ number }) => number)).toEqual(all);
  const path = join(folder, 'log.jsonl');
  await service.save(path);
  const run = spawnSync('python3', ['docs/examples/verify_log.py', path], { encoding: 'utf8' });
  expect(run.stderr + run.stdout.trim()).toBe(`sound ${newest?.number} ${newest?.hash} redacted 300`);
  expect(readFileSync(path, 'utf8')).not.toContain(PERSON);
});

test('a redaction that fails half-way leaves everything as it was', async () => {
  const { database, service, log } = laptop(5);
  const redact = () =>
    database.write((context) =>
      redactEntries(
        context,
        log,
        [
          { number: 2, fields: ['worker'] },
          { number: 9, fields: ['worker'] },
        ],
        WHY,
      ),
    );
  expect(redact).toThrow(RangeError);
  await service.check([]);
  expect(service.state().verdict).toMatchObject({ kind: 'sound', head: { number: 5 }, redacted: 0 });
});

test('an entry that records a removal cannot be blanked, and one without words is not marked', () => {
  const { database, log } = laptop(2);
  const redact = (number: number) =>
    database.write((context) => redactEntries(context, log, [{ number, fields: ['data.reason'] }], WHY));
  redact(1);
  expect(() => redact(3)).toThrow(RangeError);
  redact(1);
  expect(logFrom(database.sqlite, 1, 10).map(({ redacted }) => redacted)).toEqual([1, 0, 0]);
});

test('words that are removed during a check or an export leave no log that looks changed', async () => {
  const { folder, database, service, log } = laptop(1000);
  const remove = (number: number) =>
    database.write((context) => redactEntries(context, log, [{ number, fields: ['worker'] }], WHY));
  const checking = service.check([]);
  remove(900);
  await checking;
  expect(service.state().verdict).toMatchObject({ kind: 'sound', redacted: 1 });
  const path = join(folder, 'log.jsonl');
  const saving = service.save(path);
  remove(901);
  await saving;
  const run = spawnSync('python3', ['docs/examples/verify_log.py', path], { encoding: 'utf8' });
  expect(run.stdout).toMatch(/^sound 1002 /);
});
