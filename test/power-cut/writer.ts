import { writeSync } from 'node:fs';
import { z } from 'zod';
import { openDatabase } from '../../electron/db/open.ts';
import { queueMigrations } from '../../electron/db/queue-migrations/index.ts';

/*
 * Saves one step after the other as the app does, and says so on stdout only when the commit has returned: one line per
 * step, its number. Goes on until it is killed.
 */
const [file, durability, payloadLength] = z
  .tuple([z.string(), z.enum(['full', 'normal']), z.coerce.number().int()])
  .parse(process.argv.slice(2));

const database = openDatabase({ file, migrations: queueMigrations, durability, onCommitted: () => {} });
const insert = database.sqlite.prepare(
  `INSERT INTO job (id, kind, worker, data, started_at, updated_at) VALUES (?, 'installation', 'Bay 3 Tester', ?, 0, 0)`,
);
for (let step = 1; ; step += 1) {
  database.write(() => insert.run(String(step), 'x'.repeat(payloadLength)));
  writeSync(1, `${step}\n`);
}
