import { writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { writeWhole } from '../../electron/base/whole-file.ts';
import { createFileWorker } from '../../electron/db/file-worker.ts';
import { makeBackup } from '../../electron/db/recovery/backups.ts';
import { createSettingsFile } from '../../electron/profiles/settings-store.ts';

/* Writes a file, says so on stdout by its name, and waits for the power cut. */

const [folder, kind] = z
  .tuple([z.string(), z.enum(['settings', 'saved', 'backup'])])
  .parse(process.argv.slice(2));

/** Writes the file, and answers its name. */
async function written(): Promise<string> {
  switch (kind) {
    case 'settings':
      createSettingsFile(join(folder, 'profile.json')).write({ language: 'de' });
      return 'profile.json';
    case 'saved':
      await writeWhole(join(folder, 'job.bwjob'), ['{"language":"de"}']);
      return 'job.bwjob';
    case 'backup': {
      const live = join(dirname(folder), 'queue.db');
      const database = new BetterSqlite3(live);
      database.exec(`CREATE TABLE said (language); INSERT INTO said VALUES ('de')`);
      const worker = createFileWorker();
      const { signal } = new AbortController();
      const order = { folder, at: 1_700_000_000_000, mayStay: () => true, thorough: true, worker, signal };
      const outcome = await makeBackup({ file: live }, order);
      if (outcome.made !== 'yes') throw new Error(`made: ${outcome.made}`);
      return basename(outcome.file);
    }
  }
}

writeSync(1, `${await written()}\n`);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
