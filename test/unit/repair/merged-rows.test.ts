import { expect, test } from 'vitest';
import { putRow, type Salvaged, type StoredRow, tableShapes } from '../../../electron/db/recovery/damage.ts';
import { takeLease } from '../../../electron/db/tables/queue/ownership.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { mergeQueue } from '../../../electron/operations/queue/repair/merge-queue.ts';
import { operationState } from '../../../shared/domain/operation.ts';
import { openJobs } from '../jobs/bench.ts';

type Tables = Readonly<Record<string, readonly StoredRow[]>>;

/** A sound file with one new car, and its row. */
function soundFile() {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, { licensePlate: 'M XY 1', vin: '', brand: '', model: '', name: '' });
  const { sqlite } = bench.database;
  const all = (table: string) => sqlite.prepare<[], StoredRow>(`SELECT * FROM "${table}"`).all();
  const [row] = all('operation');
  if (row === undefined) throw new Error('a car was ordered');
  const merge = (tables: Tables, { newest = false, isFresh = false } = {}) => {
    const salvaged: Salvaged = { version: 1, rows: (table) => tables[table] ?? [] };
    return mergeQueue(sqlite, salvaged, { tables: tableShapes(sqlite), newest, isFresh });
  };
  return { bench, sqlite, row, all, merge };
}

/** Which row counts when the sound file has the operation with the first facts and the damaged one with the second. */
function counting() {
  const { sqlite, row, all, merge } = soundFile();
  return (there: StoredRow, damaged: StoredRow, newest = false): 'sound' | 'damaged' => {
    sqlite.exec('DELETE FROM operation');
    putRow(sqlite, 'operation', { ...row, ...there }, 'replace');
    const { certain, rows } = merge({ operation: [{ ...row, delays: 7, ...damaged }] }, { newest });
    const isTaken = all('operation')[0]?.['delays'] === 7;
    expect(rows).toBe(isTaken ? 1 : 0);
    // The known last word is not looked up again.
    expect([...certain]).toEqual(isTaken && newest ? [row['id']] : []);
    return isTaken ? 'damaged' : 'sound';
  };
}

test('an end counts in either file, whichever was written last', () => {
  const counts = counting();
  const ends = ['done', 'failed', 'cancelled'];
  for (const state of operationState.options) {
    const isEnd = ends.includes(state);
    for (const newest of [false, true]) {
      expect([state, newest, counts({ state }, { state: 'ready', attempt: 9 }, newest)]).toEqual([
        state,
        newest,
        isEnd ? 'sound' : 'damaged',
      ]);
    }
    expect([state, counts({ state: 'ready', attempt: 9 }, { state })]).toEqual([
      state,
      isEnd ? 'damaged' : 'sound',
    ]);
  }
});

test('of two open rows the more advanced one counts, by attempt, then revision, then time', () => {
  const counts = counting();
  const ready = (attempt: number, revision: number, updated_at: number) => ({
    state: 'ready',
    attempt,
    revision,
    updated_at,
  });
  expect(counts(ready(1, 5, 5), ready(2, 1, 1))).toBe('damaged');
  expect(counts(ready(2, 1, 1), ready(1, 5, 5))).toBe('sound');
  expect(counts(ready(1, 1, 5), ready(1, 2, 1))).toBe('damaged');
  expect(counts(ready(1, 2, 1), ready(1, 1, 5))).toBe('sound');
  expect(counts(ready(1, 1, 1), ready(1, 1, 2))).toBe('damaged');
  expect(counts(ready(1, 1, 2), ready(1, 1, 1))).toBe('sound');
  expect(counts(ready(1, 1, 1), ready(1, 1, 1))).toBe('sound');
});

test('the row of the file that was written last counts also where the backup seems more advanced', () => {
  const counts = counting();
  expect(counts({ state: 'ready', attempt: 9 }, { state: 'ready', attempt: 1 }, true)).toBe('damaged');
});

test('a damaged payload never takes the place of a sound one', () => {
  const counts = counting();
  for (const damaged of [
    { payload: '{}' },
    { payload_digest: '0'.repeat(64) },
    { payload: null },
    { payload: 5 },
  ])
    expect(counts({ state: 'ready' }, { state: 'ready', attempt: 9, ...damaged }, true)).toBe('sound');
});

test('an operation that only the damaged file has is kept, also with a payload that cannot be read', () => {
  for (const changes of [{}, { payload: '{}' }]) {
    const { sqlite, row, all, merge } = soundFile();
    sqlite.exec('DELETE FROM operation');
    expect(merge({ operation: [{ ...row, ...changes }] }).rows).toBe(1);
    expect(all('operation')).toMatchObject([{ id: row['id'], seq: row['seq'], ...changes }]);
  }
});

test('one whose place another has taken comes at the end, and one without a name or a payload is none', () => {
  const { row, all, merge } = soundFile();
  const other = { ...row, id: '00000000-0000-4000-8000-000000000009', dedupe_key: null };
  const nameless = { ...row, id: null, seq: 90 };
  const empty = { ...row, id: '00000000-0000-4000-8000-000000000008', seq: 91, payload: null };
  expect(merge({ operation: [other, nameless, empty] }).rows).toBe(1);
  expect(all('operation').map(({ id }) => id)).toEqual([row['id'], other.id]);
  expect(Number(all('operation')[1]?.['seq'])).toBeGreaterThan(Number(row['seq']));
});

test('one whose state this app does not know is not taken', () => {
  const { sqlite, row, all, merge } = soundFile();
  sqlite.exec('DELETE FROM operation');
  expect(merge({ operation: [{ ...row, state: 'nonsense' }] }).rows).toBe(0);
  expect(all('operation')).toEqual([]);
});

test('whose file it is, who drains it and how far the relay was read stay those of the sound file', () => {
  const { bench, all, merge } = soundFile();
  bench.database.write((context) => takeLease(context, { bootId: 'this', pid: 1, at: 1000 }));
  const before = ['identity', 'lease', 'feed_position', 'review_position'].map(all);
  const elsewhere: Tables = {
    identity: [{ id: 1, environment: 'prod', base_url: 'https://elsewhere.example', customer_id: 1 }],
    lease: [{ id: 1, boot_id: 'other', pid: 2, fence: 99, renewed_at: 5000, released: 0 }],
    feed_position: [{ id: 1, epoch: 'e', sequence: 9 }],
    review_position: [{ id: 1, sequence: 9, review_id: 'r', run: null }],
  };
  expect(merge(elsewhere, { newest: true }).rows).toBe(0);
  expect(['identity', 'lease', 'feed_position', 'review_position'].map(all)).toEqual(before);
});

test('a job with invalid data does not replace the present one, nor does a draft', () => {
  const { all, merge } = soundFile();
  const [job] = all('job');
  if (job === undefined) throw new Error('a job was begun');
  expect(merge({ job: [{ ...job, data: '{"half' }] }, { newest: true }).rows).toBe(0);
  expect(all('job')).toEqual([job]);
  const draft = { job_id: job['id'] ?? null, step: 'car', content: '{"half' };
  expect(merge({ draft: [draft] }, { newest: true }).rows).toBe(0);
  // Names that this file lacks are no obstacle.
  expect(merge({ job: [{ ...job }] }, { newest: true }).rows).toBe(1);
});

test('rows that name an operation that is lost go with it, and the file is sound afterwards', () => {
  const { sqlite, row, all, merge } = soundFile();
  const lost = '00000000-0000-4000-8000-000000000007';
  merge({ operation_dependency: [{ operation_id: row['id'] ?? null, depends_on: lost }] }, { newest: true });
  expect(all('operation_dependency')).toEqual([]);
  expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  expect(sqlite.pragma('foreign_keys', { simple: true })).toBe(1);
});

test('the log continues only with an entry that follows its last one', () => {
  const { all, merge } = soundFile();
  const [last] = all('log_entry').slice(-1);
  if (last === undefined) throw new Error('the order was logged');
  const next = {
    ...last,
    number: Number(last['number']) + 1,
    id: '00000000-0000-4000-8000-000000000006',
    data: last['data'] ?? null,
    redacted: 1,
  };
  const before = all('log_entry').length;
  // Another history of the same laptop: its entries stay with it.
  merge({ log_entry: [{ ...next, previous_hash: 'b'.repeat(64), hash: 'c'.repeat(64) }] }, { newest: true });
  merge({ log_entry: [{ ...last, worker: 'Bay 4 Tester' }] }, { newest: true });
  expect(all('log_entry')).toHaveLength(before);
  expect(all('log_entry').at(-1)).toEqual(last);
  const follows = { ...next, previous_hash: last['hash'] ?? null, hash: 'c'.repeat(64) };
  merge({ log_entry: [follows] }, { newest: true });
  expect(all('log_entry').at(-1)).toEqual(follows);
});

test('the name of the log and its place at the relay are never those of the damaged file', () => {
  const { all, merge } = soundFile();
  const tables = ['log_chain', 'log_upload'];
  const before = tables.map(all);
  const [upload] = all('log_upload');
  merge(
    {
      log_chain: [{ ordinal: 1, id: '00000000-0000-4000-8000-000000000005', after: 9999 }],
      log_upload: [{ ...upload, confirmed: 9999 }],
    },
    { newest: true },
  );
  expect(tables.map(all)).toEqual(before);
});
