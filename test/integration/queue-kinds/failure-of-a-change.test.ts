import { describe, expect, test, vi } from 'vitest';
import { type QueueParts, defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { type Queue, startBench } from '../queue/fixture.ts';
import { feedOf, incidents, keptResults } from '../queue/results.ts';
import { car, giveAccess, orderAccessChange } from './orders.ts';

const day = (number: number) => Date.UTC(2026, 11, number, 12);
const WORDS = 'The operator could not do it.';

/** A change of an access, and the results that name the access and nothing else. */
async function place() {
  const bench = await startBench({ resultsHeld: true });
  const access = giveAccess(bench.operator, car);
  const payloadOf = (succeeded: boolean) => ({
    checksum: 'other',
    assignmentId: access,
    customerId: 4711,
    operationSucceeded: succeeded,
    errorMessage: succeeded ? null : WORDS,
  });
  const askRelay: QueueParts['askRelay'] = (sequence) => {
    const now = bench.clock.now();
    const result = {
      sequence,
      environment: 'uat',
      customerId: 4711,
      receivedAt: now,
      kind: 'updated',
      payload: payloadOf(false),
    };
    return Promise.resolve({ result, deliveries: 1, lastReceivedAt: cameAt, now });
  };
  let cameAt = 0;
  // A person is asked after three questions instead of a day of them.
  const queue = bench.open({ askRelay, policy: { ...defaultPolicy, resultQuestions: 3 } });
  const feed = feedOf(bench, queue);
  return {
    bench,
    queue,
    change: () => orderAccessChange(queue, access, { end: day(5) }),
    reported: (succeeded: boolean) => {
      if (!succeeded) cameAt = bench.clock.now();
      feed.give({ kind: 'updated', payload: payloadOf(succeeded) });
    },
    /** The end that the operator shows from now on. */
    stands: (end: number) => {
      const held = bench.operator.state.assignments.get(access);
      if (held === undefined) throw new Error('the access stands');
      bench.operator.state.assignments.set(access, { ...held, end: new Date(end).toISOString() });
    },
    ends: () => bench.operator.state.assignments.delete(access),
    /** The operator accepts changes and carries out none: no read sees other times than `stands` gives. */
    carriesOutNothing: () => bench.operator.results.add({ kind: 'updated', count: 'all', failWith: WORDS }),
  };
}

const looked = (queue: Queue, id: OperationId) =>
  vi.waitFor(() => expect(queue.row(id).delays).toBeGreaterThan(0));

describe('a failure that only the access connects with a change is a hint, and reading decides', () => {
  test('ours succeeds later: the failure was of another laptop, and the change is done without an incident', async () => {
    const { bench, queue, change, reported, stands, carriesOutNothing } = await place();
    carriesOutNothing();
    const ours = change();
    await queue.comesTo(ours, 'awaiting-result');
    bench.clock.advance(1000);
    reported(false);
    await looked(queue, ours);
    expect(queue.row(ours).state).toBe('awaiting-result');
    stands(day(5));
    reported(true);
    await queue.reaches(ours, 'done');
    expect(incidents(queue)).toEqual([]);
    expect(keptResults(queue)).not.toContain('unresolved');
  });

  test('the times stay after the quarantine: the change has failed with the operator’s message', async () => {
    const { bench, queue, change, reported, carriesOutNothing } = await place();
    carriesOutNothing();
    const ours = change();
    await queue.comesTo(ours, 'awaiting-result');
    bench.clock.advance(1000);
    reported(false);
    await queue.reaches(ours, 'failed');
    expect(queue.problem(ours)).toMatchObject({ code: 'assignment-change-failed', raw: WORDS });
    expect(incidents(queue)).toEqual(['assignment-change-failed']);
    expect(keptResults(queue)).toEqual(['applied']);
  });

  test('the times stay in a read that began in the quarantine: a later read decides', async () => {
    const { bench, queue, change, reported, stands, carriesOutNothing } = await place();
    carriesOutNothing();
    const ours = change();
    await queue.comesTo(ours, 'awaiting-result');
    bench.clock.advance(1000);
    const call = queue.parts.client.call;
    let slow = true;
    vi.spyOn(queue.parts.client, 'call').mockImplementation(async (request, options) => {
      const answer = await call(request, options);
      if (request.endpoint === 'assignments.read' && slow) {
        // The operator changes the access after this answer, which takes longer than the quarantine.
        slow = false;
        stands(day(5));
        bench.clock.advance(2 * defaultPolicy.quarantineMs);
      }
      return answer;
    });
    reported(false);
    await queue.reaches(ours, 'done');
    expect(slow).toBe(false);
    expect(incidents(queue)).toEqual([]);
  });

  test('the times are others: a person decides', async () => {
    const { bench, queue, change, reported, stands, carriesOutNothing } = await place();
    carriesOutNothing();
    const ours = change();
    await queue.comesTo(ours, 'awaiting-result');
    stands(day(9));
    bench.clock.advance(1000);
    reported(false);
    await queue.reaches(ours, 'blocked', 'failed');
    expect(queue.problem(ours)?.code).toBe('times-changed-meanwhile');
  });

  test('the failure stays with a change that a person had sent again, and that is cancelled before it leaves', async () => {
    const { bench, queue, change, reported, stands, ends, carriesOutNothing } = await place();
    carriesOutNothing();
    const ours = change();
    await queue.comesTo(ours, 'awaiting-result');
    stands(day(9));
    bench.clock.advance(1000);
    reported(false);
    await queue.reaches(ours, 'blocked', 'failed');
    ends();
    queue.commands.decide(ours, false);
    await queue.reaches(ours, 'blocked');
    expect(queue.problem(ours)?.code).toBe('assignment-ended-elsewhere');
    expect(keptResults(queue)).toEqual(['unresolved']);
    queue.commands.cancel(ours);
    expect(keptResults(queue)).toEqual(['repeated']);
    expect(incidents(queue)).toEqual([]);
  });

  test('a change in doubt is not ended by it, and is sent again', async () => {
    const { bench, queue, change, reported } = await place();
    bench.operator.faults.add({ method: 'PATCH', effect: { kind: 'drop', when: 'before' } });
    const ours = change();
    await queue.comesTo(ours, 'unknown');
    reported(false);
    // The result of the second try may be there at once.
    await queue.reaches(ours, 'awaiting-result', 'done', 'failed');
    expect(queue.row(ours).state).not.toBe('failed');
    expect(queue.row(ours).attempt).toBe(2);
  });

  test('a failure from before the change was sent ends nothing', async () => {
    const { bench, queue, change, reported, carriesOutNothing } = await place();
    carriesOutNothing();
    reported(false);
    bench.clock.advance(1000);
    const ours = change();
    await queue.comesTo(ours, 'awaiting-result');
    await queue.reaches(ours, 'blocked', 'failed');
    expect(queue.problem(ours)?.code).toBe('result-missing');
  });
});
