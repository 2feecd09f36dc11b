import { describe, expect, test } from 'vitest';
import { longFrom } from '../../runner/long.ts';
import {
  carsAtOperator,
  jobsFinished,
  logsAtRelay,
  logsOnLaptops,
  operationsOnLaptops,
  plansKept,
  plansShown,
  resultsKept,
  resultsSent,
  rivalsLogged,
  reviewsAtBays,
  reviewsAtRelay,
  reviewsWritten,
  sorted,
  writesAtOperator,
} from './day-books.ts';
import { type DayPlaces, laptopsOf } from './day-crew.ts';
import { csvOfDay, jsonOfDay } from './day-exports.ts';
import { type Bay, type DayCar, writesFor } from './day-plan.ts';
import { type DaySeen, REFUSED_FOR, walkDay } from './day-run.ts';

/*
 * A day of a supervisor, three laptops and a relay: 30 planned jobs of two customers, one laptop offline all day, one that
 * dies at noon and whose jobs are continued, a refused job, a car that is begun twice, review and export at night. The
 * books of all parties are read when the day is over, and agree line by line.
 */

const NAMES = { online: 'Munich / Bay 1', offline: 'Munich / Bay 2', dying: 'Munich / Bay 3' } as const;

/** The laptop that finishes the job of a car. */
const finisher = ({ bay, fate }: DayCar): string =>
  NAMES[(fate === 'rescued' || fate === 'left' ? 'online' : bay) satisfies Bay];

/** All books, as they are when the day is over. */
async function booksOf(seed: number) {
  const day = await walkDay(seed);
  const exported = { csv: await csvOfDay(day), json: await jsonOfDay(day) };
  return {
    ...seenOn(day),
    cars: day.cars,
    twice: rivalsLogged(day),
    operator: {
      writes: writesAtOperator(day),
      cars: carsAtOperator(day),
      results: resultsSent(day),
      violations: day.operator.violations.all,
    },
    relay: {
      log: await logsAtRelay(day),
      results: await resultsKept(day),
      reviews: await reviewsAtRelay(day),
      plans: await plansKept(day),
    },
    laptops: {
      operations: operationsOnLaptops(day),
      log: logsOnLaptops(day),
      jobs: jobsFinished(day),
      reviews: reviewsAtBays(day),
      boards: laptopsOf(day).map(plansShown),
    },
    office: { reviews: reviewsWritten(day) },
    exported,
  };
}

const seenOn = ({ secondClaim, reworked }: DaySeen & DayPlaces) => ({ secondClaim, reworked });

describe.each([1, 2, 3, 4].map((seed, index) => [seed, longFrom(1, index)] as const))(
  'a planned day, seed %i%s',
  (seed) => {
    /** The day is walked once, in the test that reads its books first. */
    let books: ReturnType<typeof booksOf> | null = null;
    const read = () => (books ??= booksOf(seed));

    test('has each write of its plan at the operator exactly once, and no other', async () => {
      const { cars, operator } = await read();
      expect(cars).toHaveLength(30);
      expect(sorted(operator.writes)).toEqual(sorted(cars.flatMap(writesFor)));
      expect(operator.violations).toEqual([]);
    });

    test('leaves every car at the operator with its Box, in its group and without a test access', async () => {
      const { cars, operator } = await read();
      expect(operator.cars).toEqual(
        cars.map(({ plate, id, fits, kind, fate }) => {
          const isThere = id !== null || fate !== 'refused';
          const box = fate === 'refused' ? 'none' : (fits ?? 'none');
          const group = kind === 'installation' ? ` ${fate === 'refused' ? 'not in' : 'in'} its group` : '';
          return `${plate}: ${isThere ? 1 : 0} car, Box ${box}${group}, 0 test accesses`;
        }),
      );
    });

    test('has the same writes on the laptops as at the operator', async () => {
      const { operator, laptops } = await read();
      const own = laptops.operations.filter(({ isElsewhere }) => !isElsewhere);
      expect(new Set(own.map(({ state }) => state))).toEqual(new Set(['done']));
      expect(sorted(own.map(({ write }) => write))).toEqual(sorted(operator.writes));
    });

    test('has no operation on its way for a job that another laptop continues', async () => {
      const { laptops } = await read();
      const elsewhere = laptops.operations.filter(({ isElsewhere }) => isElsewhere);
      expect(elsewhere.length).toBeGreaterThan(0);
      for (const { state } of elsewhere) expect(state).toMatch(/^(?:done|cancelled)$/);
    });

    test('has every result of the operator at the relay, byte for byte', async () => {
      const { operator, relay } = await read();
      expect(relay.results.length).toBeGreaterThan(2 * 28);
      expect(sorted(relay.results)).toEqual(sorted(operator.results));
    });

    test('has every entry of every laptop in the log of the relay', async () => {
      const { laptops, relay } = await read();
      expect(sorted(relay.log)).toEqual(sorted(laptops.log));
    });

    test('has each planned job in the same state at the relay and on every board', async () => {
      const { cars, relay, laptops } = await read();
      const plans = cars.map((car) =>
        car.fate === 'refused'
          ? `${car.plate}: refused ${NAMES.online}, ${REFUSED_FOR}`
          : `${car.plate}: done ${finisher(car)}, `,
      );
      expect(sorted(relay.plans)).toEqual(sorted(plans));
      for (const board of laptops.boards) expect(sorted(board)).toEqual(sorted(plans));
    });

    test('has one finished job for each planned car, at one laptop', async () => {
      const { cars, laptops } = await read();
      const done = cars.filter(({ fate }) => fate !== 'refused');
      expect(sorted(laptops.jobs.map((line) => line.replace(/, \S+ of /, ' by ')))).toEqual(
        sorted(done.map((car) => `${car.plate}: ${car.kind} by ${finisher(car)}`)),
      );
    });

    test('refuses the second laptop that begins a car, and informs both where one had no connection', async () => {
      const { secondClaim, twice } = await read();
      expect(secondClaim).toBe('planned-job-taken');
      expect(twice).toEqual([NAMES.online, NAMES.offline]);
    });

    test('has every review of the office at the relay and at the laptop of the job', async () => {
      const { office, relay, laptops, reworked } = await read();
      expect(office.reviews).toHaveLength(30);
      expect(office.reviews.filter((line) => line.startsWith(reworked))).toEqual([
        `${reworked} rework The cable is loose`,
        `${reworked} approved `,
      ]);
      expect(sorted(relay.reviews)).toEqual(sorted(office.reviews));
      expect(sorted(laptops.reviews)).toEqual(sorted(office.reviews));
    });

    test('leaves the house as one row for each finished job, the same in both forms', async () => {
      const { cars, laptops, exported } = await read();
      const { csv, json } = exported;
      expect(csv).toEqual(json);
      const done = csv.filter(({ isDone }) => isDone);
      expect(sorted(done.map(({ plate, kind, job }) => `${plate}: ${kind}, ${job}`))).toEqual(
        sorted(laptops.jobs.map((line) => line.replace(/ of .*/, ''))),
      );
      // A row names the laptop that began the job.
      const facts = done.map((row) => [
        row.plate,
        row.kind,
        row.fitted,
        row.takenOut,
        row.laptop,
        row.review,
      ]);
      const meant = cars
        .filter(({ fate }) => fate !== 'refused')
        .map((car) => [
          car.plate,
          car.kind,
          car.fits ?? '',
          car.leaves ?? '',
          car.fate === 'rescued' ? NAMES[car.bay] : finisher(car),
          'approved',
        ]);
      expect(sorted(facts.map(String))).toEqual(sorted(meant.map(String)));
    });
  },
);
