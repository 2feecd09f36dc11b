import { z } from 'zod';
import { found } from '../../domain/finding.ts';
import { call } from '../call.ts';

/** Finds records by any remembered fact. Answers from this laptop, also offline. */
export const findingCalls = {
  /** Nothing typed: the newest jobs and their cars. `limit` counts for each part. */
  'finding.find': call(
    'installer',
    z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(20) }),
    found,
  ),
} as const;
