import { z } from 'zod';

/** The operator's two environments. Identifiers and credentials of one never reach the other. */
export const environment = z.enum(['uat', 'prod']);
export type Environment = z.infer<typeof environment>;
