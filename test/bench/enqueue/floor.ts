import { randomUUID } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import type { QueueTarget } from '../../../electron/operations/queue/parts.ts';
import { z } from 'zod';

const column = z.union([z.string(), z.number(), z.null()]);
const row = z.record(z.string(), column);
type Row = z.infer<typeof row>;

/** The rows that one step left in queue.db: those that a hand-written program would have to write too. */
export interface StepRows {
  /** The job as it was started, and as the step left it. */
  readonly before: Row;
  readonly job: Row;
  readonly operation: Row;
  readonly entry: Row;
  readonly words: Row;
}

/** The rows of the newest operation's step; `emptyJob` is one that was started and left alone. */
export function rowsOfStep(file: string, emptyJob: string): StepRows {
  const sqlite = new BetterSqlite3(file, { readonly: true });
  try {
    const read = (sql: string, ...bound: readonly string[]) => row.parse(sqlite.prepare(sql).get(...bound));
    const operation = read('SELECT * FROM operation ORDER BY seq DESC LIMIT 1');
    const id = String(operation['job_id']);
    return {
      before: read('SELECT * FROM job WHERE id = ?', emptyJob),
      job: read('SELECT * FROM job WHERE id = ?', id),
      operation,
      entry: read('SELECT * FROM log_entry WHERE job_id = ? ORDER BY number DESC LIMIT 1', id),
      words: read('SELECT job_id, started_at, search_text FROM job_search WHERE job_id = ?', id),
    };
  } finally {
    sqlite.close();
  }
}

/**
 * The floor of a step: its rows by hand-written SQL in one transaction of a queue.db of their own, every statement prepared
 * before. The job itself is started outside of the measured time, as for the step.
 */
export function openFloor(file: string, target: QueueTarget, rows: StepRows) {
  const database = openQueueDatabase(file, target, () => undefined);
  const { sqlite } = database;
  // The app syncs beside the event loop. A hand-written program waits for its commit, and both are answered from the disk.
  sqlite.pragma('synchronous = FULL');
  const insert = (table: string, columns: Row) => {
    const names = Object.keys(columns);
    return sqlite.prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
    );
  };
  const { seq: _seq, ...operation } = rows.operation;
  const { number: _number, ...entry } = rows.entry;
  const start = insert('job', rows.before);
  const begin = sqlite.prepare('BEGIN IMMEDIATE');
  const tick = sqlite.prepare('UPDATE tick SET last = last + 1');
  const addOperation = insert('operation', operation);
  const addEntry = insert('log_entry', entry);
  const change = sqlite.prepare(
    'UPDATE job SET data = @data, worker = @worker, updated_at = @updated_at WHERE id = @id',
  );
  const addWords = insert('job_search', rows.words);
  const commit = sqlite.prepare('COMMIT');
  return {
    /** Milliseconds of one step. */
    step: (): number => {
      const job = randomUUID();
      const changed = { ...rows.job, id: job };
      const newOperation = { ...operation, id: randomUUID(), job_id: job };
      const newEntry = { ...entry, id: randomUUID(), job_id: job };
      const newWords = { ...rows.words, job_id: job };
      start.run({ ...rows.before, id: job });
      const from = performance.now();
      begin.run();
      tick.run();
      addOperation.run(newOperation);
      addEntry.run(newEntry);
      change.run(changed);
      addWords.run(newWords);
      commit.run();
      return performance.now() - from;
    },
    close: database.close,
  };
}
