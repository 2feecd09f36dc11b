import { z } from 'zod';
import { carId, groupId, jobId, seriesId, userId, checklistName, plannedJobId } from '../ids.ts';
import { sentence, problem } from '../problem.ts';
import { isHolding, plannedJobAct, plannedWork, type PlannedJobAct } from '../relay/jobs.ts';
import { instant, type Instant } from '../time.ts';
import { typedAnswer } from './checklist.ts';
import { jobKey } from './directory.ts';
import { language } from './settings.ts';
import { claimSignatureState, reviewSignatureState } from './trust.ts';

/* Work ahead: series of similar cars that are fitted one after the other, and the jobs that the office planned. */

/**
 * The common values of a series, as its last car left them. They are chosen once, shown with every car, and applied
 * without another question. Values of a single car (car, serial, answers that attest it, test) are never included.
 */
export const seriesShares = z.object({
  /** The make and model of the series, for detecting a different car; null until the first car is known. */
  like: z.object({ brand: z.string().nullable(), model: z.string().nullable() }).nullable(),
  key: jobKey.nullable(),
  group: z.object({ id: groupId.nullable(), name: z.string() }).nullable(),
  checklist: checklistName.nullable(),
  /** The answers to that checklist that describe how such cars are fitted. */
  answers: z.record(z.string(), typedAnswer).default({}),
  test: z.object({ userId, userName: z.string(), minutes: z.number().int().positive() }).nullable(),
  /** Steps that were skipped for the previous car, and will be skipped for the next ones. */
  skipped: z.array(z.enum(['keyfob', 'group'])),
  /** The language of the reports; null = that of the app. */
  reportLanguage: language.nullable().default(null),
});
export type SeriesShares = z.infer<typeof seriesShares>;

export const nothingShared: SeriesShares = {
  like: null,
  key: null,
  group: null,
  checklist: null,
  answers: {},
  test: null,
  skipped: [],
  reportLanguage: null,
};

/** A running series, as Home shows it. */
export const seriesView = z.object({
  id: seriesId,
  startedAt: instant,
  planned: z.number().int().nullable(),
  /** Cars whose job is finished. */
  done: z.number().int().nonnegative(),
  shares: seriesShares,
  /** The unfinished job of the series that was begun last; null when the next car can be begun. */
  open: jobId.nullable(),
});
export type SeriesView = z.infer<typeof seriesView>;

/** The series of one job. */
export const jobSeries = seriesView.omit({ startedAt: true, open: true }).extend({
  /** The position of this car in the series, from 1. */
  number: z.number().int().positive(),
  /** Whether a person ended it. */
  ended: z.boolean(),
  /** Suspicious facts about this car in the series. They warn and never block. */
  traps: z.array(sentence),
  /** The cars of its other jobs, if the operator has them: none of them can be the next car. */
  cars: z.array(carId),
});
export type JobSeries = z.infer<typeof jobSeries>;

/** Upper bound of cars in a series, far above real ones. */
export const MOST_IN_SERIES = 5000;

/** The planned number of cars; null = not given. */
export const plannedCars = z.number().int().min(1).max(MOST_IN_SERIES).nullable();

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
