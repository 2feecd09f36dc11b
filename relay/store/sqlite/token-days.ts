import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Instant } from '../../../shared/time.ts';
import { DAILY_BYTES, DAILY_ENTRIES, dayOf } from '../budgets.ts';

type Bringing = { readonly tokenId: number; readonly receivedAt: Instant };

const today = z.object({ entries: z.number(), bytes: z.number() });

/** Counts what a token brings on a day. Call within the transaction that keeps it. */
export function takingOfDay(db: Database.Database) {
  const add = db.prepare(
    `INSERT INTO token_days (token_id, day, entries, bytes) VALUES (@tokenId, @day, @entries, @bytes)
     ON CONFLICT DO UPDATE SET entries = entries + excluded.entries, bytes = bytes + excluded.bytes`,
  );
  const read = db.prepare('SELECT entries, bytes FROM token_days WHERE token_id = ? AND day = ?');
  const dropOld = db.prepare('DELETE FROM token_days WHERE token_id = ? AND day < ?');

  /** False, and nothing is counted, when the day's budget does not hold it. */
  return (
    { tokenId, receivedAt }: Bringing,
    { entries, bytes }: { readonly entries: number; readonly bytes: number },
  ): boolean => {
    const day = dayOf(receivedAt);
    const before = today.parse(read.get(tokenId, day) ?? { entries: 0, bytes: 0 });
    if (before.entries + entries > DAILY_ENTRIES || before.bytes + bytes > DAILY_BYTES) return false;
    add.run({ tokenId, day, entries, bytes });
    if (before.entries + before.bytes === 0) dropOld.run(tokenId, day);
    return true;
  };
}
