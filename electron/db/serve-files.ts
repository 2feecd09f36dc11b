import type { MessagePort } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { findDamage } from './recovery/find-damage.ts';
import { serveThread } from './thread.ts';

/**
 * The requests to the thread: `carry-over` checkpoints the -wal file as far as readers allow, `rewrite` removes deleted
 * data (VACUUM), `find-damage` reports damage.
 */
const fileJob = z.object({
  file: z.string(),
  work: z.enum(['carry-over', 'rewrite', 'find-damage', 'find-damage-thoroughly']),
});
export type FileJob = z.infer<typeof fileJob>;

/** Busy timeout in milliseconds. */
const PATIENCE_MS = 60_000;
const checkpoint = z.array(z.object({ busy: z.number() })).min(1);

function workOn({ file, work }: FileJob): string | null {
  if (work === 'find-damage' || work === 'find-damage-thoroughly') {
    return findDamage(file, work === 'find-damage-thoroughly');
  }
  const sqlite = new BetterSqlite3(file, { fileMustExist: true, timeout: PATIENCE_MS });
  try {
    sqlite.pragma('secure_delete = ON');
    sqlite.pragma('checkpoint_fullfsync = ON');
    sqlite.pragma('fullfsync = ON');
    sqlite.pragma('wal_autocheckpoint = 0');
    if (work === 'carry-over') {
      sqlite.pragma('wal_checkpoint(PASSIVE)');
      return null;
    }
    sqlite.exec('VACUUM');
    // Earlier page states are gone once the -wal file is truncated.
    const [reported] = checkpoint.parse(sqlite.pragma('wal_checkpoint(TRUNCATE)'));
    if (reported?.busy !== 0) throw new Error('a reader was active all the time');
    return null;
  } finally {
    sqlite.close();
  }
}

/** Serves the requests of `file-worker.ts`. Each request opens and closes its own connection. */
export function serveFiles(port: MessagePort): void {
  serveThread(port, { request: fileJob, work: workOn, close: () => undefined });
}
