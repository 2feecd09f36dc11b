import { z } from 'zod';
import { ROWS_SCANNED } from '../budgets.ts';
import type { FeedKey } from '../results-store.ts';
import { bigint, type Queries } from './database.ts';

const row = z.object({ sequence: bigint });

/**
 * The last of `ROWS_SCANNED` rows of a customer after a sequence; null where there are fewer.
 *
 * @param of a table and a condition.
 */
export async function scanEnd(
  { query }: Queries,
  of: string,
  { environment, customerId, after }: FeedKey & { readonly after: number },
): Promise<number | null> {
  const [found] = await query({
    text: `SELECT sequence FROM ${of} AND environment = $1 AND customer_id = $2 AND sequence > $3
      ORDER BY sequence LIMIT 1 OFFSET ${ROWS_SCANNED - 1}`,
    values: [environment, customerId, after],
  });
  return found === undefined ? null : row.parse(found).sequence;
}
