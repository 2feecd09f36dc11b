import { z } from 'zod';
import { instant } from '../time.ts';
import { role } from './people.ts';

/** The acts that are allowed to the person at the window, as main sees it at this moment. */
export const access = z.object({
  role,
  /** Whether this laptop begins at the board of all laptops. */
  startsAtBoard: z.boolean(),
  /** The administrator PIN of this laptop: `raised` = it was entered, until `raisedUntil`. */
  pin: z.enum(['none', 'set', 'raised']),
  raisedUntil: instant.nullable(),
  /** The calls that main refuses regardless of their input. */
  refused: z.array(z.string()),
  /** The refused calls among those whose role depends on the input: main refuses their strictest form. */
  refusedForms: z.array(z.string()),
});
export type Access = z.infer<typeof access>;

/** Local assignment states, exactly as spec part 3 recommends them. */
export const assignmentState = z.enum([
  'pending',
  'active',
  'failed',
  'pending update',
  'update successful',
  'update failed',
  'pending deletion',
  'deleted',
  'deletion failed',
]);
export type AssignmentState = z.infer<typeof assignmentState>;
