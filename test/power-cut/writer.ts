import { fsyncSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { openDatabase } from '../../electron/db/open.ts';
import { createSharedCommit } from '../../electron/db/shared-commit.ts';
import { queueMigrations } from '../../electron/db/migrations/queue.ts';

/*
 * Saves one step after the other and prints its number once it is acknowledged, until it is killed. `full`: as the app
 * answers a person, after `synced`. `synced`: with a write that waits for the disk. `shared`: with a shared commit.
 * `normal`: as `full` in a database that is not durable. `unsynced`: after each of ten steps, and five times more after the
 * last, a beat that is not synced; then it waits.
 */
const SYNCED = 10;
const LAST_BEATS = 5;

const [file, mode, payloadLength] = z
  .tuple([z.string(), z.enum(['full', 'synced', 'normal', 'unsynced', 'shared']), z.coerce.number().int()])
  .parse(process.argv.slice(2));

const durability = mode === 'normal' ? 'normal' : 'full';
const open = () => openDatabase({ file, migrations: queueMigrations, durability, onCommitted: () => {} });
const inserting = ({ sqlite }: ReturnType<typeof open>) =>
  sqlite.prepare(
    `INSERT INTO job (id, kind, worker, data, started_at, updated_at) VALUES (?, 'installation', 'Bay 3 Tester', ?, 0, 0)`,
  );
let database = open();
if (mode === 'full' || mode === 'shared') {
  // The name of the -wal file is taken off the disk, so that these commits alone bring it back.
  database.close();
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  database = open();
}
const statement = inserting(database);
const insert = (id: string) => statement.run(id, 'x'.repeat(payloadLength));
const acknowledge = (id: string) => writeSync(1, `${id}\n`);
const shared = createSharedCommit(database, () => Promise.resolve());
const save = async (id: string): Promise<void> => {
  if (mode === 'synced' || mode === 'unsynced') database.writeSynced(() => insert(id));
  else if (mode === 'shared') await shared.write(() => insert(id));
  else {
    database.write(() => insert(id));
    await database.synced();
  }
  acknowledge(id);
};
const beat = (id: string) => {
  database.writeUnsynced(() => insert(id));
  acknowledge(id);
};
const last = mode === 'unsynced' ? SYNCED : Infinity;
for (let step = 1; step <= last; step += 1) {
  await save(String(step));
  if (mode === 'unsynced') beat(`beat-${step}`);
}
for (let left = 1; left <= LAST_BEATS; left += 1) beat(`last-beat-${left}`);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
