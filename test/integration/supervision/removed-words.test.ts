import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { supervisionFilter } from '../../../shared/domain/supervision.ts';
import type { LogEntry } from '../../../shared/relay/log.ts';
import { redactionsIn } from '../../../shared/relay/removals.ts';
import { createRandom, madeUpFleet } from '../../bench/supervision/made-up-fleet.ts';
import { withHash } from '../../unit/log/made-up-chain.ts';
import { redacted } from '../../unit/log/redacted-chain.ts';
import { type Copies, openCopies } from './copies.ts';
import { longFrom } from '../../runner/long.ts';

let copies: Copies;
beforeEach(() => {
  copies = openCopies();
});
afterEach(() => copies.close());

const PERSON = 'Quendoline Zyxwary';

/** One laptop's log of many jobs, all of them by one person. */
function logOf(seed: number, jobs = 60) {
  const batches = [...madeUpFleet({ laptops: 1, jobs, seed, begins: 1_790_000_000_000 })];
  const [first] = batches;
  if (first === undefined) throw new Error('no jobs');
  let before = '0'.repeat(64);
  const entries = batches.flatMap(({ entries: some }) =>
    some.map((entry) => {
      const moved = withHash({ ...entry, worker: PERSON, previousHash: before });
      before = moved.hash;
      return moved;
    }),
  );
  return { chain: first.chain, laptop: first.laptop, entries };
}

/** As many as one entry of a log can name. */
const AT_ONCE = 80;

/** The log after the person's name was removed from all of it; what says so follows. */
function without(entries: readonly LogEntry[]): readonly LogEntry[] {
  let left = entries;
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const some = entries.slice(from, from + AT_ONCE);
    left = redacted(
      left,
      some.map(({ number }) => ({ number, fields: ['worker'] })),
      from + 1,
    );
  }
  return left;
}

/** The words in the files of the copies, the -wal included. */
function filesSay(word: string): readonly string[] {
  return readdirSync(copies.folder)
    .filter((name) => name.startsWith('supervision.db'))
    .filter((name) => readFileSync(join(copies.folder, name)).includes(word));
}

const rowsOf = () => {
  const filter = supervisionFilter.parse({});
  return copies.lookUp().window(filter, { column: 'started', direction: 'descending' }, 0, 200).rows;
};

test('removed words go from the rows, the search and the file, and the log stays sound over many slices', async () => {
  const { chain, laptop, entries } = logOf(1);
  copies.take(chain, laptop, entries);
  await copies.settle();
  expect(rowsOf().every(({ installer }) => installer === PERSON)).toBe(true);
  expect(filesSay(PERSON)).not.toEqual([]);
  const said = without(entries).slice(entries.length);
  copies.take(chain, laptop, said);
  await copies.settle();
  expect(copies.chains()[0]).toMatchObject({ fault: null, verifiedTo: entries.length + said.length });
  expect(rowsOf()).toHaveLength(60);
  expect(rowsOf().every(({ installer }) => installer === '')).toBe(true);
  expect(copies.jobIndex.numberOf(PERSON)).toBe(-1);
  expect(filesSay(PERSON)).toEqual([]);
  for (const part of PERSON.toLowerCase().split(' ')) expect(filesSay(part)).toEqual([]);
});

test('the timeline names time and reason for each entry with removed words, and nothing for the others', async () => {
  const { chain, laptop, entries } = logOf(9, 1);
  const left = redacted(entries, [{ number: 2, fields: ['worker'] }]);
  const said = left.at(-1);
  const removedOf = () => {
    const [row] = rowsOf();
    if (row === undefined) throw new Error('no job');
    const { timeline } = copies.jobPage(row.jobId);
    return new Map(timeline.map(({ number, removed }) => [number, removed]));
  };
  copies.take(chain, laptop, left.slice(0, -1));
  await copies.settle();
  expect(removedOf().get(2)).toEqual({ at: null, reason: null });
  copies.take(chain, laptop, left.slice(-1));
  await copies.settle();
  const removed = removedOf();
  expect(removed.get(2)).toEqual({ at: said?.at, reason: 'left the company' });
  expect([...removed].filter(([, one]) => one !== null).map(([number]) => number)).toEqual([2]);
});

test.each([1, 2, 3].map((seed, index) => [seed, longFrom(1, index)] as const))(
  'before or after its redaction, whole or blanked, once or often: an entry says the same in the end (%i)%s',
  async (seed) => {
    const { chain, laptop, entries } = logOf(seed, 20);
    const left = without(entries);
    const random = createRandom(seed);
    const pieces = [...entries, ...left, ...entries.filter(() => random() < 0.2)]
      .map((entry) => [random(), entry] as const)
      .toSorted(([one], [other]) => one - other);
    for (const [, entry] of pieces) {
      copies.take(chain, laptop, [entry]);
      if (random() < 0.03) await copies.settle();
    }
    await copies.settle();
    expect(copies.chains()[0]).toMatchObject({ fault: null, verifiedTo: left.length });
    expect(rowsOf().every(({ installer }) => installer === '')).toBe(true);
    expect(filesSay(PERSON)).toEqual([]);
  },
);

test('a blanked entry is sound only once its own log vouches for it', async () => {
  const { chain, laptop, entries } = logOf(4, 10);
  const left = without(entries);
  const other = logOf(5, 1);
  const said = left.slice(entries.length);
  copies.take(chain, laptop, left.slice(0, entries.length));
  // Another laptop's log says the same of this one's entries.
  copies.take(other.chain, 'Bay 2', [...other.entries, ...said]);
  await copies.settle();
  const found = () => copies.chains().find((one) => one.chain === chain);
  expect(found()).toMatchObject({ fault: { kind: 'changed', number: 1 }, verifiedTo: 0 });
  copies.take(chain, laptop, said);
  await copies.settle();
  expect(found()).toMatchObject({ fault: null, verifiedTo: left.length });
});

test('a blanked entry of which more was changed than its redaction says is named, also after it was found sound', async () => {
  const { chain, laptop, entries } = logOf(6, 10);
  const left = without(entries);
  const forged = left.map((entry) => (entry.number === 7 ? { ...entry, at: entry.at + 1 } : entry));
  copies.take(chain, laptop, forged);
  await copies.settle();
  expect(copies.chains()[0]).toMatchObject({ fault: { kind: 'changed', number: 7 }, verifiedTo: 6 });
});

test('a redaction that vouches for something else removes nothing, and a blanked entry that it names is changed', async () => {
  const { chain, laptop, entries } = logOf(7, 10);
  const sound = redacted(entries, [{ number: 1, fields: ['worker'] }]);
  const [said] = sound.slice(-1);
  const [first] = said === undefined ? [] : redactionsIn(said);
  if (said === undefined || first === undefined) throw new Error('no redaction');
  const wrong = withHash({ ...said, data: said.data.replace(first.rest, 'f'.repeat(64)) });
  copies.take(chain, laptop, [...entries, wrong]);
  await copies.settle();
  expect(copies.chains()[0]).toMatchObject({ fault: null });
  expect(copies.database.sqlite.prepare('SELECT rest FROM entry WHERE number = 1').pluck().get()).toBeNull();
  const others = openCopies();
  others.take(chain, laptop, [...sound.slice(0, -1), wrong]);
  await others.settle();
  expect(others.chains()[0]).toMatchObject({ fault: { kind: 'changed', number: 1 } });
  others.close();
});

test('where entries are missing before a redaction, entries that only it vouches for are not trusted until they arrive', async () => {
  const { chain, laptop, entries } = logOf(8, 10);
  const left = redacted(entries, [{ number: 5, fields: ['worker'] }]);
  copies.take(
    chain,
    laptop,
    left.filter(({ number }) => number !== 20),
  );
  await copies.settle();
  expect(copies.chains()[0]).toMatchObject({ fault: { kind: 'removed', number: 20 }, verifiedTo: 4 });
  copies.take(chain, laptop, left.slice(19, 20));
  await copies.settle();
  expect(copies.chains()[0]).toMatchObject({ fault: null, verifiedTo: left.length });
});
