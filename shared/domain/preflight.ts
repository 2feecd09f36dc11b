import { z } from 'zod';
import { problem, sentence } from '../problem.ts';
import { instant } from '../time.ts';

/* The checks of a Box before it is fitted (product.md rule 4). */

/**
 * One pre-flight check. `unchecked`: it could not be checked (offline, or not offered), and is checked before sending.
 */
export const preflightCheck = z.object({
  /**
   * `planned`: the Box is the one that the office planned. `label`: the photographed label shows the same serial.
   * `label-photo`: the checklist requires this comparison.
   */
  check: z.enum([
    'planned',
    'known',
    'defect',
    'label',
    'label-photo',
    'variant',
    'free',
    'service',
    'car-empty',
  ]),
  state: z.enum(['passed', 'refused', 'unchecked']),
  says: sentence,
  /** When the facts behind it were read; null when nothing was read. */
  asOf: instant.nullable(),
  problem: problem.nullable(),
});
export type PreflightCheck = z.infer<typeof preflightCheck>;

/**
 * Tests whether a check of the Box itself is still open. A label that the checklist does not require does not count.
 */
export const isBoxUnchecked = (checks: readonly Pick<PreflightCheck, 'check' | 'state'>[]): boolean =>
  checks.some(({ check, state }) => state === 'unchecked' && check !== 'label');
