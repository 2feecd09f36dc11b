import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandom, type FleetBatch, madeUpFleet } from '../../bench/supervision/made-up-fleet.ts';
import { withHash } from '../../unit/log/made-up-chain.ts';
import { newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { logEntryId } from '../../../shared/ids.ts';
import { LOG_CHAIN_START, logChainId, logEntry, type LogEntry } from '../../../shared/relay/log.ts';
import { HOUR, MINUTE } from '../../../shared/time.ts';
import { type Copies, openCopies } from './copies.ts';
import { job, loggingLaptops, uuid } from './logging-laptops.ts';
import { longFrom } from '../../runner/long.ts';

const everything = supervisionFilter.parse({});

let copies: Copies;
beforeEach(() => {
  copies = openCopies();
});
afterEach(() => copies.close());

const fleet = (seed: number): readonly FleetBatch[] => [
  ...madeUpFleet({ laptops: 3, jobs: 40, seed, begins: 1_790_000_000_000 }),
];

function shuffled<Value>(values: readonly Value[], random: () => number): readonly Value[] {
  return values
    .map((value) => [random(), value] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, value]) => value);
}

const inOrderOnce = async (batches: readonly FleetBatch[]) => {
  const others = openCopies();
  for (const { chain, laptop, entries } of batches) others.take(chain, laptop, entries);
  await others.settle();
  const reported = { rows: others.rows(), chains: others.chains() };
  others.close();
  return reported;
};

test.each([1, 2, 3, 4].map((seed, index) => [seed, longFrom(1, index)] as const))(
  'entries in any order, in pieces and twice, make the same rows and the same findings (%i)%s',
  async (seed) => {
    const batches = fleet(seed);
    const wanted = await inOrderOnce(batches);
    const random = createRandom(seed * 1000);
    const pieces = batches.flatMap(({ chain, laptop, entries }) =>
      [...entries, ...entries.filter(() => random() < 0.3)].map((entry) => ({ chain, laptop, entry })),
    );
    for (const { chain, laptop, entry } of shuffled(pieces, random)) {
      copies.take(chain, laptop, [entry]);
      if (random() < 0.05) await copies.settle();
    }
    await copies.settle();
    expect(copies.rows()).toEqual(wanted.rows);
    expect(copies.chains()).toEqual(wanted.chains);
    expect(wanted.rows).toHaveLength(40);
    expect(
      wanted.chains.every(({ fault, verifiedTo, entries }) => fault === null && verifiedTo === entries),
    ).toBe(true);
  },
);

test('a job that two laptops worked on is one, whichever log comes first', async () => {
  const [first, second] = fleet(9);
  if (first === undefined || second === undefined) throw new Error('no jobs');
  const job = first.entries[0]?.jobId ?? null;
  const half = Math.floor(first.entries.length / 2);
  const begun = first.entries.slice(0, half);
  const at = begun.at(-1)?.at ?? 0;
  let hash = LOG_CHAIN_START;
  const taken = first.entries.slice(half).map((entry, index) => {
    const moved = withHash({
      ...entry,
      number: index + 1,
      jobId: job,
      at: at + index * 1000,
      worker: 'Taker',
      previousHash: hash,
    });
    hash = moved.hash;
    return moved;
  });
  copies.take(second.chain, 'Bay B', taken);
  await copies.settle();
  copies.take(first.chain, 'Bay A', begun);
  await copies.settle();
  const { rows } = copies.lookUp().window(everything, { column: 'started', direction: 'descending' }, 0, 10);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ installer: 'Taker', laptop: 'Bay B' });
  expect(rows[0]?.plate).not.toBeNull();
});

const oneLaptop = () => {
  const batches = fleet(5).filter(({ laptop }) => laptop === 'Hall 1 / Bay 1');
  const [first] = batches;
  if (first === undefined) throw new Error('no jobs');
  return { chain: first.chain, entries: batches.flatMap(({ entries }) => entries) };
};

test('the group of a car does not depend on which of two jobs of one moment arrives first', async () => {
  const begins = 1_790_000_000_000;
  const about = { car: 7, plate: 'M BX 7', name: 'Van', vin: null, brand: null, model: null };
  const groupsOf = async (order: readonly number[]) => {
    const others = openCopies();
    const log = loggingLaptops(others);
    for (const number of order) {
      const isLast = number === 3;
      const added = isLast ? [] : [['group-chosen', { group: `Group ${number}`, isNew: false }] as const];
      log(`Bay ${number}`, job(number), 'Jo', begins + (isLast ? 60_000 : 0), [
        ['car-chosen', about],
        ...added,
      ]);
    }
    await others.settle();
    const groups = [1, 2, 3].map((of) => others.jobPage(job(of)).row.group);
    others.close();
    return groups;
  };
  expect(await groupsOf([1, 2, 3])).toEqual(['Group 1', 'Group 2', 'Group 2']);
  expect(await groupsOf([2, 1, 3])).toEqual(['Group 1', 'Group 2', 'Group 2']);
});

test('the groups of the jobs of a car follow each late change of one of them', async () => {
  const car = (number: number) =>
    ['car-chosen', { car: number, plate: null, name: 'Van', vin: null, brand: null, model: null }] as const;
  const group = (name: string) => ['group-chosen', { group: name, isNew: false }] as const;
  const log = loggingLaptops(copies);
  const logs = async (number: number, minute: number, ...steps: Parameters<typeof log>[4]) => {
    log(`Bay ${number}`, job(number), 'Jo', 1_790_000_000_000 + number * HOUR + minute * MINUTE, steps);
    await copies.settle();
  };
  const groups = () => [1, 2, 3, 4, 5, 6].map((of) => copies.jobPage(job(of)).row.group);
  for (const number of [5, 3, 2, 4]) await logs(number, 0, car(7));
  // At the moment of the third job.
  await logs(6, -3 * 60, car(7));
  await logs(1, 0, car(7), group('A'));
  expect(groups()).toEqual(['A', 'A', 'A', 'A', 'A', 'A']);
  await logs(3, 10, group('B'));
  expect(groups()).toEqual(['A', 'A', 'B', 'B', 'B', 'A']);
  await logs(1, 10, group('C'));
  expect(groups()).toEqual(['C', 'C', 'B', 'B', 'B', 'C']);
  await logs(3, 20, ['job-discarded']);
  expect(groups()).toEqual(['C', 'C', 'B', 'C', 'C', 'C']);
  await logs(4, 10, car(8));
  expect(groups()).toEqual(['C', 'C', 'B', null, 'C', 'C']);
  await logs(1, 20, car(8));
  expect(groups()).toEqual(['C', null, 'B', 'C', null, null]);
});

test('a gap is named until its entry comes, however late', async () => {
  const { chain, entries } = oneLaptop();
  const [missing] = entries.slice(20, 21);
  copies.take(
    chain,
    'Bay 1',
    entries.filter((entry) => entry !== missing),
  );
  await copies.settle();
  expect(copies.chains()[0]).toMatchObject({
    verifiedTo: 20,
    fault: { kind: 'removed', number: 21, entry: null },
  });
  const flagged = copies.lookUp().facets(everything).logFault;
  expect(flagged).toBeGreaterThan(0);
  copies.take(chain, 'Bay 1', missing === undefined ? [] : [missing]);
  await copies.settle();
  expect(copies.chains()[0]).toMatchObject({ verifiedTo: entries.length, fault: null });
  expect(copies.lookUp().facets(everything).logFault).toBe(0);
});

test('an entry whose content differs from its hash is named, and its job is marked', async () => {
  const { chain, entries } = oneLaptop();
  const changed = entries.map((entry) => (entry.number === 30 ? { ...entry, worker: 'Nobody' } : entry));
  copies.take(chain, 'Bay 1', changed);
  await copies.settle();
  expect(copies.chains()[0]).toMatchObject({
    verifiedTo: 29,
    fault: { kind: 'changed', number: 30, entry: { worker: 'Nobody' } },
  });
});

test('an entry that builds on another one than the one before it is named', async () => {
  const { chain, entries } = oneLaptop();
  const forged = entries.map((entry) =>
    entry.number === 30 ? withHash({ ...entry, worker: 'Forger' }) : entry,
  );
  copies.take(chain, 'Bay 1', forged);
  await copies.settle();
  expect(copies.chains()[0]?.fault).toMatchObject({ kind: 'unlinked', number: 31 });
});

test('two entries with one number: the first stays, and both are reported', async () => {
  const { chain, entries } = oneLaptop();
  copies.take(chain, 'Bay 1', entries);
  const other = entries[29] === undefined ? [] : [withHash({ ...entries[29], worker: 'Forger' })];
  copies.take(chain, 'Bay 1', other);
  await copies.settle();
  expect(copies.chains()[0]?.fault).toMatchObject({
    kind: 'inserted',
    number: 30,
    other: { worker: 'Forger', hash: other[0]?.hash },
  });
});

test('a log that goes on from the middle of another one is sound from there', async () => {
  const { chain, entries } = oneLaptop();
  const [, elsewhere] = fleet(5);
  const by = elsewhere?.chain ?? chain;
  const parent = entries.slice(0, 40);
  const after: readonly LogEntry[] = entries.slice(30);
  const head = { number: 30, hash: entries[29]?.hash ?? '' };
  copies.take(by, 'Bay 1', after);
  await copies.settle();
  expect(copies.chains().find((one) => one.chain === by)?.fault?.kind).toBe('removed');
  copies.take(chain, 'Bay 1', parent);
  copies.fork({ chain, head, by, beyond: 10 });
  await copies.settle();
  expect(copies.chains().find((one) => one.chain === by)).toMatchObject({
    fault: null,
    continues: { chain, number: 30, beyond: 10, here: true },
  });
});

const BEGUN = 1_790_000_000_000;
const LATEST = Number.MAX_SAFE_INTEGER;

test.each([
  ['the length of a test is a part of a millisecond', { minutes: 0.000_01 }],
  ['the length of a test is beyond all time', { minutes: 1e300 }],
  ['the end of a test is before all time', { minutes: -1e300 }],
] as const)('a job in which %s keeps the other jobs on the page', async (_, { minutes }) => {
  const log = loggingLaptops(copies);
  log('Bay 1', job(1), 'Jo', BEGUN, [['job-started', { kind: 'installation' }]]);
  const operation = uuid('0', 1);
  log('Bay 2', job(2), 'Mallory', BEGUN, [
    ['job-started', { kind: 'installation' }],
    ['verification-started', { user: 9001, minutes, operation }],
    ['operation-accepted', { operation, kind: 'create-assignment' }],
  ]);
  await copies.settle();
  expect(copies.lookUp().window(everything, newestFirst, 0, 10).rows).toHaveLength(2);
  expect(copies.jobPage(job(2)).row.jobId).toBe(job(2));
});

test('a job whose times are beyond all time keeps the other jobs on the page', async () => {
  const log = loggingLaptops(copies);
  log('Bay 1', job(1), 'Jo', BEGUN, [['job-started', { kind: 'installation' }]]);
  const entry = withHash({
    number: 1,
    id: logEntryId.parse(uuid('e', 9001)),
    at: LATEST,
    clockOffsetMs: -LATEST,
    worker: 'Mallory',
    jobId: job(2),
    type: 'job-started',
    data: '{"kind":"installation"}',
    previousHash: LOG_CHAIN_START,
  });
  copies.take(logChainId.parse(uuid('c', 9)), 'Bay 9', [logEntry.parse(entry)]);
  await copies.settle();
  const shown = copies.lookUp().window(everything, newestFirst, 0, 10).rows;
  expect(new Set(shown.map(({ jobId }) => jobId))).toEqual(new Set([job(1), job(2)]));
  // Every time of it can be shown as a date.
  expect(() => shown.map(({ startedAt }) => new Date(startedAt).toISOString())).not.toThrow();
});
