import { z } from 'zod';
import { jobView } from '../../domain/job.ts';
import { jobId } from '../../ids.ts';
import { call } from '../call.ts';

/** Typed by a person and told to another; shorter ones are guessed. */
export const SHORTEST_PASSPHRASE = 8;
const passphrase = z.string().min(SHORTEST_PASSPHRASE).max(200);

/** An unfinished job goes to another laptop. */
export const handOverCalls = {
  /**
   * Asks for a place, closes the job here and writes the locked file; for a job that was given away the file once more. `path`
   * is null, and nothing has happened, when the person cancelled.
   */
  'handover.give': call(
    z.object({ jobId, passphrase }),
    z.object({ path: z.string().nullable(), job: jobView }),
  ),
  /**
   * `file`: base64. The same file a second time is refused (`hand-over-taken`). `reason`: why a job that was given away from here is taken
   * back; without one its own file is refused (`hand-over-own`).
   */
  'handover.take': call(
    z.object({
      file: z.base64().max(150_000_000),
      passphrase: z.string().max(200),
      reason: z.string().max(500).nullable(),
    }),
    jobView,
  ),
} as const;
