import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { migrate, type Sqlite } from '../../../electron/db/open.ts';
import {
  tickOfSameContent,
  wasKeptInAnotherEpoch,
  wasReplacedSince,
  wasReportedInAnotherEpoch,
} from '../../../electron/db/tables/queue/results.ts';
import { operationId } from '../../../shared/ids.ts';
import { feedResult } from '../../../shared/relay/results.ts';

const EPOCH = '0'.repeat(16);
const operation = operationId.parse('019ab000-0000-7000-8000-000000000001');

const created = (assignmentId: number | null) =>
  feedResult.parse({
    sequence: 7,
    environment: 'uat',
    customerId: 4711,
    receivedAt: 1,
    kind: 'created',
    payload: {
      checksum: 'A1',
      assignmentId,
      carId: 20_001,
      userId: 31,
      customerId: 4711,
      operationSucceeded: assignmentId !== null,
      start: '2026-11-03T08:00:00Z',
    },
  });

const lookups: readonly (readonly [string, (sqlite: Sqlite) => unknown])[] = [
  ['kept from another relay store', (sqlite) => wasKeptInAnotherEpoch(sqlite, EPOCH, created(9))],
  [
    'reported by another relay store',
    (sqlite) => wasReportedInAnotherEpoch(sqlite, operation, EPOCH, created(9)),
  ],
  ['fetched before', (sqlite) => tickOfSameContent(sqlite, created(9))],
  ['a failure fetched before', (sqlite) => tickOfSameContent(sqlite, created(null))],
  ['replaced since', (sqlite) => wasReplacedSince(sqlite, 9, 1)],
];

test.each(lookups)('whether a result was %s is looked up by an index', (_, look) => {
  const asked: string[] = [];
  const sqlite = new BetterSqlite3(':memory:', { verbose: (sql) => asked.push(String(sql)) });
  onTestFinished(() => void sqlite.close());
  migrate(sqlite, ':memory:', queueMigrations);
  asked.length = 0;
  look(sqlite);
  const [question = ''] = asked;
  const plan = sqlite.prepare<[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${question}`).all();
  // Without conditions in brackets, a search by the primary key passes over the whole table.
  const reads = plan.map(({ detail }) => detail).filter((line) => /^(?:SCAN|SEARCH)/.test(line));
  expect(reads).not.toEqual([]);
  for (const line of reads) expect(line).toMatch(/^SEARCH \w+ USING (?:INDEX|PRIMARY KEY) .*\(\w+=\?/);
});
