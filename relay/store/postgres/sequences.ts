import { z } from 'zod';
import { bigint, type Queries } from './database.ts';

const sequencesRow = z.tuple([z.object({ entries: bigint, reviews: bigint })]);

/** The last sequences given. They are given here alone, and written rows are on disk before this transaction's answer. */
export async function lockSequences({
  query,
}: Queries): Promise<{ readonly entries: number; readonly reviews: number }> {
  await query({
    text: `SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`,
  });
  const [last] = sequencesRow.parse(
    await query({ text: 'SELECT entries, reviews FROM log_sequences FOR UPDATE' }),
  );
  return last;
}
