import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import {
  insertOperation,
  moveOperation,
  readOperation,
} from '../../../electron/db/tables/queue/operations.ts';
import { operationState, mayMove } from '../../../shared/domain/operation.ts';
import { customerId, operationId } from '../../../shared/ids.ts';
import { tempFolder } from './temp-folder.ts';

const ways = operationState.options.flatMap((from) => operationState.options.map((to) => ({ from, to })));

it('writes the state for every way that the table has, and refuses every other with nothing written', () => {
  const database = openDatabase({
    file: join(tempFolder(), 'queue.db'),
    migrations: queueMigrations,
    durability: 'full',
    onCommitted: () => {},
  });
  onTestFinished(() => database.close());
  for (const { from, to } of ways) {
    const id = operationId.parse(crypto.randomUUID());
    database.write((context) => {
      insertOperation(context, {
        id,
        kind: 'create-car',
        payload: '{}',
        payload_version: 1,
        payload_digest: 'of this payload',
        environment: 'uat',
        base_url: 'http://127.0.0.1/v3',
        customer_id: customerId.parse(4711),
        lane: id,
        dedupe_key: null,
        job_id: null,
        state: 'ready',
        problem: null,
        created_at: 0,
      });
      context.sqlite.prepare('UPDATE operation SET state = ? WHERE id = ?').run(from, id);
    });
    const move = () => {
      try {
        const change = { crashes: 7 };
        return database.write((context) =>
          moveOperation(context, { id, state: from, attempt: 0, revision: 1 }, to, 1, change),
        );
      } catch (cause) {
        return String(cause);
      }
    };
    expect(move()).toBe(mayMove(from, to) || `Error: operation ${id} cannot go from ${from} to ${to}`);
    const kept = mayMove(from, to) ? { state: to, crashes: 7 } : { state: from, crashes: 0 };
    expect(readOperation(database.sqlite, id)).toMatchObject(kept);
  }
});
