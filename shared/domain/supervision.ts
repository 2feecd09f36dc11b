import { z } from 'zod';
import { jobId } from '../ids.ts';
import { instant } from '../time.ts';
import type { CountedJob } from './supervision-overview.ts';
import { proof, verificationPhase } from './proof.ts';
import { jobKind } from './job-steps.ts';

/*
 * The supervisor's view of the jobs of all laptops, derived from their logs. It can be rebuilt from the entries, and
 * holds no fact from another source.
 */

/**
 * The state of a job by its log.
 * - `needs-person`: a part of it was refused or failed, and was not dealt with.
 * - `handed-over`: handed over, and not taken over yet.
 * - `unconfirmed`: finished, but the operator has not confirmed all of it.
 * - `untested`: finished and confirmed, but the car was not seen to open and close.
 * - `unchecked`: the car was proven, but its Box was not compared with the one that the job needs.
 * - `complete`: finished, all of it confirmed, its Box compared, and the car proven where a proof is needed.
 * - `discarded`: given up.
 */
export const supervisionState = z.enum([
  'needs-person',
  'under-way',
  'handed-over',
  'unconfirmed',
  'untested',
  'unchecked',
  'complete',
  'discarded',
]);
export type SupervisionState = z.infer<typeof supervisionState>;

/** `mended`: sent back, and finished again by its installer. */
export const reviewState = z.enum(['none', 'approved', 'rework', 'mended', 'reopened']);
export type ReviewState = z.infer<typeof reviewState>;

/** Why a job went wrong or stands still, in families that fit a chart; words: `supervision.failure.FAMILY`. */
export const failureFamily = z.enum([
  'box',
  'wrong-box',
  'car',
  'group',
  'access',
  'not-opened',
  'not-closed',
  'refused',
  'uncertain',
  'connection',
  'other',
  'expired',
  'not-tried',
]);
export type FailureFamily = z.infer<typeof failureFamily>;

/** One job in the table. */
export const supervisionRow = z.object({
  jobId,
  kind: jobKind,
  state: supervisionState,
  plate: z.string().nullable(),
  carName: z.string().nullable(),
  vin: z.string().nullable(),
  brand: z.string().nullable(),
  model: z.string().nullable(),
  keyForm: z.string().nullable(),
  /** The car's group by name: from this job, else from the previous one. */
  group: z.string().nullable(),
  /** The serial of the fitted Box, or, in a removal, of the Box that left. As typed or scanned. */
  serial: z.string().nullable(),
  /** The Box's name or SAP number, whichever is known. */
  variant: z.string().nullable(),
  /** A Box went in: requested, and neither refused nor cancelled. */
  fitted: z.boolean(),
  /** That Box was not compared with what the job needs. */
  unchecked: z.boolean(),
  /** The serial of the Box that came out (requested, and neither refused nor cancelled); null = none. */
  takenOut: z.string().nullable(),
  /** The person who did the newest step; earlier ones are on the job's page. */
  installer: z.string(),
  /** The relay's name for the laptop; null = this laptop, without a name from a relay. */
  laptop: z.string().nullable(),
  /** The site of the laptop: the first part of a name such as `Munich / Bay 3`, else the whole name. */
  site: z.string().nullable(),
  startedAt: instant,
  /** Null until its installer has finished it. */
  finishedAt: instant.nullable(),
  /** The time of its newest entry. */
  lastAt: instant,
  /** Minutes from its start to its first finish, without breaks of more than an hour. Null while unfinished. */
  minutes: z.number().nonnegative().nullable(),
  verification: z.object({
    phase: verificationPhase,
    opened: z.boolean().nullable(),
    closed: z.boolean().nullable(),
  }),
  /** Whether the car opens and closes, as far as known. */
  proof,
  /**
   * A test access that is valid now; `until` null = its end is not known. `estimated`: `until` was calculated from
   * the time of the request, so the operator's end may differ somewhat.
   */
  openAccess: z.object({ until: instant.nullable(), estimated: z.boolean() }).nullable(),
  /** `revision` is that of the newest review, 0 = none yet; a review is based on it. */
  review: z.object({
    state: reviewState,
    revision: z.number().int().nonnegative(),
    reviewer: z.string().nullable(),
    at: instant.nullable(),
  }),
  /** 0 to 100: docs/risk.md. */
  risk: z.number().int().min(0).max(100),
  /** Number of forced checks. */
  forced: z.number().int().nonnegative(),
  /** Number of checklist items whose answer was changed or withdrawn later. */
  changedAnswers: z.number().int().nonnegative(),
  /**
   * Everything is confirmed and proven, no check was overridden and nothing is suspicious: the job may be approved
   * together with others.
   */
  green: z.boolean(),
  /** The cause for which it needs a person; null = none. */
  trouble: failureFamily.nullable(),
  /** Its laptop's log has a fault at or before an entry of this job. */
  logFault: z.boolean(),
});
export type SupervisionRow = z.infer<typeof supervisionRow>;

/** The counted facts of a job of any laptop. */
export const countedRow = ({
  kind,
  state,
  fitted,
  takenOut,
  unchecked,
  proof,
  review,
}: SupervisionRow): CountedJob => ({
  kind,
  complete: state === 'complete',
  fitted,
  takenOut: takenOut !== null,
  unchecked,
  proof,
  sentBack: review.state === 'rework',
});

const text = z.string().max(200);
/** A name as a log gives it. The operator's names have no limit, so this one only bounds a call. */
export const loggedName = z.string().max(20_000);
/** Matches any of these; empty = all. '' matches unknown values. */
const anyOf = z.array(loggedName).max(200).default([]);

/** The filter. A missing field restricts nothing; all given fields must match. */
export const supervisionFilter = z.object({
  /** Begun at or after. */
  from: instant.nullable().default(null),
  /** Begun before. */
  until: instant.nullable().default(null),
  installers: anyOf,
  laptops: anyOf,
  sites: anyOf,
  brands: anyOf,
  keyForms: anyOf,
  groups: anyOf,
  variants: anyOf,
  kinds: z.array(jobKind).default([]),
  states: z.array(supervisionState).default([]),
  reviews: z.array(reviewState).default([]),
  /** In plate, VIN, name or model; spaces, dashes and look-alikes make no difference. */
  car: text.default(''),
  /** Words that must all occur in the job's log: serials, notes, reasons, the operator's messages, names. */
  text: text.default(''),
  forced: z.boolean().nullable().default(null),
  changedAnswers: z.boolean().nullable().default(null),
  openAccess: z.boolean().nullable().default(null),
  green: z.boolean().nullable().default(null),
  logFault: z.boolean().nullable().default(null),
  /** Jobs whose trouble is in one of these families. */
  troubles: z.array(failureFamily).default([]),
  minimumRisk: z.number().int().min(0).max(100).default(0),
});
export type SupervisionFilter = z.infer<typeof supervisionFilter>;

export const supervisionColumn = z.enum([
  'started',
  'finished',
  'last',
  'plate',
  'brand',
  'serial',
  'variant',
  'key-form',
  'group',
  'installer',
  'laptop',
  'site',
  'minutes',
  'kind',
  'state',
  'verification',
  'review',
  'risk',
  'forced',
  'changed-answers',
]);
export type SupervisionColumn = z.infer<typeof supervisionColumn>;

/** Unknown values come last in either direction; ties are ordered newest first. */
export const supervisionSort = z.object({
  column: supervisionColumn,
  direction: z.enum(['ascending', 'descending']),
});
export type SupervisionSort = z.infer<typeof supervisionSort>;

export const newestFirst: SupervisionSort = { column: 'started', direction: 'descending' };

/** The largest window of the table, in rows. */
export const LARGEST_WINDOW = 500;

/** The values of a filter, and the number of jobs with each under all other filters. '' = not known. */
const facet = z.array(z.object({ value: z.string(), count: z.number().int() }));

/** Most first; at most 200 of each. */
export const supervisionFacets = z.object({
  installers: facet,
  laptops: facet,
  sites: facet,
  brands: facet,
  keyForms: facet,
  groups: facet,
  variants: facet,
  kinds: facet,
  states: facet,
  reviews: facet,
  troubles: facet,
  forced: z.number().int(),
  changedAnswers: z.number().int(),
  openAccess: z.number().int(),
  green: z.number().int(),
  logFault: z.number().int(),
});
export type SupervisionFacets = z.infer<typeof supervisionFacets>;

export const savedViewId = z.uuid().brand<'SavedViewId'>();
export type SavedViewId = z.infer<typeof savedViewId>;

/**
 * Days relative to today, by the calendar of the laptop that asks: a saved view with such a period moves with the
 * days.
 */
export const relativePeriod = z.enum(['today', 'yesterday', 'week', 'month', 'this-month']);
export type RelativePeriod = z.infer<typeof relativePeriod>;

/** A filter and order that a person saved under a name; stored per worker in the profile. */
export const savedView = z.object({
  id: savedViewId,
  name: z.string().min(1).max(80),
  filter: supervisionFilter,
  /** Replaces the filter's `from` and `until`; null = they apply. */
  period: relativePeriod.nullable().default(null),
  sort: supervisionSort,
});
export type SavedView = z.infer<typeof savedView>;
export const MOST_SAVED_VIEWS = 50;
