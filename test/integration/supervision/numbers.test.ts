import {
  type Arbitrary,
  assert,
  boolean,
  constantFrom,
  integer,
  option,
  property,
  record,
  subarray,
} from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { insertReview } from '../../../electron/db/tables/queue/reviews.ts';
import { loadJobIndex } from '../../../electron/supervision/job-index/job-index.ts';
import { createJobQueries } from '../../../electron/supervision/job-queries.ts';
import { supervisionFilter } from '../../../shared/domain/supervision.ts';
import { numbersBy } from '../../../shared/domain/supervision-overview.ts';
import { type ReviewVerdict, reviewId, reworkReason, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { HOUR } from '../../../shared/time.ts';
import { createRandom, madeUpFleet } from '../../bench/supervision/made-up-fleet.ts';
import { openCopies } from './copies.ts';
import { naiveFilter, naiveJob, naiveNumbers, type SaidOfJob } from './naive-numbers.ts';
import { longFrom } from '../../runner/long.ts';

const BEGINS = 1_790_000_000_000;

/** A fleet of which supervisors said this and that, in the copies and as anybody would read it. */
async function fleet(seed: number) {
  const copies = openCopies();
  onTestFinished(copies.close);
  const random = createRandom(seed * 77);
  const batches = [...madeUpFleet({ laptops: 4, jobs: 140, seed, begins: BEGINS })];
  let written = 0;
  const jobs = batches.map((batch) => {
    const said: SaidOfJob[] = [];
    copies.take(batch.chain, batch.laptop, batch.entries);
    const job = batch.entries[0]?.jobId ?? null;
    if (job === null) throw new Error('an entry of no job');
    for (let revision = 1; random() < 0.4; revision += 1) {
      const verdict: ReviewVerdict = random() < 0.5 ? 'rework' : random() < 0.7 ? 'approved' : 'reopened';
      const reason =
        verdict === 'rework'
          ? (reworkReason.options[Math.floor(random() * reworkReason.options.length)] ?? null)
          : null;
      written += 1;
      const id = reviewId.parse(`b0000000-0000-4000-8000-${String(written).padStart(12, '0')}`);
      copies.queue.write((context) =>
        insertReview(context, {
          id,
          job_id: job,
          origin: 'relay',
          revision,
          verdict,
          reason,
          comment: 'Said',
          pin: JSON.stringify(WHOLE_JOB),
          reviewer: 'Office',
          worker: 'Kim',
          received_at: revision,
          signature: 'verified',
        }),
      );
      said.push({ verdict, sentBackFor: reason ?? said.at(-1)?.sentBackFor ?? null });
    }
    return naiveJob(batch, said.at(-1) ?? null);
  });
  await copies.settle();
  return { copies, jobs };
}

test.each([1, 2, 3].map((seed, index) => [seed, longFrom(1, index)] as const))(
  'every figure is what counting the jobs one by one gives, under any filter and at any time (%i)%s',
  async (seed) => {
    const { copies, jobs } = await fleet(seed);
    const { sqlite } = copies.database;
    const jobIndex = loadJobIndex(sqlite);
    const moment = integer({ min: BEGINS - HOUR, max: BEGINS + 400 * HOUR });
    const some = (of: 'installer' | 'laptop' | 'brand' | 'variant') =>
      subarray([...new Set(jobs.map((job) => job[of]))], { maxLength: 3 });
    const maybe = <Value>(arbitrary: Arbitrary<Value>) => option(arbitrary, { nil: undefined, freq: 2 });
    const filters = record({
      from: maybe(moment),
      until: maybe(moment),
      installers: maybe(some('installer')),
      laptops: maybe(some('laptop')),
      brands: maybe(some('brand')),
      variants: maybe(some('variant')),
      kinds: maybe(constantFrom(['installation'], ['removal'], ['removal', 'swap'])),
      reviews: maybe(constantFrom(['none'], ['rework'], ['approved', 'reopened'])),
      forced: maybe(boolean()),
      openAccess: maybe(boolean()),
    }).map((parts) => supervisionFilter.parse(parts));
    assert(
      property(filters, constantFrom(...numbersBy.options), moment, (filter, by, now) => {
        const lookUp = createJobQueries({
          sqlite,
          jobIndex,
          now: () => now,
          dayOf: (at) => new Date(at).toISOString().slice(0, 10),
        });
        const wanted = naiveNumbers(naiveFilter(jobs, filter, now), by, now);
        const { total, groups, failures, reworks } = lookUp.numbers(filter, by);
        expect(total).toEqual(wanted.total);
        expect(new Map(groups.map(({ value, ...counts }) => [value, counts]))).toEqual(wanted.groups);
        expect(groups).toHaveLength(wanted.groups.size);
        const byName = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
        expect(failures.toSorted(byName)).toEqual(wanted.failures.toSorted(byName));
        expect(reworks.toSorted(byName)).toEqual(wanted.reworks.toSorted(byName));
      }),
      { numRuns: 150 },
    );
    // The made-up jobs have something of everything, or nothing would have been compared.
    const all = naiveNumbers(jobs, 'day', BEGINS);
    const { swaps, medianMinutes, ...figures } = all.total;
    expect(swaps).toBe(0);
    expect(medianMinutes).not.toBeNull();
    expect(Object.entries(figures).filter(([, figure]) => figure === 0)).toEqual([]);
    expect(all.failures).toHaveLength(2);
    expect(all.reworks.length).toBeGreaterThan(2);
  },
);

test('days come in their order, everything else most jobs first', async () => {
  const { copies } = await fleet(1);
  const lookUp = copies.lookUp();
  const days = lookUp.numbers(supervisionFilter.parse({}), 'day').groups.map(({ value }) => value);
  expect(days).toEqual(days.toSorted());
  expect(days.length).toBeGreaterThan(1);
  for (const by of ['installer', 'site', 'brand', 'variant'] as const) {
    const jobs = lookUp.numbers(supervisionFilter.parse({}), by).groups.map((group) => group.jobs);
    expect(jobs).toEqual(jobs.toSorted((one, other) => other - one));
  }
});
