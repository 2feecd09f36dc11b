import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/queue-migrations/index.ts';
import { chainOfEntry } from '../../../electron/db/tables/queue/log-chains.ts';
import { readLogConfirmed } from '../../../electron/db/tables/queue/log-upload.ts';
import { reviewsOf } from '../../../electron/db/tables/queue/reviews.ts';
import { reviewOfJob } from '../../../electron/jobs/rework/review-of-job.ts';
import { jobId } from '../../../shared/ids.ts';
import { tempFolder } from './temp-folder.ts';

function open(file: string, upTo: number): Database {
  const database = openDatabase({
    file,
    migrations: queueMigrations.slice(0, upTo),
    durability: 'full',
    onCommitted: () => undefined,
  });
  onTestFinished(database.close);
  return database;
}

const operation = (
  seq: number,
  kind: string,
  state: string,
  payload: unknown,
  more: { context?: unknown; problem?: unknown } = {},
) => ({
  seq,
  id: `op-${seq}`,
  kind,
  state,
  payload: JSON.stringify(payload),
  context: more.context === undefined ? null : JSON.stringify(more.context),
  problem: more.problem === undefined ? null : JSON.stringify(more.problem),
});

/** A queue.db as the first version of the app wrote it: accesses asked for, changed and removed, results, one incident. */
function filledFirstVersion(): string {
  const file = join(tempFolder(), 'queue.db');
  const old = open(file, 1);
  old.write(({ sqlite }) => {
    const insert = sqlite.prepare(
      `INSERT INTO operation (seq, id, kind, payload, payload_version, payload_digest, environment, base_url, customer_id,
         lane, state, context, problem, created_at, updated_at)
       VALUES (@seq, @id, @kind, @payload, 1, 'digest', 'uat', 'https://uat.example/v3', 4711, 'lane', @state, @context,
         @problem, 1000, 2000)`,
    );
    const times = { start: 5000, end: 9000 };
    for (const row of [
      operation(1, 'create-car', 'done', { self: 'op-1' }),
      operation(
        2,
        'create-assignment',
        'failed',
        { car: { op: 'op-1', field: 'id' }, userId: 9001 },
        {
          context: times,
          problem: { code: 'assignment-failed' },
        },
      ),
      operation(3, 'create-assignment', 'done', { car: 20_001, userId: 9002 }, { context: times }),
      operation(4, 'update-assignment', 'done', { assignment: 881 }, { context: {} }),
      operation(
        5,
        'delete-assignment',
        'blocked',
        { assignment: { op: 'op-3', field: 'id' } },
        {
          context: {},
          problem: { code: 'operator-refused' },
        },
      ),
      operation(6, 'delete-assignment', 'waiting', { assignment: { op: 'op-3', field: 'id' } }),
    ]) {
      insert.run(row);
    }
    sqlite.exec(`UPDATE operation SET attempt = 3 WHERE id = 'op-2';
      UPDATE operation SET attempt = 1 WHERE id IN ('op-3', 'op-4');
      INSERT INTO attempt (operation_id, number, started_at, checksum) VALUES
        ('op-2', 1, 1100, 'OLD'), ('op-2', 2, 1200, 'NEW'), ('op-2', 3, 1300, 'NEW'), ('op-3', 1, 1400, 'NEW'),
        ('op-4', 1, 1500, 'ANY')`);
    sqlite.exec(`INSERT INTO binding (operation_id, field, value) VALUES ('op-1', 'id', 20500), ('op-3', 'id', 880);
      INSERT INTO incident (operation_id, code, message, at) VALUES ('op-2', 'assignment-failed', 'No power.', 3000)`);
    const result = sqlite.prepare(
      `INSERT INTO result (epoch, sequence, kind, payload, state, operation_id, received_at, fetched_at)
       VALUES ('aa', ?, ?, ?, ?, ?, 2500, 2600)`,
    );
    const reported = { payload: { assignmentId: 880, carId: 20_001, userId: 9002 } };
    result.run(1, 'created', JSON.stringify(reported), 'applied', 'op-3');
    result.run(2, 'deleted', JSON.stringify({ payload: { assignmentId: 555 } }), 'unresolved', null);
    result.run(3, null, 'no JSON', 'unreadable', null);
  });
  old.close();
  return file;
}

test('a filled queue.db of the first version comes through every later one with all its rows, and what is new is filled in', () => {
  const { sqlite } = open(filledFirstVersion(), queueMigrations.length);
  const all = (sql: string) => sqlite.prepare(sql).all();
  expect(all('SELECT count(*) AS count FROM operation')).toEqual([{ count: 6 }]);
  // 0002: what each operation that has left expects, references followed; one that never left expects nothing.
  expect(all('SELECT * FROM expected_result ORDER BY operation_id')).toEqual([
    {
      operation_id: 'op-2',
      kind: 'created',
      assignment_id: null,
      car_id: 20_500,
      user_id: 9001,
    },
    {
      operation_id: 'op-3',
      kind: 'created',
      assignment_id: null,
      car_id: 20_001,
      user_id: 9002,
    },
    {
      operation_id: 'op-4',
      kind: 'updated',
      assignment_id: 881,
      car_id: null,
      user_id: null,
    },
    {
      operation_id: 'op-5',
      kind: 'deleted',
      assignment_id: 880,
      car_id: null,
      user_id: null,
    },
  ]);
  expect(
    all(
      'SELECT sequence, kind, assignment_id, car_id, user_id, state, operation_id, received_at FROM result',
    ),
  ).toEqual([
    {
      sequence: 1,
      kind: 'created',
      assignment_id: 880,
      car_id: 20_001,
      user_id: 9002,
      state: 'applied',
      operation_id: 'op-3',
      received_at: 2500,
    },
    {
      sequence: 2,
      kind: 'deleted',
      assignment_id: 555,
      car_id: null,
      user_id: null,
      state: 'unresolved',
      operation_id: null,
      received_at: 2500,
    },
    {
      sequence: 3,
      kind: null,
      assignment_id: null,
      car_id: null,
      user_id: null,
      state: 'unreadable',
      operation_id: null,
      received_at: 2500,
    },
  ]);
  // 0003: what stands already counts as reported; 0007: and as seen.
  expect(all('SELECT operation_id, code, at FROM notice ORDER BY operation_id')).toEqual([
    { operation_id: 'op-2', code: 'assignment-failed', at: 2000 },
    { operation_id: 'op-5', code: 'operator-refused', at: 2000 },
  ]);
  expect(all('SELECT operation_id, code, subject, message, at, seen_at FROM incident')).toEqual([
    {
      operation_id: 'op-2',
      code: 'assignment-failed',
      subject: 0,
      message: 'No power.',
      at: 3000,
      seen_at: 3000,
    },
  ]);
  // 0009: the times of the newest try, and of one with the very same body; of one with another body they are not known.
  expect(
    all('SELECT operation_id, number, start_at, end_at FROM attempt ORDER BY operation_id, number'),
  ).toEqual([
    { operation_id: 'op-2', number: 1, start_at: null, end_at: null },
    { operation_id: 'op-2', number: 2, start_at: 5000, end_at: 9000 },
    { operation_id: 'op-2', number: 3, start_at: 5000, end_at: 9000 },
    { operation_id: 'op-3', number: 1, start_at: 5000, end_at: 9000 },
    { operation_id: 'op-4', number: 1, start_at: null, end_at: null },
  ]);
  expect(sqlite.pragma('foreign_key_check')).toEqual([]);
});

test('a log keeps the name under which the relay knows it', () => {
  const file = join(tempFolder(), 'queue.db');
  const before = open(file, 9);
  const chain = before.sqlite.prepare('SELECT chain FROM log_upload').pluck().get();
  before.write(({ sqlite }) => sqlite.exec('UPDATE log_upload SET confirmed = 12'));
  before.close();
  const { sqlite } = open(file, queueMigrations.length);
  expect(chainOfEntry(sqlite, 1)).toEqual({ chain, after: 0, continues: null, last: null });
  expect(readLogConfirmed(sqlite)).toBe(12);
});

test('reviews from before there were reasons are kept, about the whole job, and count only with a signature', () => {
  const file = join(tempFolder(), 'queue.db');
  const before = open(file, 16);
  const job = jobId.parse('00000000-0000-4000-8000-0000000000a1');
  before.write(({ sqlite }) =>
    sqlite
      .prepare(
        `INSERT INTO review (id, job_id, revision, verdict, comment, reviewer, received_at)
         VALUES ('one', @job, 1, 'approved', '', 'Office', 10), ('two', @job, 2, 'rework', 'Clip', 'Office', 20)`,
      )
      .run({ job }),
  );
  before.close();
  const { sqlite } = open(file, queueMigrations.length);
  expect(reviewOfJob(sqlite, job)).toBeNull();
  expect(reviewsOf(sqlite, job)).toMatchObject([
    { id: 'two', verdict: 'rework', reason: null, comment: 'Clip', signature: 'unsigned' },
    { id: 'one', verdict: 'approved' },
  ]);
});

test('each version leads on from the one before it, with rows in the file', () => {
  const file = filledFirstVersion();
  for (let version = 2; version <= queueMigrations.length; version += 1) {
    const database = open(file, version);
    expect(database.sqlite.pragma('user_version', { simple: true })).toBe(version);
    expect(database.sqlite.prepare('SELECT count(*) FROM operation').pluck().get()).toBe(6);
    database.close();
  }
});
