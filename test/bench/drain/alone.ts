import BetterSqlite3 from 'better-sqlite3';
import type { Result } from '../../../shared/result.ts';
import type { OperatorClient } from '../../../electron/operator/client.ts';
import type { OperatorError } from '../../../electron/operator/operator-error.ts';
import type { OperatorRequest } from '../../../electron/operator/request.ts';
import type { Order } from './laptop.ts';

/** Answers every write at once, in this process: what is left is what the queue itself costs. */
export function promptClient(client: OperatorClient): OperatorClient {
  return {
    ...client,
    call: <Value>(request: OperatorRequest<Value>): Promise<Result<Value, OperatorError>> => {
      const answer = request.parse(204, undefined);
      if (!answer.ok) throw new Error(`${request.endpoint} is no write`);
      return Promise.resolve(answer);
    },
  };
}

/** An empty database that syncs each commit. */
export function openFull(file: string) {
  const sqlite = new BetterSqlite3(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  return sqlite;
}

/** The floor: one table, a transaction to claim and one to finish, both synced. Milliseconds for all orders. */
export function rawSqlite(file: string, orders: readonly Order[]): number {
  const sqlite = openFull(file);
  sqlite.exec(
    'CREATE TABLE job (id INTEGER PRIMARY KEY, data TEXT NOT NULL, state INTEGER NOT NULL, at INTEGER) STRICT;' +
      'CREATE INDEX job_by_state ON job (state, id)',
  );
  const insert = sqlite.prepare('INSERT INTO job (data, state) VALUES (?, 0)');
  sqlite.transaction(() => {
    for (const order of orders) insert.run(JSON.stringify(order));
  })();
  const claim = sqlite
    .prepare<[number], number>(
      'UPDATE job SET state = 1, at = ? WHERE id = (SELECT id FROM job WHERE state = 0 ORDER BY id LIMIT 1) RETURNING id',
    )
    .pluck();
  const finish = sqlite.prepare<[number, number]>('UPDATE job SET state = 2, at = ? WHERE id = ?');
  const from = performance.now();
  for (;;) {
    const id = claim.get(Date.now());
    if (id === undefined) break;
    finish.run(Date.now(), id);
  }
  const took = performance.now() - from;
  sqlite.close();
  return took;
}
