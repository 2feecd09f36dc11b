import { z } from 'zod';
import { laptopCode, type LaptopCode } from './access.ts';
import { environment, carId, customerId, jobId, plannedJobId, userId } from '../ids.ts';
import { instant } from '../time.ts';
import { signed } from './signing.ts';

/*
 * Planned jobs, their claims and hand-overs on the wire between laptop and relay. Older laptops and relays must read
 * them: a new field is optional.
 */

/** Text on the wire: bounded, storable and hashable everywhere, so without NUL and lone surrogates. */
export const words = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[^\0\p{Surrogate}]*$/u);

/** A calendar day of the site, `2026-03-31`. */
export const planDay = z.iso.date();
/** A time of that day, `07:30`. */
export const planTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/** The car: by its id in the fleet, else looked up by VIN or plate when the job is begun, else a new one. */
const plannedJobCar = z.object({
  id: carId.nullable(),
  licensePlate: words(200),
  vin: words(200),
  name: words(200),
  brand: words(200),
  model: words(200),
});

/** The Box that is to be fitted or taken out: this one, or any of a variant. */
const expectedBox = z.discriminatedUnion('by', [
  z.object({ by: z.literal('serial'), serial: words(60) }),
  z.object({ by: z.literal('variant'), name: words(200) }),
]);

const testUser = z.object({ id: userId, name: words(200) });

/** The facts of every planned job; '' and null where the office gives none. */
const plannedFacts = {
  car: plannedJobCar,
  day: planDay,
  from: planTime.nullable(),
  until: planTime.nullable(),
  /** Its position in the order of the day. */
  place: z.number().int().min(0).max(9999),
  /** The site by which tokens are named; '' = every site of the customer. */
  site: words(100),
  /** The name of the only laptop that may do it; '' = any laptop of the site. */
  laptop: words(200),
  /** The installer or crew, for people to read. */
  crew: words(200),
  keyPlace: words(200),
  note: words(2000),
};

export type ExpectedBox = z.infer<typeof expectedBox>;

/** The content of a planned job. The laptop that begins it looks up the names of group, key and checklist. */
export const plannedWork = z.discriminatedUnion('kind', [
  z.object({
    ...plannedFacts,
    kind: z.literal('installation'),
    group: words(200),
    key: words(200),
    checklist: words(60),
    expected: expectedBox.nullable(),
    testUser: testUser.nullable(),
  }),
  z.object({ ...plannedFacts, kind: z.literal('removal'), leaves: words(60) }),
  z.object({
    ...plannedFacts,
    kind: z.literal('swap'),
    leaves: words(60),
    key: words(200),
    expected: expectedBox.nullable(),
    testUser: testUser.nullable(),
  }),
]);
export type PlannedWork = z.infer<typeof plannedWork>;

const revisionFields = {
  environment,
  customerId,
  id: plannedJobId,
  work: plannedWork,
  /** Why the office withdrew it; null while it is valid. */
  withdrawn: words(1000).nullable(),
  /** The revision on which this one is based; 0 = it is the first. */
  basedOn: z.number().int().nonnegative(),
  /** The person at the supervisor's laptop. */
  worker: words(200),
  /** The signature over `canonicalPlannedJob`; every laptop that reads the job verifies it. */
  signed: signed.optional(),
};

/** Tests whether the content names a car. After its words were removed on request, it names none. */
export const namesCar = ({ car }: PlannedWork): boolean =>
  car.id !== null || car.licensePlate !== '' || car.vin !== '' || car.name !== '';
const inOrder = ({ from, until }: PlannedWork): boolean => from === null || until === null || from <= until;

/**
 * Body of `POST /v1/planned-jobs`: a revision of a planned job. Idempotent: a repeated revision has no further effect.
 */
export const newPlannedJob = z
  .object(revisionFields)
  .refine(({ work }) => namesCar(work), { path: ['work', 'car'], message: 'Name the car.' })
  .refine(({ work }) => inOrder(work), {
    path: ['work', 'until'],
    message: 'The end is before the beginning.',
  });
export type NewPlannedJob = z.infer<typeof newPlannedJob>;

/**
 * The state that a laptop reports.
 * - `accepted`: it takes the job.
 * - `waiting`: the work is finished, but the operator has not confirmed all of it.
 * - `refused`: it was not begun, with a reason.
 * - `cancelled`: it was given up after it was begun; the reason is empty if nothing was done in it.
 * - `returned`: an accepted job is free again.
 */
export const plannedJobAct = z.enum([
  'accepted',
  'begun',
  'waiting',
  'done',
  'refused',
  'cancelled',
  'returned',
]);
export type PlannedJobAct = z.infer<typeof plannedJobAct>;

const freeing: ReadonlySet<PlannedJobAct> = new Set(['refused', 'cancelled', 'returned']);

/**
 * Tests whether a job stays with its laptop after this act. After every other act, and before the first, it is free.
 */
export const isHolding = (act: PlannedJobAct): boolean => !freeing.has(act);

export const plannedJobClaimId = z.uuid().brand<'PlannedJobClaimId'>();
export type PlannedJobClaimId = z.infer<typeof plannedJobClaimId>;

const claimFields = {
  id: plannedJobClaimId,
  /** The token and this code identify the laptop: two laptops that share a token are distinct. */
  code: laptopCode,
  act: plannedJobAct,
  reason: words(2000),
  /** The laptop's job; null until it is begun. */
  jobId: jobId.nullable(),
  /** The revision on which the claim is based. */
  revision: z.number().int().positive(),
  worker: words(200),
  /** By the laptop's clock. */
  at: instant,
  /** The signature over `canonicalPlannedJobClaim`. */
  signed: signed.optional(),
};

/**
 * Body of `POST /v1/planned-job-claims`. The first laptop that claims a planned job holds it. Idempotent: a repeated
 * claim has no further effect.
 */
export const newPlannedJobClaim = z
  .object({ environment, customerId, plannedJob: plannedJobId, ...claimFields })
  .refine(({ act, reason }) => act !== 'refused' || reason.trim() !== '', {
    path: ['reason'],
    message: 'Say why.',
  });
export type NewPlannedJobClaim = z.infer<typeof newPlannedJobClaim>;

/** A laptop's last claim as the relay keeps it. */
export const plannedJobClaim = z.object({
  ...claimFields,
  signed: signed.optional().catch(undefined),
  /** The name of the laptop's token. */
  laptop: z.string().max(200),
  /** True if the reader's own token made the claim. */
  byReader: z.boolean(),
  receivedAt: instant,
});

export type PlannedJobClaim = z.infer<typeof plannedJobClaim>;

/**
 * A laptop is identified by token and code: two laptops that share a token are distinct, and so are two tokens with
 * one code.
 */
export const isSameLaptop = <Token>(
  one: { readonly token: Token; readonly code: LaptopCode },
  other: { readonly token: Token; readonly code: LaptopCode },
): boolean => one.token === other.token && one.code === other.code;

/** Upper bound of laptops listed besides the holder. */
export const MOST_RIVALS = 8;

/** A planned job as the relay keeps it. */
export const plannedJob = z.object({
  ...revisionFields,
  signed: signed.optional().catch(undefined),
  /** The position in the order of changes at the relay; each change of a job assigns the next one. */
  sequence: z.number().int().positive(),
  revision: z.number().int().positive(),
  /** The name of the supervisor's token. */
  planner: z.string().max(200),
  receivedAt: instant,
  /** The laptop that holds it, with its last claim; null = free. */
  holder: plannedJobClaim.nullable(),
  /** Laptops that began it without a connection although another one holds it. */
  rivals: z.array(plannedJobClaim).max(MOST_RIVALS),
});
export type PlannedJob = z.infer<typeof plannedJob>;

/** 409 `stale-plan` of `POST /v1/planned-jobs`: another revision came first; `current` is that one. */
export const stalePlan = z.object({
  error: z.literal('stale-plan'),
  message: z.string(),
  current: plannedJob.nullable(),
});
export type StalePlan = z.infer<typeof stalePlan>;

/** 200 of `POST /v1/planned-job-claims`. */
export const plannedJobAnswer = z.object({
  /** The act took effect: the asking laptop held the job, or the job was free. */
  own: z.boolean(),
  plannedJob,
});
export type PlannedJobAnswer = z.infer<typeof plannedJobAnswer>;

/** The largest page of planned jobs. */
const MOST_PLANNED_JOBS = 500;

/** 200 of `GET /v1/planned-jobs`. */
export const plannedJobPage = z.object({
  /** `unknown`: an unreadable planned job must not hide the others. Each is parsed separately with `plannedJob`. */
  plannedJobs: z.array(z.unknown()).max(MOST_PLANNED_JOBS),
  /** Changed jobs that are not, or no longer, for this reader. */
  elsewhere: z.array(plannedJobId).max(MOST_PLANNED_JOBS),
  /** The next cursor; send it as `after`. */
  cursor: z.number().int().nonnegative(),
  /** False: more follows; ask again at once. */
  upToDate: z.boolean(),
});
export type PlannedJobPage = z.infer<typeof plannedJobPage>;

/** Upper bound of turns, far above the hand-overs of any job. */
export const MOST_TURNS = 100_000;

/**
 * Body of `POST /v1/hand-overs`: the laptop is about to take a job over. Each turn of a job belongs permanently to the
 * first laptop that claims it; that laptop may repeat the claim. A token and a code identify a laptop: two laptops that
 * share a token are distinct.
 */
export const handOverClaim = z.object({
  environment,
  customerId,
  jobId,
  turn: z.number().int().positive().max(MOST_TURNS),
  code: laptopCode,
});
export type HandOverClaim = z.infer<typeof handOverClaim>;

/** 200 of `POST /v1/hand-overs`. */
export const handOverHolder = z.object({
  /** The asking laptop holds the turn. */
  own: z.boolean(),
  /** The current name of the token that holds the turn. */
  laptop: z.string().max(200),
  /** When the turn was claimed, by the relay's clock. */
  at: instant,
});
export type HandOverHolder = z.infer<typeof handOverHolder>;
