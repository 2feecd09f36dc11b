import { fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openDatabase } from '../../electron/db/open.ts';
import { queueMigrations } from '../../electron/db/migrations/queue.ts';
import { createAttachmentFiles } from '../../electron/log/attachment-files.ts';

/*
 * Stores photos as a step does, first the bytes and then the row that names them, and says so on stdout: one line per
 * photo, its digest. `main`: it also syncs the folder on the main thread.
 */
const PHOTO_BYTES = 300_000;

const [folder, photos, queueFolder, where] = z
  .tuple([z.string(), z.coerce.number().int(), z.string(), z.enum(['beside', 'main'])])
  .parse(process.argv.slice(2));

const database = openDatabase({
  file: join(queueFolder, 'queue.db'),
  migrations: queueMigrations,
  durability: 'full',
  onCommitted: () => {},
});
const insert = database.sqlite.prepare(
  "INSERT INTO attachment (sha256, media_type, total, kept_at) VALUES (?, 'image/jpeg', ?, 0)",
);
const files = createAttachmentFiles(folder);
for (let photo = 1; photo <= photos; photo += 1) {
  const digest = await files.keep(Buffer.alloc(PHOTO_BYTES, `photo ${photo} `));
  if (where === 'main') fsyncSync(openSync(folder, 'r'));
  database.write(() => insert.run(digest, PHOTO_BYTES));
  await database.synced();
  writeSync(1, `${digest}\n`);
}
await files.keepOnly(() => true);
database.close();
