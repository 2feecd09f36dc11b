import { z } from 'zod';
import { laptopCode, type LaptopCode } from '../../shared/domain/laptop-code.ts';
import type { HandOverClaim } from '../../shared/relay/hand-overs.ts';
import type { Instant } from '../../shared/time.ts';

/** A laptop is about to take a job over. */
export type TurnClaim = HandOverClaim & { readonly tokenId: number; readonly receivedAt: Instant };

/** Which laptop holds the turn; `over-quota`: the turn is free, and the token has brought as much as it may today. */
export type TurnClaiming =
  | {
      readonly kind: 'held';
      readonly tokenId: number;
      readonly code: LaptopCode;
      readonly laptop: string;
      readonly at: Instant;
    }
  | { readonly kind: 'over-quota' };

/** Which laptop has taken which hand-over of a job. */
export type HandOversStore = {
  /** Gives a free turn to the laptop. Durable when it resolves; of claims at the same time one alone gets the turn. */
  readonly claimTurn: (claim: TurnClaim) => Promise<TurnClaiming>;
};

/** A row of either store. PostgreSQL gives its bigints as text. */
const whole = z.coerce.number().int();
export const turnRow = z
  .object({ token_id: whole, code: laptopCode, name: z.string(), claimed_at: whole })
  .transform(({ token_id, code, name, claimed_at }): TurnClaiming => ({
    kind: 'held',
    tokenId: token_id,
    code,
    laptop: name,
    at: claimed_at,
  }));
