import { z } from 'zod';
import { operationId } from '../ids.ts';

/**
 * Where the main process asks the window to go: the operation that a notification was about, or those that need a
 * person; the end of the shift, when the window is about to be closed.
 */
export const place = z.discriminatedUnion('screen', [
  z.object({ screen: z.literal('queue'), operation: operationId.nullable() }),
  z.object({ screen: z.literal('shift') }),
]);
export type Place = z.infer<typeof place>;
