import Database from 'better-sqlite3';
import { z } from 'zod';
import { REDACTION } from '../../../shared/relay/redaction.ts';
import { REMOVAL } from '../../../shared/relay/removals.ts';
import { SECOND } from '../../../shared/time.ts';
import type { Write } from './writes.ts';

/** A reader was active, a backup perhaps: it is tried again after this long. */
const AGAIN_AFTER = 30 * SECOND;

const reported = z.array(z.object({ busy: z.number() })).min(1);

/**
 * Cuts off the -wal file after a removal on request. What is removed is overwritten within the database (`secure_delete`), but earlier
 * states of its pages stay in that file until then.
 */
export function cuttingWal(db: Database.Database): {
  /** To be called when a write is done and answered. */
  readonly after: (write: Write) => void;
  readonly end: () => void;
} {
  let timer: NodeJS.Timeout | undefined;
  const cut = (): void => {
    clearTimeout(timer);
    try {
      if (reported.parse(db.pragma('wal_checkpoint(TRUNCATE)'))[0]?.busy === 0) return;
    } catch (reason) {
      // Locked at this moment.
      if (!(reason instanceof Database.SqliteError)) throw reason;
    }
    timer = setTimeout(cut, AGAIN_AFTER).unref();
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
