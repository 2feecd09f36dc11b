import type Database from 'better-sqlite3';
import { turnRow, type TurnClaim, type TurnClaiming } from '../hand-overs-store.ts';
import { takingOfDay } from './token-days.ts';

/** Which laptop has taken which hand-over. */
export function handOversTable(db: Database.Database) {
  const takeOfDay = takingOfDay(db);
  const held = db.prepare(
    `SELECT token_id, code, tokens.name, claimed_at FROM hand_overs JOIN tokens ON tokens.id = token_id
     WHERE environment = @environment AND customer_id = @customerId AND job_id = @jobId AND turn = @turn`,
  );
  const insert = db.prepare(
    `INSERT INTO hand_overs (environment, customer_id, job_id, turn, token_id, code, claimed_at)
     VALUES (@environment, @customerId, @jobId, @turn, @tokenId, @code, @receivedAt)`,
  );
  const claimNow = ({ tokenId, receivedAt, code, ...turn }: TurnClaim): TurnClaiming => {
    const before = held.get(turn);
    if (before !== undefined) return turnRow.parse(before);
    if (!takeOfDay({ tokenId, receivedAt }, { entries: 1, bytes: 0 })) return { kind: 'over-quota' };
    insert.run({ ...turn, tokenId, code, receivedAt });
    return turnRow.parse(held.get(turn));
  };
  return {
    claim: (claim: TurnClaim): TurnClaiming => db.transaction(() => claimNow(claim)).immediate(),
  };
}
