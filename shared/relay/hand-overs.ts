import { z } from 'zod';
import { laptopCode } from '../domain/laptop-code.ts';
import { environment } from '../environment.ts';
import { customerId, jobId } from '../ids.ts';
import { instant } from '../time.ts';

/** More hands than any job goes through. */
export const MOST_TURNS = 100_000;

/**
 * Body of `POST /v1/hand-overs`: the laptop is about to take a job over. Each turn of a job belongs to the first laptop that claims it,
 * for ever; the same laptop may claim it again. A laptop is a token and a code: two laptops that share a token are two.
 */
export const handOverClaim = z.object({
  environment,
  customerId,
  jobId,
  turn: z.number().int().positive().max(MOST_TURNS),
  code: laptopCode,
});
export type HandOverClaim = z.infer<typeof handOverClaim>;

/** 200 of `POST /v1/hand-overs`. */
export const handOverHolder = z.object({
  /** The asking laptop holds the turn. */
  own: z.boolean(),
  /** The name of the token that holds the turn, as it is now. */
  laptop: z.string().max(200),
  /** Since when it is held, by the relay's clock. */
  at: instant,
});
export type HandOverHolder = z.infer<typeof handOverHolder>;
