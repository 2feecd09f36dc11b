import type { Instant } from '../../../shared/time.ts';
import { DAILY_BYTES, DAILY_ENTRIES, dayOf } from '../budgets.ts';
import type { Queries } from './database.ts';

/**
 * Counts what a token brings on a day, within the transaction that keeps it. The row is locked until then, also for other replicas.
 *
 * @returns false, and nothing is counted, when the day's budget does not hold it.
 */
export async function takeOfDay(
  { query }: Queries,
  { tokenId, receivedAt }: { readonly tokenId: number; readonly receivedAt: Instant },
  { entries, bytes }: { readonly entries: number; readonly bytes: number },
): Promise<boolean> {
  const taken = await query({
    name: 'take-of-day',
    text: `WITH past AS (DELETE FROM token_days WHERE token_id = $1 AND day < $2)
      INSERT INTO token_days AS known (token_id, day, entries, bytes)
      SELECT $1::integer, $2::integer, $3::bigint, $4::bigint WHERE $3::bigint <= $5::bigint AND $4::bigint <= $6::bigint
      ON CONFLICT (token_id, day) DO UPDATE
        SET entries = known.entries + excluded.entries, bytes = known.bytes + excluded.bytes
        WHERE known.entries + excluded.entries <= $5::bigint AND known.bytes + excluded.bytes <= $6::bigint
      RETURNING 1 AS taken`,
    values: [tokenId, dayOf(receivedAt), entries, bytes, DAILY_ENTRIES, DAILY_BYTES],
  });
  return taken.length > 0;
}
