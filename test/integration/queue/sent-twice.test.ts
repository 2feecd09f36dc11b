import { expect, test, vi } from 'vitest';
import type { QueueParts } from '../../../electron/operations/queue/parts.ts';
import { viewSeconds } from '../../../electron/operations/queue/detail.ts';
import { readLocalAssignment } from '../../../electron/db/tables/queue/assignments.ts';
import { localAssignmentId, type OperationId } from '../../../shared/ids.ts';
import { HOUR, MINUTE, toOperatorDateTime } from '../../../shared/time.ts';
import { type Bench, type Queue, startBench } from './fixture.ts';
import { orderAccess } from './orders.ts';
import { type Feed, feedOf, incidents, keptResults } from './results.ts';

const car = 20_001;
const FAILURE = 'The Box did not answer.';

interface Place {
  readonly bench: Bench;
  readonly queue: Queue;
  readonly feed: Feed;
  readonly access: OperationId;
  /** When the relay last had the failure, how often, by a clock of its own; until it is set it cannot be asked. */
  readonly failureCame: (at: number, deliveries: number) => void;
}

/**
 * An access whose first request failed while its answer was lost, so that it was sent again; the relay has handed on nothing
 * yet. `second`: what became of the second request.
 */
async function sentAgain(second: 'done' | 'failed' | 'lost' = 'done'): Promise<Place> {
  const bench = await startBench();
  const { faults, results, webhooks } = bench.operator;
  const put = { method: 'PUT', path: '/assignments' } as const;
  let came: { at: number; deliveries: number } | null = null;
  const askRelay: QueueParts['askRelay'] = (sequence) => {
    const failure = webhooks.attempts[0];
    const now = bench.clock.now();
    const reported = { sequence, environment: 'uat', customerId: 4711, receivedAt: now, kind: 'created' };
    return Promise.resolve(
      came === null
        ? null
        : {
            result: { ...reported, payload: failure?.payload },
            deliveries: came.deliveries,
            lastReceivedAt: came.at,
            now,
          },
    );
  };
  results.add({ kind: 'created', count: second === 'failed' ? 2 : 1, failWith: FAILURE });
  faults.add({ ...put, count: 1, effect: { kind: 'drop', when: 'after' } });
  const queue = bench.open({ askRelay });
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'unknown');
  await vi.waitFor(() => expect(webhooks.attempts).toHaveLength(1));
  if (second === 'lost') faults.add({ ...put, effect: { kind: 'drop', when: 'before' } });
  await vi.waitFor(
    () => {
      bench.clock.advance(200);
      const { attempt, state } = queue.row(access);
      expect([attempt, state]).toEqual([2, second === 'lost' ? 'unknown' : 'awaiting-result']);
    },
    { interval: 4 },
  );
  const failureCame = (at: number, deliveries: number) => {
    came = { at, deliveries };
  };
  return { bench, queue, feed, access, failureCame };
}

/** The relay hands the failure on, once. */
function reportFailure({ bench, feed }: Place) {
  const [failure] = bench.operator.webhooks.attempts;
  feed.give({ kind: 'created', payload: failure?.payload ?? {} });
}

/** Waits until reading has looked into it so much later. */
async function lookedAfter({ bench, queue, access }: Place, ms: number) {
  const { delays } = queue.row(access);
  bench.clock.advance(ms);
  await vi.waitFor(() => {
    const row = queue.row(access);
    expect(row.state !== 'awaiting-result' || row.delays > delays).toBe(true);
  });
}

test('a failure of one of two requests does not end the order: the second one may have been done, and was', async () => {
  const place = await sentAgain();
  const { bench, queue, feed, access } = place;
  await vi.waitFor(() => expect(bench.operator.webhooks.attempts).toHaveLength(2));
  bench.operator.faults.add({ method: 'GET', effect: { kind: 'status', status: 500 } });
  reportFailure(place);
  expect(queue.row(access).state).toBe('awaiting-result');
  const success = bench.operator.webhooks.attempts[1];
  feed.give({ kind: 'created', payload: success?.payload ?? {} });
  expect(queue.row(access)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  expect(keptResults(queue)).toEqual(['repeated', 'applied']);
  expect(incidents(queue)).toEqual([]);
});

test('with the failure alone, it reads at once and finds the effect of the second request', async () => {
  const place = await sentAgain();
  const { bench, queue, access } = place;
  await vi.waitFor(() => expect(bench.operator.webhooks.attempts).toHaveLength(2));
  reportFailure(place);
  await queue.comesTo(access, 'done');
  expect(queue.row(access).confirmed_by).toBe('query');
  expect(keptResults(queue)).toEqual(['repeated']);
});

test('both requests failed: the order has failed, once reading shows nothing and the relay had it after the second', async () => {
  const place = await sentAgain('failed');
  const { bench, queue, access } = place;
  reportFailure(place);
  place.failureCame(bench.clock.now() + 1000, 2);
  await lookedAfter(place, 30_000);
  expect(queue.row(access).state).toBe('awaiting-result');
  await queue.reaches(access, 'failed');
  expect(queue.problem(access)).toMatchObject({ code: 'assignment-failed', raw: FAILURE });
  expect(keptResults(queue)).toEqual(['applied']);
  expect(incidents(queue)).toEqual(['assignment-failed']);
});

test.for([
  ['had it last before the second was sent', -5 * MINUTE],
  ['cannot be asked', null],
] as const)('while the relay %s, the order waits for the result of the second', async ([, before]) => {
  const place = await sentAgain('failed');
  reportFailure(place);
  if (before !== null) place.failureCame(place.bench.clock.now() + before, 1);
  await lookedAfter(place, 5 * MINUTE);
  await lookedAfter(place, 10 * MINUTE);
  expect(place.queue.row(place.access).state).toBe('awaiting-result');
});

test('a day of reading without the result of the second: the order has failed as the first one did', async () => {
  const place = await sentAgain('failed');
  const { queue, access } = place;
  queue.database.write(({ sqlite }) => sqlite.exec('UPDATE operation SET delays = 149'));
  reportFailure(place);
  await queue.comesTo(access, 'failed');
  expect(queue.problem(access)).toMatchObject({ code: 'assignment-failed', raw: FAILURE });
});

test('a failure of one of two requests in doubt, and nothing is found: it has failed, and is not sent a third time', async () => {
  const place = await sentAgain('lost');
  const { bench, queue, access } = place;
  reportFailure(place);
  expect(queue.row(access).state).toBe('unknown');
  await queue.reaches(access, 'failed');
  expect(queue.attempts(access)).toHaveLength(2);
  expect(bench.operator.journal.matching({ method: 'PUT', path: '/assignments' })).toHaveLength(2);
  expect(keptResults(queue)).toEqual(['applied']);
});

/**
 * An access that asked for other times the second time: what became of the first request was not to be seen, and when it was
 * sent again the clock had been set ahead, so that the first times had run out. One that is `late` is carried out after that.
 */
async function sentWithOtherTimes(first: 'failed' | 'late', second: 'done' | 'failed' | 'refused' = 'done') {
  const bench = await startBench();
  const { faults, results, webhooks } = bench.operator;
  const put = { method: 'PUT', path: '/assignments' } as const;
  if (first === 'failed') {
    results.add({ kind: 'created', count: second === 'failed' ? 2 : 1, failWith: FAILURE });
    faults.add({ ...put, effect: { kind: 'drop', when: 'after' } });
  } else {
    faults.add({ ...put, effect: { kind: 'late-apply', afterMs: 2 * HOUR } });
  }
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'unknown');
  const reported = (count: number) => vi.waitFor(() => expect(webhooks.attempts).toHaveLength(count));
  const [early, later] = [first === 'failed' ? 1 : 0, second === 'refused' ? 0 : 1];
  await reported(early);
  if (second === 'refused') faults.add({ ...put, effect: { kind: 'status', status: 400 } });
  bench.clock.setAhead(HOUR);
  await queue.reaches(access, second === 'refused' ? 'blocked' : 'awaiting-result');
  faults.add({ method: 'GET', count: 'all', effect: { kind: 'status', status: 500 } });
  await reported(early + later);
  bench.clock.advance(2 * HOUR);
  await reported(1 + later);
  const [one, other] = queue.attempts(access);
  expect(other?.start_at).toBeGreaterThan(one?.end_at ?? Number.POSITIVE_INFINITY);
  /** Hands on the operator's result of one of both. */
  const tell = (which: 'first' | 'second', checksum?: string) => {
    const start = toOperatorDateTime((which === 'first' ? one : other)?.start_at ?? 0);
    const about = webhooks.attempts.find(({ payload }) => payload['start'] === start);
    const sum = checksum === undefined ? {} : { checksum };
    feed.give({ kind: 'created', payload: { ...about?.payload, ...sum } });
  };
  return { bench, queue, access, tell };
}

const ANOTHER_SUM = '0'.repeat(32);

test.for([
  ['is that of its body', undefined],
  ['is made in another way', ANOTHER_SUM],
])(
  'a failure of a try with other times does not end the order, and is explained by its end: the checksum %s',
  async ([, checksum]) => {
    const { queue, access, tell } = await sentWithOtherTimes('failed');
    tell('first', checksum);
    expect(queue.row(access).state).toBe('awaiting-result');
    expect(keptResults(queue)).toEqual(['unresolved']);
    tell('second', checksum);
    expect(queue.row(access)).toMatchObject({ state: 'done', confirmed_by: 'result' });
    expect(keptResults(queue)).toEqual(['repeated', 'applied']);
    expect(incidents(queue)).toEqual([]);
  },
);

test.for([
  ['is that of its body', undefined],
  ['is made in another way', ANOTHER_SUM],
])('and so when it comes after that end: the checksum %s', async ([, checksum]) => {
  const { queue, tell } = await sentWithOtherTimes('failed');
  tell('second', checksum);
  tell('first', checksum);
  expect(keptResults(queue)).toEqual(['applied', 'repeated']);
  expect(incidents(queue)).toEqual([]);
});

test('a failure of the last try, which alone requested these times, ends the order at once', async () => {
  const { queue, access, tell } = await sentWithOtherTimes('failed', 'failed');
  tell('second', ANOTHER_SUM);
  expect(queue.problem(access)).toMatchObject({ code: 'assignment-failed', raw: FAILURE });
  expect(queue.row(access).state).toBe('failed');
  tell('first', ANOTHER_SUM);
  expect(keptResults(queue)).toEqual(['applied', 'repeated']);
  expect(incidents(queue)).toEqual(['assignment-failed']);
});

test('an access that a try with other times gave late is a second one, and shown with its own end', async () => {
  const { queue, access, tell } = await sentWithOtherTimes('late');
  tell('first', ANOTHER_SUM);
  expect(queue.row(access).state).toBe('awaiting-result');
  expect(incidents(queue)).toEqual([]);
  tell('second', ANOTHER_SUM);
  expect(queue.row(access).state).toBe('done');
  expect(keptResults(queue)).toEqual(['applied', 'applied']);
  expect(incidents(queue)).toEqual(['access-given-twice']);
  const [first, second] = queue.attempts(access);
  expect(second?.end_at).not.toBe(first?.end_at);
  expect(viewSeconds(queue.database.sqlite, queue.row(access))).toMatchObject([{ end: first?.end_at }]);
});

test('an order cancelled after a try with other times created the access is shown, with its times', async () => {
  const { queue, access, tell } = await sentWithOtherTimes('late', 'refused');
  tell('first', ANOTHER_SUM);
  expect(queue.row(access).state).toBe('blocked');
  expect(keptResults(queue)).toEqual(['unresolved']);
  queue.commands.cancel(access);
  expect(keptResults(queue)).toEqual(['applied']);
  expect(incidents(queue)).toEqual(['outcome-contradicts']);
  const [first] = queue.attempts(access);
  const local = readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(access));
  expect(local).toMatchObject({ state: 'active', start_at: first?.start_at, end_at: first?.end_at });
});
