import type { MessagePort } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { findDamage } from './recovery/find-damage.ts';

/**
 * The requests to the thread: `carry-over` checkpoints the -wal file as far as readers allow, `rewrite` removes deleted
 * data (VACUUM), `find-damage` reports damage.
 */
const fileJob = z.object({
  number: z.number().int(),
  file: z.string(),
  work: z.enum(['carry-over', 'rewrite', 'find-damage', 'find-damage-thoroughly']),
});
export type FileJob = z.infer<typeof fileJob>;

/** The outcome; null = done. */
export interface FileJobResult {
  readonly number: number;
  readonly failure: string | null;
  /** The damage. */
  readonly found: string | null;
}

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

/**
 * Serves the requests from the other end of the port (`file-worker.ts`). Each request opens and closes its own
 * connection.
 */
export function serveFiles(port: MessagePort): void {
  port.on('message', (asked: unknown) => {
    const job = fileJob.parse(asked);
    let reported: FileJobResult;
    try {
      reported = { number: job.number, failure: null, found: workOn(job) };
    } catch (cause) {
      reported = { number: job.number, failure: String(cause), found: null };
    }
    port.postMessage(reported, []);
  });
}
