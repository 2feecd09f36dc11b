import { answerPlannedJob } from '../../../electron/jobs/planned/claims.ts';
import { planJobs } from '../../../electron/jobs/planned/plan.ts';
import { discardJob } from '../../../electron/jobs/start.ts';
import { localDay } from '../../../shared/domain/planned-work.ts';
import type { JobId } from '../../../shared/ids.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { SECOND } from '../../../shared/time.ts';
import { seededRandom } from '../../operator/random.ts';
import { dies } from '../hand-over/crew.ts';
import { crewOfDay, type DayPlaces, planAt, plansAt } from './day-crew.ts';
import { asPlanned, type Bay, CUSTOMERS, type DayCar, planOfDay } from './day-plan.ts';
import { ask, begin, doWhole, fit, prove, until } from './day-work.ts';
import { drained, night } from './day-night.ts';

/* The day from the plan of the morning to the last review of the night. */

export const REFUSED_FOR = 'The key is missing';
const GIVEN_UP_FOR = 'Another laptop has this car';

/** Observations on the way. */
export interface DaySeen {
  /** The refusal of a laptop that begins a planned job after another one. */
  readonly secondClaim: string | null;
  /** The job that was sent back. */
  readonly reworked: JobId;
}

/** Walks through the day. The seed decides cars, Boxes, laptops and order. */
export async function walkDay(seed: number): Promise<DayPlaces & DaySeen> {
  const random = seededRandom(seed);
  const crew = await crewOfDay(seed);
  const cars = planOfDay(crew.operator, random);
  const bays = {
    online: await crew.laptop('Kim', 'Bay 1', 'installer'),
    offline: await crew.laptop('Sam', 'Bay 2', 'installer'),
    dying: await crew.laptop('Alex', 'Bay 3', 'installer'),
  };
  const office = await crew.laptop('Jo', 'Office', 'supervisor');
  const places = { ...crew, office, bays, cars };
  await morning(places);
  const jobs = await offlineWork(places);
  const secondClaim = await beforeNoon(places, random.chance(0.5));
  await afternoon(places);
  await evening(places, jobs);
  return { ...places, secondClaim, reworked: await night(places) };
}

const of = ({ cars }: DayPlaces, bay: Bay, ...fates: readonly DayCar['fate'][]) =>
  cars.filter((car) => car.bay === bay && fates.includes(car.fate));

/** Every laptop reads the fleet; the office plans, and every laptop has the plan. */
async function morning({ office, bays, cars }: DayPlaces): Promise<void> {
  const laptops = [office, ...Object.values(bays)];
  const day = localDay(Date.now());
  for (const laptop of laptops) await Promise.all(laptop.both().map(({ open }) => open.sync.start()));
  for (const customer of CUSTOMERS) {
    const plans = cars
      .map((car, index) => ({ car, place: index + 1 }))
      .filter(({ car }) => car.customer === customer)
      .map(({ car, place }) => ({ id: null, basedOn: 0, work: asPlanned(car, day, place) }));
    planJobs(office.of(customer).open.jobs, true, plans);
    for (const laptop of laptops) {
      const here = () => plansAt(laptop.of(customer)).filter(({ counts, onItsWay }) => counts && !onItsWay);
      await until(() => here().length === plans.length, `the plan is not at ${laptop.name}`);
    }
  }
}

/** The laptop without a connection fits all its cars, and begins one that is another laptop's as well. */
async function offlineWork(places: DayPlaces): Promise<ReadonlyMap<DayCar, JobId>> {
  const { offline } = places.bays;
  offline.cut(true);
  const jobs = new Map<DayCar, JobId>();
  for (const car of of(places, 'offline', 'done')) {
    const laptop = offline.of(car.customer);
    const job = await begin(laptop, car);
    fit(laptop, job, car);
    ask(laptop, job, car);
    jobs.set(car, job);
  }
  for (const car of of(places, 'online', 'twice')) jobs.set(car, await begin(offline.of(car.customer), car));
  return jobs;
}

/** Two laptops work; one of them dies in the middle of a job of each customer. */
async function beforeNoon(places: DayPlaces, sendsAfterMirror: boolean): Promise<string | null> {
  const { online, dying } = places.bays;
  const [refused] = of(places, 'online', 'refused');
  if (refused === undefined) throw new Error('no car is refused');
  answerPlannedJob(
    online.of(refused.customer).open.jobs,
    planAt(online.of(refused.customer), refused.plate).id,
    'refused',
    REFUSED_FOR,
  );
  await Promise.all([
    (async () => {
      for (const car of of(places, 'online', 'done', 'twice')) await doWhole(online.of(car.customer), car);
    })(),
    (async () => {
      for (const car of of(places, 'dying', 'done')) await doWhole(dying.of(car.customer), car);
    })(),
  ]);
  for (const car of of(places, 'dying', 'rescued')) {
    const laptop = dying.of(car.customer);
    // The relay has the mirror of a job that has not left. It may leave after that.
    laptop.cut(true);
    const job = await begin(laptop, car);
    fit(laptop, job, car);
    await laptop.mirrored(job);
    if (!sendsAfterMirror) continue;
    laptop.cutRelay(true);
    laptop.cut(false);
    await laptop.settled(job);
  }
  const [taken] = of(places, 'dying', 'rescued');
  if (taken === undefined) throw new Error('no car is rescued');
  const secondClaim = await refusalOf(begin(online.of(taken.customer), taken));
  for (const one of dying.both()) await dies(one);
  await dying.powerOff();
  return secondClaim;
}

async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
  } catch (cause) {
    if (cause instanceof ProblemError) return cause.problem.code;
    throw cause;
  }
  return null;
}

/** The laptop that is left continues the jobs of the dead one, and begins those that it did not begin. */
async function afternoon(places: DayPlaces): Promise<void> {
  const { online } = places.bays;
  places.silence();
  // The office orders the entries of two laptops by their clocks, which agree with the operator's to a second.
  const [diedAt, apart] = [Date.now(), 3 * SECOND];
  await until(() => Date.now() - diedAt > apart, 'the clock stands still');
  for (const car of of(places, 'dying', 'rescued')) {
    const laptop = online.of(car.customer);
    const { jobs } = await laptop.rescued.list();
    const found = jobs.find((one) => one.car === car.plate);
    if (found === undefined) throw new Error(`the job of ${car.plate} cannot be continued`);
    await laptop.rescued.take(found.jobId, found.turn);
    ask(laptop, found.jobId, car);
    await prove(laptop, found.jobId);
  }
  for (const car of of(places, 'dying', 'left')) await doWhole(online.of(car.customer), car);
}

/** The laptop without a connection is back, and so is the dead one. */
async function evening(places: DayPlaces, jobs: ReadonlyMap<DayCar, JobId>): Promise<void> {
  const { online, offline, dying } = places.bays;
  offline.cut(false);
  dying.powerOn();
  // The queue drains as a whole: no car waits for the one before.
  await Promise.all(
    Array.from(jobs, async ([car, job]) => {
      const laptop = offline.of(car.customer);
      if (car.fate !== 'twice') return prove(laptop, job);
      for (const one of [laptop, online.of(car.customer)]) {
        const isKnown = () => planAt(one, car.plate).alsoBegun.length === 1;
        await until(isKnown, 'a laptop does not know of the other one');
      }
      discardJob(laptop.parts, job, GIVEN_UP_FOR);
    }),
  );
  await drained(places);
}
