import { z } from 'zod';
import { problem, sentence } from '../problem.ts';
import { instant } from '../time.ts';

/** The parts that are checked, in display order. */
export const healthPart = z.enum([
  'operator',
  'relay',
  'results',
  'upload',
  'clock',
  'secrets',
  'queue',
  'backup',
  'restoration',
  'directory',
  'pictures',
  'disk',
  'log-file',
  'checklists',
  'stops',
  'other-profiles',
]);
export type HealthPart = z.infer<typeof healthPart>;

/** The remedy that the app offers: a button beside the reason. */
export const healthAct = z.enum([
  'try-now',
  'open-connection',
  'measure-clock',
  'read-fleet',
  'open-settings',
  'make-bundle',
]);
export type HealthAct = z.infer<typeof healthAct>;

const part = healthPart;
const act = healthAct.nullable();

/**
 * One part as it was found. `attention`: work goes on, and a person should act; `broken`: something does not work until
 * a person acts. Both have a reason and a next step. `unchecked`: there is nothing to check, or no answer.
 */
export const healthFinding = z.discriminatedUnion('state', [
  z.object({ part, state: z.literal('good'), says: sentence, raw: z.string().nullable() }),
  z.object({ part, state: z.literal('unchecked'), says: sentence, raw: z.string().nullable() }),
  z.object({ part, state: z.literal('attention'), problem, act }),
  z.object({ part, state: z.literal('broken'), problem, act }),
]);
export type HealthFinding = z.infer<typeof healthFinding>;

/** The last look, and how far the one under way is. */
export const healthState = z.object({
  /** Parts that were looked at, of how many; null while nothing is looked at. */
  looking: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** When the last look ended; null = never in this run. */
  lookedAt: instant.nullable(),
  /** Was the last look stopped before it was through? */
  stopped: z.boolean(),
  findings: z.array(healthFinding),
});
export type HealthState = z.infer<typeof healthState>;
