import { parseArgs } from 'node:util';
import { z } from 'zod';

/** The options of `npm run kill`. */
export interface KillArguments {
  /** Kills in all. */
  readonly runs: number;
  readonly seed: number;
  /** Kills of a laptop of several customers, without a relay. */
  readonly customers: boolean;
  /** Kills of laptops whose jobs another laptop of the crew continues. */
  readonly rescue: boolean;
}

export const USAGE = 'npm run kill -- [--runs KILLS] [--seed NUMBER] [--customers | --rescue]';

const given = z
  .object({
    runs: z.coerce.number().int().min(1).max(100_000).default(200),
    seed: z.coerce.number().int().min(0).max(4_000_000_000).optional(),
    customers: z.boolean(),
    rescue: z.boolean(),
  })
  .refine(({ customers, rescue }) => !customers || !rescue);

/** Null when the arguments do not fit. Without a seed a fresh one is taken. */
export function readKillArguments(argv: readonly string[]): KillArguments | null {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        runs: { type: 'string' },
        seed: { type: 'string' },
        customers: { type: 'boolean', default: false },
        rescue: { type: 'boolean', default: false },
      },
    });
    const { runs, seed, customers, rescue } = given.parse(values);
    return { runs, customers, rescue, seed: seed ?? Date.now() % 1_000_000 };
  } catch {
    return null;
  }
}
