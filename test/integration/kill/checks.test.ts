import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FeedResult, feedResult } from '../../../shared/relay/results.ts';
import { type FeedBooks, notRelayed, notTaken } from '../../kill/check/feed-books.ts';
import { notFittedOnce, type OperatorBooks } from '../../kill/check/fitted-once.ts';
import { notKept, type QueueBooks, readQueueBooks } from '../../kill/check/queue-books.ts';
import { type JournalEntry, newJournal } from '../../operator/journal.ts';
import type { Line } from '../headless/headless-process.ts';
import { surroundings } from '../headless/surroundings.ts';
import { wholeJob } from '../headless/the-job.ts';
import { readAll } from '../relay/feed-reader.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';

/** The books of one job that was really done, for the checks to be shown what they are for. */
interface Books {
  readonly operator: OperatorBooks;
  readonly queue: QueueBooks;
  readonly reported: readonly Line[];
  readonly feed: FeedBooks;
}

const good: { books?: Books } = {};
const ends: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  const place = await surroundings({ onTestFinished: (end) => ends.push(end) });
  const { operator } = place;
  const ended = await place.run(['--job', place.jobFile(wholeJob), '--timeout', AMPLE_SECONDS]).ended;
  const token = place.variables['BOXWRIGHT_RELAY_TOKEN'] ?? '';
  const rows = await readAll(place.relayUrl, token);
  const files = readdirSync(place.dataDir, { recursive: true, encoding: 'utf8' });
  const queueFile = files.find((path) => path.endsWith('queue.db'));
  good.books = {
    operator,
    queue: readQueueBooks(join(place.dataDir, queueFile ?? '')),
    reported: ended.lines,
    feed: {
      integrity: 'ok',
      results: rows.map((row) => feedResult.parse(row)),
      deliveries: operator.webhooks.attempts,
      posted: new Set(),
      acknowledged: new Set(),
      loadCustomer: 4712,
    },
  };
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

function books(): Books {
  if (good.books === undefined) throw new Error('the job was not done');
  return good.books;
}

function findings({ operator, queue, reported, feed }: Books): readonly string[] {
  return [
    ...notFittedOnce(operator, [wholeJob]),
    ...notKept(queue, { jobs: 1, reported, journal: operator.journal.entries }),
    ...notRelayed(feed),
    ...notTaken(feed, queue),
  ];
}

/** The row that satisfies `wanted`, which must be there, changed. */
function changed<Row>(
  rows: readonly Row[],
  wanted: (row: Row) => boolean,
  change: Partial<Row>,
): readonly Row[] {
  if (!rows.some(wanted)) throw new Error('there is no such row to change');
  return rows.map((row) => (wanted(row) ? { ...row, ...change } : row));
}

function journalOf(entries: readonly JournalEntry[]) {
  const journal = newJournal();
  for (const entry of entries) Object.assign(journal.open(entry), entry);
  return journal;
}

const write = (method: string, path: string) => (entry: JournalEntry) =>
  entry.method === method && entry.path === path && entry.applied;

/** With the journal telling one of its writes a second time. */
function twice(good: Books, method: string, path: string): Books {
  const { journal } = good.operator;
  const again = journal.entries.find(write(method, path));
  if (again === undefined) throw new Error(`there is no ${method} ${path}`);
  return { ...good, operator: { ...good.operator, journal: journalOf([...journal.entries, again]) } };
}

function withState(good: Books, change: Partial<OperatorBooks['state']>): Books {
  return { ...good, operator: { ...good.operator, state: { ...good.operator.state, ...change } } };
}

const withQueue = (good: Books, change: Partial<QueueBooks>): Books => ({
  ...good,
  queue: { ...good.queue, ...change },
});
const withFeed = (good: Books, change: Partial<FeedBooks>): Books => ({
  ...good,
  feed: { ...good.feed, ...change },
});
const ofKind = (kind: FeedResult['kind']) => (result: FeedResult) => result.kind === kind;

interface Bug {
  readonly what: string;
  readonly books: (good: Books) => Books;
  readonly found: RegExp;
}

const bugs: readonly Bug[] = [
  {
    what: 'a car made twice',
    books: (good) => {
      const [car] = [...good.operator.state.cars.values()].filter(({ vin }) => vin === wholeJob.car.vin);
      if (car === undefined) throw new Error('there is no such car');
      return withState(good, {
        cars: new Map([...good.operator.state.cars, [99_999, { ...car, id: 99_999 }]]),
      });
    },
    found: /the car W1V44770513872099 is there 2 times/,
  },
  {
    what: 'a car that was lost',
    books: (good) => withState(good, { cars: new Map() }),
    found: /the car W1V44770513872099 is there 0 times/,
  },
  {
    what: 'a Box that is in no car',
    books: (good) => withState(good, { products: new Map() }),
    found: /what is installed in .* instead of 001234021/,
  },
  {
    what: 'a car that is in no group',
    books: (good) => withState(good, { groups: new Map() }),
    found: /the groups of W1V44770513872099/,
  },
  {
    what: 'a test access left open',
    books: (good) => {
      const { state } = good.operator;
      const [car] = [...state.cars.values()].filter(({ vin }) => vin === wholeJob.car.vin);
      const [access] = state.assignments.values();
      if (car === undefined || access === undefined) throw new Error('there is no such car or access');
      return withState(good, { assignments: new Map([[1, { ...access, carId: car.id }]]) });
    },
    found: /the test accesses left open on .*: 1 instead of 0/,
  },
  {
    what: 'an installation applied twice',
    books: (good) => twice(good, 'PUT', '/installations'),
    found: /PUT \/installations took effect 2 times instead of 1/,
  },
  {
    what: 'an access asked for twice',
    books: (good) => twice(good, 'PUT', '/assignments'),
    found: /PUT \/assignments took effect 2 times instead of 1/,
  },
  {
    what: 'a write without an order',
    books: (good) => {
      const entries = good.operator.journal.entries.map((entry) =>
        write('PUT', '/cars')(entry) ? { ...entry, path: '/cars/20001', method: 'PATCH' } : entry,
      );
      const [first] = good.operator.journal.entries.filter(write('PUT', '/cars'));
      if (first === undefined) throw new Error('there is no PUT /cars');
      return { ...good, operator: { ...good.operator, journal: journalOf([...entries, first]) } };
    },
    found: /the number of writes that took effect: 7 instead of 6/,
  },
  {
    what: 'a request that left before its attempt was on disk',
    books: (good) => withQueue(good, { attempts: good.queue.attempts.slice(1) }),
    found: /left without an attempt on disk/,
  },
  {
    what: 'an operation that was reported and is gone',
    books: (good) => withQueue(good, { operations: good.queue.operations.slice(1) }),
    found: /was reported and is not there/,
  },
  {
    what: 'a job that was reported and is gone',
    books: (good) => withQueue(good, { jobs: [] }),
    found: /the queue knows 0 jobs instead of 1/,
  },
  {
    what: 'an operation that is still in doubt',
    books: (good) =>
      withQueue(good, {
        operations: changed(good.queue.operations, ({ kind }) => kind === 'install', { state: 'unknown' }),
      }),
    found: /\(install\) ended as unknown/,
  },
  {
    what: 'an access believed without its result',
    books: (good) =>
      withQueue(good, {
        operations: changed(good.queue.operations, ({ kind }) => kind === 'create-assignment', {
          confirmed_by: 'query',
        }),
      }),
    found: /was confirmed by query, not a result/,
  },
  {
    what: 'a log entry that was changed',
    books: (good) =>
      withQueue(good, {
        log: changed(good.queue.log, ({ number }) => number === 3, { worker: 'somebody else' }),
      }),
    found: /the log breaks at entry 3/,
  },
  {
    what: 'a log entry that is missing',
    books: (good) => withQueue(good, { log: good.queue.log.filter(({ number }) => number !== 3) }),
    found: /the log goes from entry 2 to entry 4/,
  },
  {
    what: 'a damaged queue',
    books: (good) => withQueue(good, { integrity: 'row 3 missing from index' }),
    found: /queue.db is damaged: row 3 missing from index/,
  },
  {
    what: 'an acknowledged result that the relay has lost',
    books: (good) => withFeed(good, { results: good.feed.results.filter((row) => !ofKind('deleted')(row)) }),
    found: /the result deleted .* was answered 204 and is lost/,
  },
  {
    what: 'an acknowledged result of the load that is lost',
    books: (good) => withFeed(good, { posted: new Set([7]), acknowledged: new Set([7]) }),
    found: /result 7 was answered 204 and is lost/,
  },
  {
    what: 'a gap in the feed',
    books: (good) =>
      withFeed(good, { results: changed(good.feed.results, ofKind('deleted'), { sequence: 3 }) }),
    found: /the feed goes from 1 to 3/,
  },
  {
    what: 'a result that is in the feed twice',
    books: (good) => {
      const copies = good.feed.results.map((result) => ({ ...result, sequence: result.sequence + 2 }));
      return withFeed(good, { results: [...good.feed.results, ...copies] });
    },
    found: /the feed holds 4 rows of 2 results/,
  },
  {
    what: 'a result that the laptop has passed over',
    books: (good) => withQueue(good, { results: good.queue.results.slice(1) }),
    found: /the laptop stands at 2 and has never seen result 1/,
  },
  {
    what: 'a result that found no operation',
    books: (good) =>
      withQueue(good, { results: changed(good.queue.results, () => true, { state: 'unresolved' }) }),
    found: /result 1 is unresolved in the queue/,
  },
];

describe('the checks after the kills', () => {
  it('find nothing to say about a job that was done well', () => {
    expect(findings(books())).toEqual([]);
  });

  it.each(bugs)('see $what', ({ books: broken, found }) => {
    expect(findings(broken(books()))).toContainEqual(expect.stringMatching(found));
  });
});
