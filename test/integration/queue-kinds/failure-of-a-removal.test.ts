import { describe, expect, test, vi } from 'vitest';
import { resolveAllUnmatched } from '../../../electron/operations/assignments/take-results.ts';
import { type QueueParts, defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { startBench } from '../queue/fixture.ts';
import { feedOf, incidents, keptResults } from '../queue/results.ts';
import { car, giveAccess, orderEnd } from './orders.ts';

const WORDS = 'The Box did not answer.';

/** The operator accepts removals and does not carry them out: no read sees the access gone until the removals are carried out after all. */
function carriesOutNothing({ state }: Awaited<ReturnType<typeof startBench>>['operator']) {
  const asked = vi.spyOn(state.assignments, 'delete').mockReturnValue(true);
  return {
    carriesOutAll: () => {
      const numbers = asked.mock.calls.map(([number]) => number);
      asked.mockRestore();
      for (const number of numbers) state.assignments.delete(number);
    },
  };
}

/** A removal of an access that another laptop removes too, and the relay's one row of failures in the same words. */
async function place() {
  const bench = await startBench({ resultsHeld: true });
  const { operator, clock } = bench;
  const access = giveAccess(operator, car);
  const payload = {
    checksum: 'D41D8CD98F00B204E9800998ECF8427E',
    assignmentId: access,
    customerId: 4711,
    operationSucceeded: false,
    errorMessage: WORDS,
  };
  let [cameAt, deliveries, answersAfter] = [0, 0, 0];
  const askRelay: QueueParts['askRelay'] = (sequence) => {
    clock.advance(answersAfter);
    const now = clock.now();
    const about = { sequence, environment: 'uat', customerId: 4711, receivedAt: now, kind: 'deleted' };
    return Promise.resolve({ result: { ...about, payload }, deliveries, lastReceivedAt: cameAt, now });
  };
  // A person is asked after three questions instead of a day of them.
  const queue = bench.open({ askRelay, policy: { ...defaultPolicy, resultQuestions: 3 } });
  const feed = feedOf(bench, queue);
  const reaches = () => {
    cameAt = clock.now();
    deliveries += 1;
  };
  return {
    operator,
    clock,
    queue,
    removal: () => orderEnd(queue, access, car),
    /** The relay hands on a result that it did not have. */
    fails: ({ answersAfterMs = 0 } = {}) => {
      answersAfter = answersAfterMs;
      reaches();
      feed.give({ kind: 'deleted', payload });
    },
    /** The relay has the result once more, and hands it on no more. */
    failsAgain: reaches,
    carriesOutNothing: () => carriesOutNothing(operator),
  };
}

describe('a failed removal is a hint, and reading decides', () => {
  test('the access goes: the failure was of another laptop, and the removal is done without an incident', async () => {
    const { clock, queue, removal, fails, carriesOutNothing } = await place();
    const { carriesOutAll } = carriesOutNothing();
    const ours = removal();
    await queue.comesTo(ours, 'awaiting-result');
    clock.advance(1000);
    fails();
    await vi.waitFor(() => expect(queue.row(ours).delays).toBeGreaterThan(0));
    expect(queue.row(ours).state).toBe('awaiting-result');
    carriesOutAll();
    await queue.reaches(ours, 'done', 'failed');
    expect(queue.row(ours).state).toBe('done');
    expect(incidents(queue)).toEqual([]);
    expect(keptResults(queue)).not.toContain('unresolved');
  });

  test('the access stays after the quarantine: the removal has failed with the operator’s message', async () => {
    const { clock, queue, removal, fails, carriesOutNothing } = await place();
    carriesOutNothing();
    const ours = removal();
    await queue.comesTo(ours, 'awaiting-result');
    clock.advance(1000);
    fails();
    await queue.reaches(ours, 'failed', 'blocked');
    expect(queue.problem(ours)).toMatchObject({ code: 'assignment-removal-failed', raw: WORDS });
    expect(incidents(queue)).toEqual(['assignment-removal-failed']);
    expect(keptResults(queue)).toEqual(['applied']);
  });

  test('a failure may come too soon for the relay to order it: fetched after the removal, it counts', async () => {
    const { clock, queue, removal, fails, carriesOutNothing } = await place();
    carriesOutNothing();
    const ours = removal();
    await queue.comesTo(ours, 'awaiting-result');
    clock.advance(1);
    fails({ answersAfterMs: 500 });
    await queue.reaches(ours, 'failed', 'blocked');
    expect(queue.problem(ours)).toMatchObject({ code: 'assignment-removal-failed', raw: WORDS });
    // By the read at the end of the quarantine, not by the last of all questions.
    expect(queue.row(ours).delays).toBe(1);
  });

  test('a removal in doubt is not ended by it, and is sent again', async () => {
    const { operator, queue, removal, fails } = await place();
    operator.faults.add({ method: 'DELETE', effect: { kind: 'drop', when: 'before' } });
    const ours = removal();
    await queue.comesTo(ours, 'unknown');
    fails();
    await queue.reaches(ours, 'awaiting-result', 'failed');
    expect(queue.row(ours)).toMatchObject({ state: 'awaiting-result', attempt: 2 });
  });

  test('sent again after a doubt, the removal fails in the same words, which the feed delivers once', async () => {
    const { operator, clock, queue, removal, fails, failsAgain, carriesOutNothing } = await place();
    operator.faults.add({ method: 'DELETE', effect: { kind: 'drop', when: 'before' } });
    carriesOutNothing();
    const ours = removal();
    await queue.comesTo(ours, 'unknown');
    fails();
    await queue.reaches(ours, 'awaiting-result');
    clock.advance(1000);
    failsAgain();
    await queue.reaches(ours, 'failed', 'blocked');
    expect(queue.problem(ours)).toMatchObject({ code: 'assignment-removal-failed', raw: WORDS });
    expect(keptResults(queue)).toEqual(['applied']);
  });

  test('a failure from before the removal was sent ends nothing', async () => {
    const { clock, queue, removal, fails, carriesOutNothing } = await place();
    carriesOutNothing();
    fails();
    clock.advance(1000);
    const ours = removal();
    await queue.comesTo(ours, 'awaiting-result');
    await queue.reaches(ours, 'blocked', 'failed');
    expect(queue.problem(ours)?.code).toBe('result-missing');
  });

  test('a failure after the access is known to be gone belongs to another request, and opens no incident', async () => {
    const { queue, removal, fails } = await place();
    const ours = removal();
    await queue.comesTo(ours, 'awaiting-result');
    await queue.reaches(ours, 'done');
    fails();
    expect(queue.row(ours).state).toBe('done');
    expect(incidents(queue)).toEqual([]);
    expect(keptResults(queue)).toEqual(['repeated']);
  });
});

test('a success from before the removal was sent may concern an earlier access with the number: a read decides', async () => {
  const bench = await startBench({ resultsHeld: true });
  const { operator, clock } = bench;
  const access = giveAccess(operator, car);
  carriesOutNothing(operator);
  const queue = bench.open({ policy: { ...defaultPolicy, resultQuestions: 3 } });
  const feed = feedOf(bench, queue);
  const gone = { checksum: 'D41D8CD98F00B204E9800998ECF8427E', assignmentId: access, customerId: 4711 };
  feed.give({ kind: 'deleted', payload: { ...gone, operationSucceeded: true, errorMessage: null } });
  clock.advance(1000);
  const ours = orderEnd(queue, access, car);
  await queue.comesTo(ours, 'awaiting-result');
  queue.database.write((context) => resolveAllUnmatched(context, queue.parts));
  expect(queue.row(ours).state).toBe('awaiting-result');
  await queue.reaches(ours, 'blocked', 'failed', 'done');
  expect(queue.problem(ours)?.code).toBe('result-missing');
  expect(incidents(queue)).toEqual([]);
});
