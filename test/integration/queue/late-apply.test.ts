import { describe, expect, test, vi } from 'vitest';
import { viewDetail } from '../../../electron/operations/queue/detail.ts';
import { defaultPolicy, quarantineEnd } from '../../../electron/operations/queue/parts.ts';
import { DAY } from '../../../shared/time.ts';
import { notable } from '../../operator/seed/notable.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { type Bench, emptyGroup, type Queue, startBench } from './fixture.ts';
import {
  orderAccess,
  orderCar,
  orderEvent,
  orderGroup,
  orderInstallation,
  orderMembership,
} from './orders.ts';

const LATE_MS = 20_000;
const [box] = notable.boxes.free;
const car = 20_001;

/** Every write that the operator may carry out after it has dropped the connection: how it is asked for, where it goes. */
const writes = [
  { what: 'a car', path: '/cars', order: (queue: Queue) => orderCar(queue), endsBy: 'answer' },
  {
    what: 'an installation',
    path: '/installations',
    order: (queue: Queue) => orderInstallation(queue, car, box),
    endsBy: 'answer',
  },
  { what: 'a group', path: '/groups', order: (queue: Queue) => orderGroup(queue), endsBy: 'answer' },
  {
    what: 'a membership',
    path: '/groups/*/cars',
    order: (queue: Queue, bench: Bench) => orderMembership(queue, car, emptyGroup(bench)),
    endsBy: 'answer',
  },
  {
    what: 'a test access',
    path: '/assignments',
    order: (queue: Queue) => orderAccess(queue, car),
    endsBy: 'result',
  },
] as const;

/** An operator that drops the connection of one kind of write and carries it out twenty seconds later, by the test's clock. */
async function lateOperator(path: string): Promise<Bench> {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path, effect: { kind: 'late-apply', afterMs: LATE_MS } });
  return bench;
}

const sent = ({ operator }: Bench, path: string) => operator.journal.matching({ method: 'PUT', path }).length;
const applied = ({ operator }: Bench, path: string) => operator.journal.executions({ method: 'PUT', path });

describe.each(writes)(
  '$what that the operator applies 20 s after it dropped the connection',
  ({ path, order, endsBy }) => {
    test('has one effect: it is read until then, found, and never sent again', async () => {
      const bench = await lateOperator(path);
      const queue = bench.open();
      const id = order(queue, bench);
      await queue.comesTo(id, 'unknown');
      // The first look found nothing, which proves nothing yet.
      await vi.waitFor(() =>
        expect(queue.row(id).not_before).toBe(quarantineEnd(bench.clock.now(), endsBy, defaultPolicy)),
      );
      bench.clock.advance(LATE_MS - 1);
      expect(queue.row(id).state).toBe('unknown');
      expect(applied(bench, path)).toBe(0);

      await queue.reaches(id, 'done');
      expect(queue.row(id).confirmed_by).toBe('query');
      expect(sent(bench, path)).toBe(1);
      expect(applied(bench, path)).toBe(1);
    });
  },
);

test('a quarantine shorter than the operator’s delay would create two: this is its purpose', async () => {
  const bench = await lateOperator('/cars');
  const queue = bench.open({ policy: { ...defaultPolicy, quarantineMs: LATE_MS / 4 } });
  const id = orderCar(queue);
  await queue.reaches(id, 'done');
  bench.clock.advance(LATE_MS);
  await vi.waitFor(() => expect(applied(bench, '/cars')).toBe(2));
  expect(sent(bench, '/cars')).toBe(2);
});

test('an event that the operator may still record is not repeated at the word of a person', async () => {
  const bench = await lateOperator('/events');
  const queue = bench.open();
  const event = orderEvent(queue, car);
  // No read finds an event, so a person is asked at once.
  await queue.comesTo(event, 'blocked');
  expect(problemCodeOf(() => queue.commands.decide(event, false))).toBe('still-being-found-out');
  // The screen offers what is accepted, and names the time of what is not accepted yet.
  const rules = { sqlite: queue.database.sqlite, now: bench.clock.now(), policy: defaultPolicy };
  const { actions, notDoneFrom } = viewDetail(rules, queue.row(event), () => null);
  expect(actions).toEqual(['decide-done', 'cancel']);
  expect(notDoneFrom).toBe(quarantineEnd(bench.clock.now(), 'answer', defaultPolicy));
  const over = viewDetail({ ...rules, now: notDoneFrom ?? 0 }, queue.row(event), () => null);
  expect(over.actions).toEqual(['decide-done', 'decide-not-done', 'cancel']);
  expect(over.notDoneFrom).toBe(null);
  bench.clock.advance(LATE_MS);
  await vi.waitFor(() => expect(applied(bench, '/events')).toBe(1));
  queue.commands.decide(event, true);
  expect(queue.row(event).state).toBe('done');
  expect(sent(bench, '/events')).toBe(1);
});

test('"it was not done" is taken after the quarantine also where a wrong clock wrote the time of the sending', async () => {
  const bench = await lateOperator('/events');
  const first = bench.open();
  const event = orderEvent(first, car);
  await first.comesTo(event, 'blocked');
  first.database.write(({ sqlite }) =>
    sqlite
      .prepare<[number, string]>('UPDATE operation SET maybe_sent_at = ? WHERE id = ?')
      .run(bench.clock.now() + DAY, event),
  );
  const queue = bench.open();
  expect(problemCodeOf(() => queue.commands.decide(event, false))).toBe('still-being-found-out');
  bench.clock.advance(defaultPolicy.quarantineMs);
  queue.commands.decide(event, false);
  expect(queue.row(event).state).toBe('ready');
});

test('a read that began in the quarantine and ends after it does not count as a negative one', async () => {
  const bench = await lateOperator('/groups/*/cars');
  const queue = bench.open({ start: false });
  const read = queue.parts.client.call;
  let slow = true;
  vi.spyOn(queue.parts.client, 'call').mockImplementation(async (request, options) => {
    const answer = await read(request, options);
    // The operator answered before the change, and its answer takes longer than the quarantine.
    if (request.endpoint === 'groups.cars' && slow) {
      slow = false;
      bench.clock.advance(defaultPolicy.quarantineMs + 1000);
    }
    return answer;
  });
  queue.engine.start();
  const id = orderMembership(queue, car, emptyGroup(bench));
  await queue.reaches(id, 'done');
  expect(slow).toBe(false);
  expect(sent(bench, '/groups/*/cars')).toBe(1);
  expect(applied(bench, '/groups/*/cars')).toBe(1);
});
