import { describe, expect, test, vi } from 'vitest';
import type { OperationId } from '../../../shared/ids.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { car, giveAccess, orderAccessChange, orderCarChange, orderGroupName } from '../queue-kinds/orders.ts';
import { emptyGroup, type Queue, startBench } from './fixture.ts';

const ASKED_END = Date.UTC(2026, 11, 1, 12);
const COLLEAGUES_END = Date.UTC(2026, 11, 20, 12);

/** One change, the read that looks after it, and what a colleague does meanwhile. */
interface Case {
  readonly what: string;
  readonly write: string;
  readonly read: string;
  /** The first request of the look: those before it are the read before the sending. */
  readonly nth: number;
  readonly stage: (operator: RunningOperator) => {
    readonly order: (queue: Queue) => OperationId;
    readonly colleague: () => void;
    readonly value: () => unknown;
    readonly asked: unknown;
    readonly colleagues: unknown;
    readonly problem: object;
  };
}

const cases: readonly Case[] = [
  {
    what: 'a field of a car',
    write: '/cars/*',
    read: '/cars/*',
    nth: 2,
    stage: ({ state }) => ({
      order: (queue) => orderCarChange(queue, car, { name: 'Bay 3 van' }),
      colleague: () => {
        const row = state.cars.get(car);
        if (row !== undefined) state.cars.set(car, { ...row, name: 'Pool 7' });
      },
      value: () => state.cars.get(car)?.name,
      asked: 'Bay 3 van',
      colleagues: 'Pool 7',
      problem: { code: 'changed-meanwhile', params: { asked: 'Bay 3 van', now: 'Pool 7' } },
    }),
  },
  {
    what: 'the name of a group',
    write: '/groups/*',
    read: '/groups',
    // The list has two pages.
    nth: 3,
    stage: (operator) => {
      const { groups } = operator.state;
      const id = emptyGroup({ operator });
      return {
        order: (queue) => orderGroupName(queue, id, 'Bay 3 arrivals'),
        colleague: () => {
          const row = groups.get(id);
          if (row !== undefined) groups.set(id, { ...row, name: 'Night shift' });
        },
        value: () => groups.get(id)?.name,
        asked: 'Bay 3 arrivals',
        colleagues: 'Night shift',
        problem: { code: 'changed-meanwhile', params: { asked: 'Bay 3 arrivals', now: 'Night shift' } },
      };
    },
  },
  {
    what: 'the end of an access',
    write: '/assignments/*',
    read: '/assignments/*',
    nth: 2,
    stage: ({ state }) => {
      const id = giveAccess({ state }, car);
      const end = () => Date.parse(state.assignments.get(id)?.end ?? '');
      return {
        order: (queue) => orderAccessChange(queue, id, { end: ASKED_END }),
        colleague: () => {
          const row = state.assignments.get(id);
          if (row !== undefined)
            state.assignments.set(id, { ...row, end: new Date(COLLEAGUES_END).toISOString() });
        },
        value: end,
        asked: ASKED_END,
        colleagues: COLLEAGUES_END,
        problem: { code: 'times-changed-meanwhile', params: { asked: ASKED_END, now: COLLEAGUES_END } },
      };
    },
  },
];

describe.each(cases)('$what, whose change was in doubt and is sent again later', ({ write, stage }) => {
  const putOff = async () => {
    const bench = await startBench({ resultsLost: true });
    const { faults } = bench.operator;
    faults.add({ method: 'PATCH', path: write, effect: { kind: 'drop', when: 'before' } });
    const tooMany = { kind: 'status', status: 429, retryAfter: 5 } as const;
    faults.add({ method: 'PATCH', path: write, nth: 2, effect: tooMany });
    const staged = stage(bench.operator);
    const queue = bench.open();
    const id = staged.order(queue);
    const isPutOff = () => queue.row(id).state === 'ready' && queue.row(id).attempt === 2;
    await vi.waitFor(
      () => {
        if (!isPutOff()) bench.clock.advance(200);
        expect(isPutOff()).toBe(true);
      },
      { interval: 4 },
    );
    return { queue, id, staged };
  };

  test('and meanwhile changed by a colleague, waits for a person’s decision', async () => {
    const { queue, id, staged } = await putOff();
    staged.colleague();
    await queue.reaches(id, 'blocked');
    expect(queue.problem(id)).toMatchObject(staged.problem);
    expect(queue.attempts(id)).toHaveLength(2);
    expect(staged.value()).toBe(staged.colleagues);
    queue.commands.decide(id, false);
    await queue.reaches(id, 'done', 'awaiting-result');
    // An access changes after the answer, when the operator has come to it.
    await vi.waitFor(() => expect(staged.value()).toBe(staged.asked));
  });

  test('and changed by no colleague, is sent again', async () => {
    const { queue, id, staged } = await putOff();
    await queue.reaches(id, 'done', 'awaiting-result');
    // An access changes after the answer, when the operator has come to it.
    await vi.waitFor(() => expect(staged.value()).toBe(staged.asked));
  });
});

describe.each(cases)('$what, changed here with the answer lost', ({ write, read, nth, stage }) => {
  const inDoubt = async () => {
    const bench = await startBench({ resultsLost: true });
    const { faults } = bench.operator;
    faults.add({ method: 'PATCH', path: write, effect: { kind: 'drop', when: 'before' } });
    // The first read is the one before the sending: the value that was there is kept.
    const look = faults.add({ method: 'GET', path: read, nth, count: 'all', effect: { kind: 'hold' } });
    const staged = stage(bench.operator);
    const queue = bench.open();
    const id = staged.order(queue);
    await queue.comesTo(id, 'unknown');
    return { queue, id, staged, goOn: () => faults.clear(look) };
  };

  test('and meanwhile by a colleague, is a person’s decision; the colleague’s value stays', async () => {
    const { queue, id, staged, goOn } = await inDoubt();
    staged.colleague();
    goOn();
    await queue.reaches(id, 'blocked');
    expect(queue.problem(id)).toMatchObject(staged.problem);
    expect(staged.value()).toBe(staged.colleagues);
    queue.commands.decide(id, false);
    await queue.reaches(id, 'done', 'awaiting-result');
    // An access changes after the answer, when the operator has come to it.
    await vi.waitFor(() => expect(staged.value()).toBe(staged.asked));
  });

  test('and by no other, is sent again', async () => {
    const { queue, id, staged, goOn } = await inDoubt();
    goOn();
    await queue.reaches(id, 'done', 'awaiting-result');
    // An access changes after the answer, when the operator has come to it.
    await vi.waitFor(() => expect(staged.value()).toBe(staged.asked));
  });
});

test('a change of two values in doubt, of which a colleague changed the second, is a person’s decision', async () => {
  const bench = await startBench({ resultsLost: true });
  const { faults, state } = bench.operator;
  faults.add({ method: 'PATCH', path: '/assignments/*', effect: { kind: 'drop', when: 'before' } });
  const look = faults.add({
    method: 'GET',
    path: '/assignments/*',
    nth: 2,
    count: 'all',
    effect: { kind: 'hold' },
  });
  const access = giveAccess(bench.operator, car);
  const queue = bench.open();
  const id = orderAccessChange(queue, access, { end: ASKED_END, lifetime: 3600 });
  await queue.comesTo(id, 'unknown');
  const row = state.assignments.get(access);
  if (row === undefined) throw new Error('the access is there');
  state.assignments.set(access, { ...row, lifetime: 7200 });
  faults.clear(look);
  await queue.reaches(id, 'blocked');
  expect(queue.problem(id)).toMatchObject({ code: 'changed-meanwhile', params: { asked: 3600, now: 7200 } });
  expect(queue.attempts(id)).toHaveLength(1);
});
