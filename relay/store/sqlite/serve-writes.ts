import type { MessagePort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { openWriting } from './open-database.ts';
import { writesOf, type Write } from './writes.ts';
import { SECOND } from '../../../shared/time.ts';
import { z } from 'zod';
import { REDACTION, REMOVAL } from '../../../shared/relay/removals.ts';

/** The requests from the main thread. */
export type Job = { readonly number: number; readonly asked: Write } | 'end';

/**
 * The messages to the main thread. `ready`: from now on it is notified of others' writes. `code`: the database refused.
 * `failed`: a defect, as it was thrown.
 */
export type Reported =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly number: number; readonly answer: unknown }
  | { readonly kind: 'unavailable'; readonly number: number; readonly code: string }
  | { readonly kind: 'failed'; readonly number: number; readonly reason: unknown }
  | { readonly kind: 'others-wrote' };

/**
 * Executes writes to a data folder's database for the other end of the port (`sqlite/writer.ts`), until that sends
 * `end`. Each write is answered after its commit is synced, in order of arrival.
 */
export function serveWrites(port: MessagePort, dataDir: string): void {
  const tell = (reported: Reported): void => port.postMessage(reported, []);
  const db = openWriting(dataDir);
  const write = writesOf(db);
  const wal = cuttingWal(db);
  const endWatch = externalWrites(db, () => tell({ kind: 'others-wrote' }));

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

/** Polling interval for writes of other processes, and so the delay with which a token revoked by the command ends. */
const CHECK_EVERY = SECOND / 2;

/**
 * Calls back when another process has written to the database (the token command). SQLite counts such writes, and the
 * query costs microseconds.
 *
 * @returns the function that ends it.
 */
function externalWrites(db: Database.Database, changed: () => void): () => void {
  const read = (): unknown => db.pragma('data_version', { simple: true });
  let seen = read();
  const poll = (): void => {
    try {
      const now = read();
      if (now === seen) return;
      seen = now;
      changed();
    } catch (reason) {
      // The database is locked; the next poll reports the change.
      if (!(reason instanceof Database.SqliteError)) throw reason;
    }
  };
  const timer = setInterval(poll, CHECK_EVERY).unref();
  return () => clearInterval(timer);
}

/** Retry delay after an active reader, such as a backup, blocked the checkpoint. */
const TRUNCATE_RETRY_AFTER = 30 * SECOND;

const reported = z.array(z.object({ busy: z.number() })).min(1);

/**
 * Truncates the -wal file after a removal on request. The database overwrites removed data (`secure_delete`), but
 * earlier versions of its pages stay in that file until then.
 */
function cuttingWal(db: Database.Database): {
  /** Must be called after a write is done and answered. */
  readonly after: (write: Write) => void;
  readonly end: () => void;
} {
  let timer: NodeJS.Timeout | undefined;
  const cut = (): void => {
    clearTimeout(timer);
    try {
      if (reported.parse(db.pragma('wal_checkpoint(TRUNCATE)'))[0]?.busy === 0) return;
    } catch (reason) {
      // The database is locked; the next attempt follows.
      if (!(reason instanceof Database.SqliteError)) throw reason;
    }
    timer = setTimeout(cut, TRUNCATE_RETRY_AFTER).unref();
  };
  return {
    after: (write) => {
      if (write.write === 'purge-removed') return cut();
      if (write.write !== 'log') return;
      if (write.append.entries.some(({ type }) => type === REMOVAL || type === REDACTION)) cut();
    },
    end: () => clearTimeout(timer),
  };
}
