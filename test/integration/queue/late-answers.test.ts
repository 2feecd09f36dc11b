import { describe, expect, test, vi } from 'vitest';
import type { OperationId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { moveOperation } from '../../../electron/db/tables/queue/operations.ts';
import type { QueueParts } from '../../../electron/operations/queue/parts.ts';
import { car, giveAccess, orderEnd } from '../queue-kinds/orders.ts';
import { type Bench, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderCar } from './orders.ts';
import { feedOf, incidents } from './results.ts';

/*
 * A process stands still with the answer to its request unread. Another one takes the queue over meanwhile, and the first goes on.
 */

const sent = ({ operator }: Bench, method: string, path: string) =>
  operator.journal.matching({ method, path });

/** An instance that stands still once with an unread answer; `meanwhile` acts before it goes on. */
function openStill(bench: Bench, meanwhile: () => void): Queue {
  let stands = true;
  return bench.open({
    crashPoint: (name) => {
      if (name !== 'after-answer' || !stands) return;
      stands = false;
      meanwhile();
    },
  });
}

/** The same, with a successor that has put the operation in doubt. */
async function takenOver(
  order: (queue: Queue) => OperationId,
  meanwhile: (successor: Queue, id: OperationId) => void = () => undefined,
  settled: (bench: Bench) => void = () => undefined,
) {
  const bench = await startBench({ resultsHeld: true });
  settled(bench);
  const successors: Queue[] = [];
  const old = openStill(bench, () => {
    const successor = bench.open();
    expect(successor.row(id).state).toBe('unknown');
    successors.push(successor);
    meanwhile(successor, id);
  });
  const id = order(old);
  await vi.waitFor(() => expect(old.attempts(id)[0]?.finished_at).toEqual(expect.any(Number)));
  const [successor] = successors;
  if (successor === undefined) throw new Error('nothing has taken over');
  return { bench, id, successor };
}

describe('the answer that a process reads after another one has taken over', () => {
  test('ends the doubt where it is the proof that the order was executed', async () => {
    const { id, successor } = await takenOver((queue) => orderCar(queue));
    expect(successor.row(id)).toMatchObject({ state: 'done', confirmed_by: 'answer' });
  });

  test('ends the doubt where it reports acceptance; the order then waits for its result', async () => {
    const { bench, id, successor } = await takenOver(
      (queue) => orderAccess(queue, car),
      ({ database, row, parts }, order) =>
        database.write((context) =>
          moveOperation(context, row(order), 'unknown', parts.clock.now(), { negative_reads: 1 }),
        ),
    );
    // The reads of the doubt do not count as reads of an accepted order.
    expect(successor.row(id)).toMatchObject({ state: 'awaiting-result', attempt: 1, negative_reads: 0 });
    const accepted = successor.database.sqlite
      .prepare<[], number>(`SELECT count(*) FROM log_entry WHERE type = 'operation-accepted'`)
      .pluck()
      .get();
    expect(accepted).toBe(1);
    await successor.reaches(id, 'done');
    expect(sent(bench, 'PUT', '/assignments')).toHaveLength(1);
  });

  test('attributes an earlier failure to the accepted removal, which is not sent again', async () => {
    const bench = await startBench({ resultsHeld: true });
    const { operator, clock } = bench;
    const access = giveAccess(operator, car);
    vi.spyOn(operator.state.assignments, 'delete').mockReturnValue(true);
    const payload = {
      checksum: 'D41D8CD98F00B204E9800998ECF8427E',
      assignmentId: access,
      customerId: 4711,
      operationSucceeded: false,
      errorMessage: 'The Box did not answer.',
    };
    let cameAt = 0;
    const askRelay: QueueParts['askRelay'] = (sequence) => {
      const now = clock.now();
      const about = { sequence, environment: 'uat', customerId: 4711, receivedAt: now, kind: 'deleted' };
      return Promise.resolve({ result: { ...about, payload }, deliveries: 1, lastReceivedAt: cameAt, now });
    };
    const successors: Queue[] = [];
    const old = openStill(bench, () => {
      const successor = bench.open({ askRelay });
      clock.advance(1);
      cameAt = clock.now();
      feedOf(bench, successor).give({ kind: 'deleted', payload });
      successors.push(successor);
    });
    const removal = orderEnd(old, access, car);
    await vi.waitFor(() => expect(successors).toHaveLength(1));
    const [successor] = successors;
    await successor?.reaches(removal, 'failed', 'done');
    expect(old.row(removal)).toMatchObject({ state: 'failed', attempt: 1 });
    expect(incidents(old)).toEqual(['assignment-removal-failed']);
    expect(sent(bench, 'DELETE', `/assignments/${access}`)).toHaveLength(1);
  });

  test('keeps the order from leaving again, where reads have found nothing of it', async () => {
    const { bench, id, successor } = await takenOver(
      (queue) => orderAccess(queue, car),
      ({ database, row, parts }, order) =>
        database.write((context) => moveOperation(context, row(order), 'ready', parts.clock.now(), {})),
    );
    expect(successor.row(id)).toMatchObject({ state: 'awaiting-result', attempt: 1 });
    await successor.reaches(id, 'done');
    expect(sent(bench, 'PUT', '/assignments')).toHaveLength(1);
  });

  test('answers the question that waits for a person', async () => {
    const { id, successor } = await takenOver(
      (queue) => orderCar(queue),
      ({ database, row, parts }, order) =>
        database.write((context) =>
          moveOperation(context, row(order), 'blocked', parts.clock.now(), { problem: null }),
        ),
    );
    expect(successor.row(id)).toMatchObject({ state: 'done', confirmed_by: 'answer' });
  });

  test('does not end the doubt where nothing was executed: there may be other reasons for it', async () => {
    const { id, successor } = await takenOver(
      (queue) => orderCar(queue),
      () => undefined,
      ({ operator }) =>
        operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'status', status: 503 } }),
    );
    expect(successor.row(id).state).toBe('unknown');
    expect(successor.attempts(id)).toMatchObject([{ sent: 'answered', status: 503 }]);
    await successor.reaches(id, 'done');
    expect(successor.row(id).attempt).toBe(2);
  });

  test('overwrites no decision of a person', async () => {
    const { id, successor } = await takenOver(
      (queue) => orderCar(queue),
      ({ database, row, parts, commands }, order) => {
        database.write((context) =>
          moveOperation(context, row(order), 'blocked', parts.clock.now(), {
            problem: JSON.stringify(makeProblem('several-cars-match')),
            maybe_sent_at: parts.clock.now() - parts.policy.quarantineMs,
          }),
        );
        commands.decide(order, false);
      },
    );
    await successor.reaches(id, 'done');
    // The look before the second sending finds it.
    expect(successor.row(id)).toMatchObject({ confirmed_by: 'query', attempt: 1 });
  });

  test('is an incident where a person has cancelled the order meanwhile', async () => {
    const { id, successor } = await takenOver(
      (queue) => orderCar(queue),
      ({ database, row, parts, commands }, order) => {
        database.write((context) =>
          moveOperation(context, row(order), 'blocked', parts.clock.now(), { problem: null }),
        );
        commands.cancel(order);
      },
    );
    expect(successor.row(id).state).toBe('cancelled');
    expect(incidents(successor)).toEqual(['outcome-contradicts']);
  });

  test('does not end an order that was claimed again', async () => {
    const { id, successor } = await takenOver(
      (queue) => orderCar(queue),
      ({ database, row, parts }, order) =>
        database.write((context) => {
          const now = parts.clock.now();
          moveOperation(context, row(order), 'ready', now, {});
          moveOperation(context, row(order), 'sending', now, { attempt: 2 });
          moveOperation(context, row(order), 'unknown', now, { not_before: now + 60_000 });
        }),
    );
    expect(successor.row(id)).toMatchObject({ state: 'unknown', attempt: 2 });
  });
});
