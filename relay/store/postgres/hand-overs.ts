import { turnRow, type TurnClaim, type TurnClaiming } from '../hand-overs-store.ts';
import type { Database } from './database.ts';
import { DURABLE } from './locks.ts';
import { takeOfDay } from './token-days.ts';

/** Which laptop has taken which hand-over. */
export function handOverQueries(database: Database) {
  return {
    claim: ({
      environment,
      customerId,
      jobId,
      turn,
      code,
      tokenId,
      receivedAt,
    }: TurnClaim): Promise<TurnClaiming> =>
      database.transaction(async ({ query }) => {
        const key = [environment, customerId, jobId, turn];
        const held = () =>
          query({
            text: `SELECT token_id, code, tokens.name, claimed_at FROM hand_overs JOIN tokens ON tokens.id = token_id
              WHERE environment = $1 AND customer_id = $2 AND job_id = $3 AND turn = $4`,
            values: key,
          });
        await query({ text: `SELECT ${DURABLE}` });
        const [before] = await held();
        if (before !== undefined) return turnRow.parse(before);
        if (!(await takeOfDay({ query }, { tokenId, receivedAt }, { entries: 1, bytes: 0 }))) {
          return { kind: 'over-quota' };
        }
        // A claim at the same time on another connection is waited for; the read after it shows whose the turn is.
        await query({
          text: `INSERT INTO hand_overs (environment, customer_id, job_id, turn, token_id, code, claimed_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
          values: [...key, tokenId, code, receivedAt],
        });
        const [row] = await held();
        return turnRow.parse(row);
      }),
  };
}
