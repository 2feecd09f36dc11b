import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { unreportedFailures } from '../../../electron/db/tables/queue/operation-history.ts';
import { countRedactions } from '../../../electron/db/tables/queue/log-entries.ts';
import { countQueue, queueOrder } from '../../../electron/db/tables/queue/queue-lines.ts';
import type { OperationId } from '../../../shared/ids.ts';
import type { QueueShow } from '../../../shared/domain/operation.ts';
import { viewDetail } from '../../../electron/operations/queue/detail.ts';
import { viewLines } from '../../../electron/operations/queue/views.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { type Queue, startBench } from './fixture.ts';
import { orderAccess, orderRemoval } from './orders.ts';
import { feedOf } from './results.ts';

const car = 20_001;

/** An access that the operator could not give, with its removal hanging on it. */
async function failedAccess() {
  const bench = await startBench({ resultFailure: 'The car does not answer.' });
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, car);
  const removal = orderRemoval(queue, car, access);
  await queue.comesTo(access, 'awaiting-result');
  await vi.waitFor(() => expect(feed.take()).toBe(1));
  expect(queue.row(access).state).toBe('failed');
  return { bench, queue, feed, access, removal };
}

const shown = (queue: Queue, show: QueueShow) =>
  queueOrder(queue.database.sqlite, { show, car: null, limit: 100 }).map(({ seq }) => seq);
const needPerson = (queue: Queue) => countQueue(queue.database.sqlite).byGroup.get('needs-you') ?? 0;
const detail = (queue: Queue, id: OperationId) =>
  viewDetail(
    { sqlite: queue.database.sqlite, now: queue.parts.clock.now(), policy: queue.parts.policy },
    queue.row(id),
    () => null,
  );
const lineOf = (queue: Queue, id: OperationId) => viewLines(queue.database.sqlite, [queue.row(id).seq])[0];

test('a seen failure is history: nothing is sent, and its dependants stay held', async () => {
  const { queue, access, removal } = await failedAccess();
  const { seq } = queue.row(access);
  // Its dependants need one too: they go on only when a person acts.
  expect(needPerson(queue)).toBe(2);
  const counts = countQueue(queue.database.sqlite);
  expect(counts.needPersonByJob).toEqual([{ job: null, count: 2 }]);
  // The failed one has ended.
  expect([...counts.byState]).toEqual([['held', 1]]);
  expect(shown(queue, 'needs-you')).toContain(seq);
  expect(shown(queue, 'open')).toContain(seq);
  expect(detail(queue, access).actions).toContain('acknowledge');

  queue.commands.acknowledge(access, detail(queue, access).unseen);
  expect(needPerson(queue)).toBe(1);
  expect(shown(queue, 'needs-you')).not.toContain(seq);
  expect(shown(queue, 'done')).toContain(seq);
  const seen = detail(queue, access);
  expect(seen.actions).not.toContain('acknowledge');
  expect(seen.timeline.at(-1)).toMatchObject({ what: 'act', act: 'seen', by: 'Bay 3 Tester' });
  expect(queue.attempts(access)).toHaveLength(1);
  expect(queue.row(removal).state).toBe('held');
});

test('it stays seen after a restart, and cannot be seen twice', async () => {
  const { bench, queue, access } = await failedAccess();
  queue.commands.acknowledge(access, 1);
  await queue.stop();
  const next = bench.open();
  expect(needPerson(next)).toBe(1);
  expect(problemCodeOf(() => next.commands.acknowledge(access, 1))).toBe('step-not-ready');
});

test('a failure that arrives while the dialog is open counts as unseen', async () => {
  const { queue, feed, bench, access } = await failedAccess();
  const { unseen } = detail(queue, access);
  const payload = bench.operator.webhooks.attempts[0]?.payload ?? {};
  feed.give({ kind: 'created', payload: { ...payload, operationSucceeded: true, assignmentId: 777 } });
  expect(problemCodeOf(() => queue.commands.acknowledge(access, unseen))).toBe('changed-since-shown');
  expect(detail(queue, access).incidents.map(({ code }) => code)).toEqual(['result-contradicts']);
  queue.commands.acknowledge(access, 2);
  expect(detail(queue, access)).toMatchObject({ unseen: 0, incidents: [] });
});

test('a result that contradicts a done operation needs a person too, and the list says why', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'awaiting-result');
  await vi.waitFor(() => expect(feed.take()).toBe(1));
  expect(needPerson(queue)).toBe(0);
  const payload = bench.operator.webhooks.attempts[0]?.payload ?? {};
  feed.give({ kind: 'created', payload: { ...payload, operationSucceeded: false, errorMessage: 'No.' } });
  expect(queue.row(access).state).toBe('done');
  expect(needPerson(queue)).toBe(1);
  expect(lineOf(queue, access)).toMatchObject({
    group: 'needs-you',
    says: { key: 'problems.result-contradicts.says' },
  });
  queue.commands.acknowledge(access, 1);
  expect(lineOf(queue, access)).toMatchObject({ group: 'done', says: null });
});

test('cancelling the dependants of a failure marks it as seen', async () => {
  const { queue, access } = await failedAccess();
  queue.commands.cancelAll(access);
  expect(needPerson(queue)).toBe(0);
});

test('the history is not read for counts, the open list, notifications and backups, however long it is', () => {
  const asked: string[] = [];
  const sqlite = new BetterSqlite3(':memory:', { verbose: (sql) => asked.push(String(sql)) });
  onTestFinished(() => void sqlite.close());
  migrate(sqlite, ':memory:', queueMigrations);
  asked.length = 0;
  countQueue(sqlite);
  queueOrder(sqlite, { show: 'open', car: null, limit: 100 });
  unreportedFailures(sqlite);
  countRedactions(sqlite);
  const questions = [...asked];
  const plans = questions.flatMap((sql) =>
    sqlite
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail: words }) => words),
  );
  expect(questions).toHaveLength(4);
  expect(
    plans.filter((words) => /^SCAN (o|m|operation|main\.log_entry)( USING INDEX sqlite_\w+)?$/.test(words)),
  ).toEqual([]);
  expect(plans.join('\n')).toContain('operation_unfinished');
  expect(plans.join('\n')).toContain('incident_unseen');
});
