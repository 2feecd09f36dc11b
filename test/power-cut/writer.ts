import { fsyncSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { openDatabase } from '../../electron/db/open.ts';
import { createSharedCommit } from '../../electron/db/shared-commit.ts';
import { queueMigrations } from '../../electron/db/queue-migrations/index.ts';

/*
 * Saves one step after the other as the app does, and says so on stdout only when the commit has returned: one line per
 * step, its number. Goes on until it is killed. `unsynced`: after each of ten steps, and five times more after the last, it saves a sign of life
 * that is not synced; then it waits. `shared`: each step is a shared commit, which is synced beside the event loop.
 */
const SYNCED = 10;
const LAST_BEATS = 5;

const [file, mode, payloadLength] = z
  .tuple([z.string(), z.enum(['full', 'normal', 'unsynced', 'shared']), z.coerce.number().int()])
  .parse(process.argv.slice(2));

const durability = mode === 'normal' ? 'normal' : 'full';
const open = () => openDatabase({ file, migrations: queueMigrations, durability, onCommitted: () => {} });
const inserting = ({ sqlite }: ReturnType<typeof open>) =>
  sqlite.prepare(
    `INSERT INTO job (id, kind, worker, data, started_at, updated_at) VALUES (?, 'installation', 'Bay 3 Tester', ?, 0, 0)`,
  );
let database = open();
if (mode === 'shared') {
  // The name of the -wal file is taken off the disk, so that the shared commits alone bring it back.
  database.close();
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  database = open();
  const insert = inserting(database);
  const shared = createSharedCommit(database, () => Promise.resolve());
  for (let step = 1; ; step += 1) {
    await shared.write(() => insert.run(String(step), 'x'.repeat(payloadLength)));
    writeSync(1, `${step}\n`);
  }
}
const insert = inserting(database);
const save = (write: typeof database.write, id: string) => {
  write(() => insert.run(id, 'x'.repeat(payloadLength)));
  writeSync(1, `${id}\n`);
};
const last = mode === 'unsynced' ? SYNCED : Infinity;
for (let step = 1; step <= last; step += 1) {
  save(database.write, String(step));
  if (mode === 'unsynced') save(database.writeUnsynced, `beat-${step}`);
}
for (let beat = 1; beat <= LAST_BEATS; beat += 1) save(database.writeUnsynced, `last-beat-${beat}`);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
