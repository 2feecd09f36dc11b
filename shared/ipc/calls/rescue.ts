import { z } from 'zod';
import { sentJob } from '../../domain/job.ts';
import { jobKind, stepName } from '../../domain/job-steps.ts';
import { jobId } from '../../ids.ts';
import { MOST_TURNS } from '../../relay/jobs.ts';
import { instant } from '../../time.ts';
import { call } from '../call.ts';

const turn = z.number().int().positive().max(MOST_TURNS);

/** A job of a laptop that no longer reports. `turn`: the turn that this laptop claims to continue it. */
export const silentJob = z.object({
  jobId,
  turn,
  laptop: z.string(),
  kind: jobKind,
  worker: z.string(),
  /** Plate or name; '' = no car was chosen. */
  car: z.string(),
  step: stepName,
  /** When the job was mirrored, and when its laptop reported last. */
  keptAt: instant,
  seenAt: instant,
  /**
   * Operations that the laptop may have sent since the mirror. The operator is queried for each before it is sent
   * again.
   */
  open: z.number().int(),
  /** The end of a test access that may still be valid. */
  testUntil: instant.nullable(),
});
export type SilentJob = z.infer<typeof silentJob>;

/** Continuing jobs of a dead laptop. Only `rescue.list`, `rescue.take` and `rescue.leaveCrew` wait for the relay. */
export const rescueCalls = {
  /** Whether this laptop has a crew's key, and the number of silent laptops' jobs as the relay last reported it. */
  'rescue.status': call(
    'installer',
    z.object({}),
    z.object({ hasKey: z.boolean(), others: z.number().int() }),
  ),
  /** Enters the key of the crew. ProblemErrors `crew-key-malformed`, `crew-key-there`. */
  'rescue.enterKey': call('installer', z.object({ key: z.string().max(100) }), z.object({})),
  /** Creates a new key for the crew, replacing any other key on this laptop. */
  'rescue.makeKey': call('supervisor', z.object({}), z.object({ key: z.string() })),
  'rescue.showKey': call('supervisor', z.object({}), z.object({ key: z.string().nullable() })),
  /** Deletes this laptop's mirrors at the relay, and the key. */
  'rescue.leaveCrew': call('supervisor', z.object({}), z.object({})),
  /** The jobs of silent laptops; `otherCrews` counts those that this laptop cannot read. */
  'rescue.list': call(
    'lead',
    z.object({}),
    z.object({ jobs: z.array(silentJob), otherCrews: z.number().int() }),
  ),
  /** Continues a silent laptop's job here. ProblemErrors as of `rescueJob`. */
  'rescue.take': call('lead', z.object({ jobId, turn }), sentJob),
} as const;
