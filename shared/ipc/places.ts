import { z } from 'zod';
import { operationId } from '../ids.ts';

/** Where the main process asks the window to go: the operation that a notification was about, or those that need a person. */
export const place = z.object({ screen: z.literal('queue'), operation: operationId.nullable() });
export type Place = z.infer<typeof place>;
