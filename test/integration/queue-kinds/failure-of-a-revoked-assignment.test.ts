import { describe, expect, test, vi } from 'vitest';
import type { OperationId } from '../../../shared/ids.ts';
import { DAY } from '../../../shared/time.ts';
import { revokedAssignmentsOf } from '../../../electron/db/tables/queue/assignments.ts';
import { type QueueParts, defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type Queue, startBench } from '../queue/fixture.ts';
import { feedOf, incidents, keptResults } from '../queue/results.ts';
import { fitted, giveAccess, orderUninstallation, productOf } from './orders.ts';

const WORDS = 'The Box did not answer.';
/** A removal of an access has no body. */
const NO_BODY = 'D41D8CD98F00B204E9800998ECF8427E';

/** A Box that takes one access along; the operator has accepted that and not carried it out. */
async function place({ relay = true, questions = 3 } = {}) {
  const bench = await startBench({ resultsHeld: true });
  const { operator, clock } = bench;
  const access = giveAccess(operator, fitted);
  const before = operator.state.assignments.get(access);
  if (before === undefined) throw new Error('the access stands');
  let payload: Readonly<Record<string, unknown>> = {};
  let [cameAt, deliveries] = [0, 0];
  const askRelay: QueueParts['askRelay'] = (sequence) => {
    const now = clock.now();
    const about = { sequence, environment: 'uat', customerId: 4711, receivedAt: cameAt, kind: 'deleted' };
    const known = relay ? { result: { ...about, payload }, deliveries, lastReceivedAt: cameAt, now } : null;
    return Promise.resolve(known);
  };
  // A person is asked after a few questions instead of a day of them.
  const queue = bench.open({ askRelay, policy: { ...defaultPolicy, resultQuestions: questions } });
  const feed = feedOf(bench, queue);
  const product = productOf(operator, notable.boxes.installed);
  return {
    clock,
    queue,
    /** The Box leaves, and the access stands for now. */
    leaves: async () => {
      // No read may see it gone before it is put back.
      operator.faults.add({ method: 'GET', path: '/assignments/*', count: 'all', effect: { kind: 'hold' } });
      const box = orderUninstallation(queue, fitted, product);
      await queue.comesTo(box, 'done');
      await vi.waitFor(() => expect(operator.webhooks.held).toHaveLength(1));
      operator.state.assignments.set(access, before);
      operator.faults.clear();
      clock.advance(1000);
      return box;
    },
    /** A removal of an access with its number has succeeded. */
    succeeds: () => {
      payload = { checksum: NO_BODY, assignmentId: access, customerId: 4711, operationSucceeded: true };
      feed.give({ kind: 'deleted', payload: { ...payload, errorMessage: null } });
    },
    /** A removal of the access has failed: the one with the Box, or one of another laptop. */
    fails: (of: 'box' | 'another') => {
      const checksum = of === 'box' ? operator.webhooks.held[0]?.payload['checksum'] : NO_BODY;
      payload = {
        checksum,
        assignmentId: access,
        customerId: 4711,
        operationSucceeded: false,
        errorMessage: WORDS,
      };
      cameAt = clock.now();
      deliveries += 1;
      feed.give({ kind: 'deleted', payload });
    },
    isGone: () => operator.state.assignments.delete(access),
    /** The numbers of accesses began again, and another one has that of the access. */
    givesNumberTo: (other: Partial<typeof before>) =>
      operator.state.assignments.set(access, { ...before, ...other }),
  };
}

const taken = (queue: Queue, box: OperationId) =>
  revokedAssignmentsOf(queue.database.sqlite, box).map(
    ({ state, confirmed_by: by, error_message: words }) => ({
      state,
      by,
      words,
    }),
  );

/** With the clock running fast. */
async function ends(queue: Queue, clock: { advance: (ms: number) => void }, box: OperationId) {
  await vi.waitFor(
    () => {
      clock.advance(1000);
      expect(taken(queue, box)).not.toMatchObject([{ state: 'pending deletion' }]);
    },
    { interval: 4 },
  );
  return taken(queue, box);
}

describe('a failed removal of an access that left with a Box is a hint, and reading decides', () => {
  test.for(['another', 'box'] as const)(
    'the access goes after a failure of %s: it is gone, without an incident',
    async (of) => {
      const { clock, queue, leaves, fails, isGone } = await place();
      const box = await leaves();
      fails(of);
      await vi.waitFor(() =>
        expect(revokedAssignmentsOf(queue.database.sqlite, box)).toMatchObject([{ questions: 1 }]),
      );
      expect(taken(queue, box)).toEqual([{ state: 'pending deletion', by: null, words: null }]);
      isGone();
      expect(await ends(queue, clock, box)).toEqual([{ state: 'deleted', by: 'query', words: null }]);
      expect(incidents(queue)).toEqual([]);
      expect(keptResults(queue)).toEqual(['repeated']);
    },
  );

  test.for(['another', 'box'] as const)(
    'the access stays after the quarantine: it has failed with the operator’s message, about %s',
    async (of) => {
      const { clock, queue, leaves, fails } = await place();
      const box = await leaves();
      fails(of);
      expect(await ends(queue, clock, box)).toEqual([
        { state: 'deletion failed', by: 'result', words: WORDS },
      ]);
      expect(incidents(queue)).toEqual(['assignment-removal-failed']);
      expect(keptResults(queue)).toEqual(['applied']);
      // By the read at the end of the quarantine, not by the last of all questions.
      expect(revokedAssignmentsOf(queue.database.sqlite, box)).toMatchObject([{ questions: 2 }]);
    },
  );

  test('a failure with the body of the removed Box belongs to it, also where the relay cannot order it', async () => {
    const { clock, queue, leaves, fails } = await place({ relay: false });
    const box = await leaves();
    fails('box');
    expect(await ends(queue, clock, box)).toEqual([{ state: 'deletion failed', by: 'result', words: WORDS }]);
  });

  test('a read that began in the quarantine and ends after it decides nothing: a later one does', async () => {
    const { clock, queue, leaves, fails, isGone } = await place();
    const box = await leaves();
    const call = queue.parts.client.call;
    let slow = true;
    vi.spyOn(queue.parts.client, 'call').mockImplementation(async (request, options) => {
      const answer = await call(request, options);
      if (request.endpoint === 'assignments.read' && slow) {
        slow = false;
        isGone();
        clock.advance(2 * defaultPolicy.quarantineMs);
      }
      return answer;
    });
    fails('box');
    await ends(queue, clock, box);
    expect(slow).toBe(false);
    expect(taken(queue, box)).toMatchObject([{ state: 'deleted' }]);
  });

  test('nor does the last read leave it unknown while the quarantine lasts', async () => {
    const { clock, queue, leaves, fails } = await place({ relay: false, questions: 1 });
    const box = await leaves();
    fails('box');
    expect(await ends(queue, clock, box)).toEqual([{ state: 'deletion failed', by: 'result', words: WORDS }]);
    expect(keptResults(queue)).toEqual(['applied']);
  });

  test('a failure of another request that the relay cannot order ends nothing: the last read does', async () => {
    const { clock, queue, leaves, fails } = await place({ relay: false });
    const box = await leaves();
    fails('another');
    expect(await ends(queue, clock, box)).toEqual([{ state: 'deletion failed', by: 'query', words: null }]);
    expect(incidents(queue)).toEqual(['result-missing']);
    // It says what is known by now, and waits for nothing more.
    expect(keptResults(queue)).toEqual(['repeated']);
  });

  test.for(['setBack', 'setAhead'] as const)(
    'a clock that is moved by a day (%s) moves no quarantine',
    async (way) => {
      const { clock, queue, leaves, fails } = await place();
      const box = await leaves();
      fails('box');
      await vi.waitFor(() =>
        expect(revokedAssignmentsOf(queue.database.sqlite, box)).toMatchObject([{ questions: 1 }]),
      );
      clock[way](DAY);
      queue.engine.wake();
      expect(await ends(queue, clock, box)).toMatchObject([{ by: 'result', words: WORDS }]);
      expect(revokedAssignmentsOf(queue.database.sqlite, box)).toMatchObject([{ questions: 2 }]);
      expect(clock.passed()).toBeGreaterThanOrEqual(2 * defaultPolicy.quarantineMs);
    },
  );

  test('a failure from before the Box was removed ends nothing, and its words are not the reason', async () => {
    const { clock, queue, leaves, fails } = await place();
    fails('another');
    clock.advance(1000);
    const box = await leaves();
    expect(taken(queue, box)).toEqual([{ state: 'pending deletion', by: null, words: null }]);
    expect(await ends(queue, clock, box)).toEqual([{ state: 'deletion failed', by: 'query', words: null }]);
    expect(incidents(queue)).toEqual(['result-missing']);
    expect(keptResults(queue)).toEqual(['unresolved']);
  });

  test('a success from before the Box was removed may concern an earlier access with the number', async () => {
    const { clock, queue, leaves, succeeds, isGone } = await place();
    succeeds();
    clock.advance(1000);
    const box = await leaves();
    expect(taken(queue, box)).toEqual([{ state: 'pending deletion', by: null, words: null }]);
    isGone();
    expect(await ends(queue, clock, box)).toMatchObject([{ state: 'deleted' }]);
    expect(keptResults(queue)).not.toContain('unresolved');
  });

  test.for([{ carId: 20_010 }, { userId: 9_002 }])(
    'an access of another car or user that has the number by now is not the one that ended: %o',
    async (other) => {
      const { clock, queue, leaves, givesNumberTo } = await place();
      const box = await leaves();
      givesNumberTo(other);
      expect(await ends(queue, clock, box)).toEqual([{ state: 'deleted', by: 'query', words: null }]);
      expect(incidents(queue)).toEqual([]);
    },
  );
});
