import { resolve } from 'node:path';
import { answerHelp, Refusal, exitRefused } from './command-line.ts';
import { readStoreSettings } from './settings.ts';
import { backUpSqlite } from './store/sqlite/back-up.ts';

/** `npm run relay:backup -- FILE`: works while the relay runs. */
async function main(args: readonly string[]): Promise<void> {
  const [file, ...rest] = args;
  if (file === undefined || file.startsWith('-') || rest.length > 0) {
    throw new Refusal('Say where to: npm run relay:backup -- FILE.');
  }
  const settings = readStoreSettings(process.env);
  if (!settings.ok) throw new Refusal(settings.error);
  if (settings.value.databaseUrl !== null) {
    throw new Refusal('RELAY_DATABASE_URL is set: back up PostgreSQL with its own tools, such as pg_dump.');
  }
  // The copy is readable for this account only, like the store itself.
  process.umask(0o077);
  const target = resolve(file);
  await backUpSqlite(settings.value.dataDir, target);
  process.stdout.write(`${target}\n`);
}

answerHelp(`npm run relay:backup -- FILE

Copies the relay's SQLite store to FILE while the relay runs.`);
await main(process.argv.slice(2)).catch(exitRefused);
