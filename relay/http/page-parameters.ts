import { z } from 'zod';

const LARGEST_PAGE = 500;
const USUAL_PAGE = 100;

const digits = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** `after` (what was read up to) and `limit`, which is cut to what the relay gives. */
export const pageParameters = {
  after: digits.default(0),
  limit: digits
    .refine((value) => value > 0)
    .transform((value) => Math.min(value, LARGEST_PAGE))
    .default(USUAL_PAGE),
} as const;

/** Milliseconds since the epoch, or nothing. */
export const instantParameter = digits.nullable().default(null);

/** `wait` in seconds, cut to the longest that proxies let pass. */
export const waitParameter = digits.transform((value) => Math.min(value, 55)).default(0);
