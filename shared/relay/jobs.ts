import { z } from 'zod';
import { laptopCode, type LaptopCode } from '../domain/laptop-code.ts';
import { environment } from '../environment.ts';
import { carId, customerId, jobId, plannedJobId, userId } from '../ids.ts';
import { instant } from '../time.ts';
import { signed } from './signing.ts';

const words = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[^\0\p{Surrogate}]*$/u);

/** A calendar day of the site, `2026-03-31`. */
export const planDay = z.iso.date();
/** A time of that day, `07:30`. */
export const planTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/** The car: of the fleet by its id, else found by VIN or plate where it is begun, else a new one. */
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

/** The facts of every planned job; '' and null where the office says nothing. */
const plannedFacts = {
  car: plannedJobCar,
  day: planDay,
  from: planTime.nullable(),
  until: planTime.nullable(),
  /** Its place in the order of the day. */
  place: z.number().int().min(0).max(9999),
  /** The site by which tokens are named; '' = every site of the customer. */
  site: words(100),
  /** The name of the only laptop that is to do it; '' = each laptop of the site may. */
  laptop: words(200),
  /** The installer or crew, for people to read. */
  crew: words(200),
  keyPlace: words(200),
  note: words(2000),
};

export type ExpectedBox = z.infer<typeof expectedBox>;

/** The content of a planned job. Names of the group, the key and the checklist are looked up by the laptop that begins it. */
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
  /** Why the office took it back; null while it stands. */
  withdrawn: words(1000).nullable(),
  /** The revision that its author had in view; 0 = the first one. */
  basedOn: z.number().int().nonnegative(),
  /** The person at the supervisor's laptop. */
  worker: words(200),
  /** Over `canonicalPlannedJob`; verified by every laptop that reads it. */
  signed: signed.optional(),
};

/** Of one whose words were removed on request nothing names a car. */
export const namesCar = ({ car }: PlannedWork): boolean =>
  car.id !== null || car.licensePlate !== '' || car.vin !== '' || car.name !== '';
const inOrder = ({ from, until }: PlannedWork): boolean => from === null || until === null || from <= until;

/** Body of `POST /v1/planned-jobs`: a revision of a planned job. The same one again has no further effect. */
export const newPlannedJob = z
  .object(revisionFields)
  .refine(({ work }) => namesCar(work), { path: ['work', 'car'], message: 'Name the car.' })
  .refine(({ work }) => inOrder(work), {
    path: ['work', 'until'],
    message: 'The end is before the beginning.',
  });
export type NewPlannedJob = z.infer<typeof newPlannedJob>;

/**
 * The state that a laptop reports. `accepted`: it takes the job. `waiting`: the work is finished, the operator has not confirmed all of it.
 * `refused`: it was not begun, for the reason that it names. `cancelled`: it was given up after it was begun, without a reason where nothing was
 * done in it. `returned`: an accepted one is free again.
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

/** Does this act leave the job to its laptop? After every other one, as before the first, it is free. */
export const isHolding = (act: PlannedJobAct): boolean => !freeing.has(act);

export const plannedJobClaimId = z.uuid().brand<'PlannedJobClaimId'>();
export type PlannedJobClaimId = z.infer<typeof plannedJobClaimId>;

const claimFields = {
  id: plannedJobClaimId,
  /** With the token it names the laptop: two laptops that share a token are two. */
  code: laptopCode,
  act: plannedJobAct,
  reason: words(2000),
  /** The laptop's job; null until it is begun. */
  jobId: jobId.nullable(),
  /** The revision that was in view. */
  revision: z.number().int().positive(),
  worker: words(200),
  /** By the laptop's clock. */
  at: instant,
  /** Over `canonicalPlannedJobClaim`. */
  signed: signed.optional(),
};

/** Body of `POST /v1/planned-job-claims`. The first laptop that claims a planned job holds it; the same claim again has no further effect. */
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
  /** It came with the token that reads it. */
  byReader: z.boolean(),
  receivedAt: instant,
});

export type PlannedJobClaim = z.infer<typeof plannedJobClaim>;

/** A laptop is its token and its code: two laptops that share a token are two, and so are two tokens under one code. */
export const isSameLaptop = <Token>(
  one: { readonly token: Token; readonly code: LaptopCode },
  other: { readonly token: Token; readonly code: LaptopCode },
): boolean => one.token === other.token && one.code === other.code;

/** The most laptops that a planned job names besides its holder. */
export const MOST_RIVALS = 8;

/** A planned job as the relay keeps it. */
export const plannedJob = z.object({
  ...revisionFields,
  signed: signed.optional().catch(undefined),
  /** The order of the changes at the relay: a changed job gets the next one. */
  sequence: z.number().int().positive(),
  revision: z.number().int().positive(),
  /** The name of the supervisor's token. */
  planner: z.string().max(200),
  receivedAt: instant,
  /** The laptop that holds it, and how far it is; null = free. */
  holder: plannedJobClaim.nullable(),
  /** Laptops that began it without a connection although another one holds it. */
  rivals: z.array(plannedJobClaim).max(MOST_RIVALS),
});
export type PlannedJob = z.infer<typeof plannedJob>;

/** 409 `stale-plan` of `POST /v1/planned-jobs`: another revision was first; `current` is that one. */
export const stalePlan = z.object({
  error: z.literal('stale-plan'),
  message: z.string(),
  current: plannedJob.nullable(),
});
export type StalePlan = z.infer<typeof stalePlan>;

/** 200 of `POST /v1/planned-job-claims`. */
export const plannedJobAnswer = z.object({
  /** The act counts: the asking laptop held the job, or the job was free. */
  own: z.boolean(),
  plannedJob,
});
export type PlannedJobAnswer = z.infer<typeof plannedJobAnswer>;

/** The largest page of planned jobs. */
const MOST_PLANNED_JOBS = 500;

/** 200 of `GET /v1/planned-jobs`. */
export const plannedJobPage = z.object({
  /** `unknown`: one that cannot be read does not hide the others. Each is parsed alone with `plannedJob`. */
  plannedJobs: z.array(z.unknown()).max(MOST_PLANNED_JOBS),
  /** Changed ones that are not, or not any more, for this reader. */
  elsewhere: z.array(plannedJobId).max(MOST_PLANNED_JOBS),
  /** Read up to here; hand it back as `after`. */
  cursor: z.number().int().nonnegative(),
  /** False: ask again at once. */
  upToDate: z.boolean(),
});
export type PlannedJobPage = z.infer<typeof plannedJobPage>;

/** More hands than any job goes through. */
export const MOST_TURNS = 100_000;

/**
 * Body of `POST /v1/hand-overs`: the laptop is about to take a job over. Each turn of a job belongs to the first laptop that claims it,
 * for ever; the same laptop may claim it again. A laptop is a token and a code: two laptops that share a token are two.
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
  /** The name of the token that holds the turn, as it is now. */
  laptop: z.string().max(200),
  /** Since when it is held, by the relay's clock. */
  at: instant,
});
export type HandOverHolder = z.infer<typeof handOverHolder>;
