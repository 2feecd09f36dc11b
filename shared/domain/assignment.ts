import { z } from 'zod';

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
