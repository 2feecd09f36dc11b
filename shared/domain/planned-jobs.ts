import { z } from 'zod';
import { jobId, plannedJobId } from '../ids.ts';
import { problem } from '../problem.ts';
import { isHolding, plannedJobAct, plannedWork, type PlannedJobAct } from '../relay/jobs.ts';
import { instant, type Instant } from '../time.ts';
import { claimSignatureState, reviewSignatureState } from './trust.ts';

/**
 * A fact of a planned job that the office changed after the job was begun. The order of the day is not among them,
 * because it does not affect the work.
 */
export const changedFact = z.enum([
  'kind', 'car', 'day', 'from', 'until', 'site', 'laptop', 'crew', 'keyPlace', 'note', 'group', 'key', 'checklist', 'expected',
  'testUser', 'leaves', 'withdrawn',
]); // prettier-ignore
export type ChangedFact = z.infer<typeof changedFact>;

/** The laptop that made a claim, and the verification of the claim's signature. */
const claimingLaptop = z.object({
  laptop: z.string(),
  worker: z.string(),
  at: instant,
  signature: claimSignatureState,
});

/**
 * - `planned`: free.
 * - `accepted`, `begun`, `waiting`, `done`, `refused`, `cancelled`: the last act of its holder.
 * - `withdrawn`: the office took it back before it was begun.
 */
export const plannedJobState = z.enum([
  'planned',
  'accepted',
  'begun',
  'waiting',
  'done',
  'refused',
  'cancelled',
  'withdrawn',
]);
export type PlannedJobState = z.infer<typeof plannedJobState>;

/** A planned job as screens show it. */
export const plannedJobView = z.object({
  id: plannedJobId,
  revision: z.number().int(),
  work: plannedWork,
  state: plannedJobState,
  /** Why the office withdrew it; null while it is valid. */
  withdrawn: z.string().nullable(),
  /** The verification of the office's signature, and whether the plan counts. */
  signature: reviewSignatureState,
  counts: z.boolean(),
  planner: z.string(),
  /** The laptop that holds it; null = free. */
  holder: claimingLaptop.extend({ own: z.boolean(), act: plannedJobAct, reason: z.string() }).nullable(),
  /** Other laptops that have begun it. The holder is listed only if this laptop has begun it too. */
  alsoBegun: z.array(claimingLaptop),
  /** The job of this laptop. */
  job: jobId.nullable(),
  /** The facts that changed since this laptop began it. */
  changed: z.array(changedFact),
  /** The plan before those changes; null = nothing changed. */
  before: plannedWork.nullable(),
  /** Revisions or claims of this laptop have not reached the relay yet. */
  onItsWay: z.boolean(),
  /** Why the relay refused the revision or claim of this laptop. */
  problem: problem.nullable(),
});
export type PlannedJobView = z.infer<typeof plannedJobView>;

/**
 * Why this laptop may not begin a planned job; null = it may. The relay decides finally about `taken`, because only it
 * knows claims that have not reached this laptop.
 */
export function beginBlockerOf({
  counts,
  withdrawn,
  holder,
}: {
  readonly counts: boolean;
  readonly withdrawn: string | null;
  readonly holder: { readonly own: boolean; readonly act: PlannedJobAct } | null;
}): 'not-signed' | 'withdrawn' | 'taken' | null {
  if (!counts) return 'not-signed';
  if (withdrawn !== null) return 'withdrawn';
  return holder !== null && !holder.own && isHolding(holder.act) ? 'taken' : null;
}

/** The calendar day of an instant in the laptop's time zone. */
export function localDay(at: Instant): string {
  const day = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
