import type { MessagePort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { cuttingWal } from './cut-wal.ts';
import { openWriting } from './open-database.ts';
import { othersWrites } from './others-writes.ts';
import { writesOf, type Write } from './writes.ts';

/** The requests of the other end. */
export type Job = { readonly number: number; readonly asked: Write } | 'end';

/** The messages to it. `ready`: from now on it hears of others' writes. `code`: the database refused. `failed`: a defect, as it was thrown. */
export type Reported =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly number: number; readonly answer: unknown }
  | { readonly kind: 'unavailable'; readonly number: number; readonly code: string }
  | { readonly kind: 'failed'; readonly number: number; readonly reason: unknown }
  | { readonly kind: 'others-wrote' };

/**
 * Writes to a data folder's database for the other end of the port (`sqlite/writer.ts`) until it says `end`. Each write is answered
 * once its commit is on the disk, in the order they came.
 */
export function serveWrites(port: MessagePort, dataDir: string): void {
  const tell = (reported: Reported): void => port.postMessage(reported, []);
  const db = openWriting(dataDir);
  const write = writesOf(db);
  const wal = cuttingWal(db);
  const endWatch = othersWrites(db, () => tell({ kind: 'others-wrote' }));

  const answer = (number: number, asked: Write): Reported => {
    try {
      return { kind: 'done', number, answer: write(asked) };
    } catch (reason) {
      if (reason instanceof Database.SqliteError) return { kind: 'unavailable', number, code: reason.code };
      return { kind: 'failed', number, reason };
    }
  };
  port.on('message', (job: Job) => {
    if (job !== 'end') {
      tell(answer(job.number, job.asked));
      return wal.after(job.asked);
    }
    wal.end();
    endWatch();
    db.close();
    return port.close();
  });
  tell({ kind: 'ready' });
}
