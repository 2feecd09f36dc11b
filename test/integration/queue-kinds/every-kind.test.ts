import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { emptyGroup, type Queue, startBench } from '../queue/fixture.ts';
import {
  car,
  fitted,
  giveAccess,
  groupWithService,
  orderAccessChange,
  orderCarChange,
  orderGroupDeletion,
  orderGroupName,
  orderProductMembership,
  orderServiceRemoval,
  orderUninstallation,
  orderUserMembership,
  orderUserRemoval,
  orderUserRemovalByAddress,
  productOf,
  user,
} from './orders.ts';

const [box] = notable.boxes.free;
const newEnd = Date.UTC(2026, 11, 1, 12);

/** One write of the API: how it is asked for, what it leaves at the operator, how it goes over the wire. */
interface Case {
  readonly what: string;
  readonly wire: { readonly method: string; readonly path: string };
  readonly end: 'done' | 'awaiting-result';
  /** Sets the stage, and answers how to ask and how to see what came of it. */
  readonly stage: (operator: RunningOperator) => {
    readonly order: (queue: Queue) => OperationId;
    readonly effect: () => unknown;
    readonly wanted: unknown;
  };
}

const groupNamed = (operator: RunningOperator) => emptyGroup({ operator });

const cases: readonly Case[] = [
  {
    what: 'changing a car',
    wire: { method: 'PATCH', path: '/cars/*' },
    end: 'done',
    stage: ({ state }) => ({
      order: (queue) => orderCarChange(queue, car, { name: 'Bay 3 van', licensePlate: null }),
      effect: () => [
        state.cars.get(car)?.name,
        state.cars.get(car)?.licensePlate,
        state.cars.get(car)?.brand,
      ],
      wanted: ['Bay 3 van', null, 'Mercedes-Benz'],
    }),
  },
  {
    what: 'taking a Box out of a car',
    wire: { method: 'DELETE', path: '/installations' },
    end: 'done',
    stage: (operator) => ({
      order: (queue) => orderUninstallation(queue, fitted, productOf(operator, notable.boxes.installed)),
      effect: () => productOf(operator, notable.boxes.installed).carId,
      wanted: null,
    }),
  },
  {
    what: 'renaming a group',
    wire: { method: 'PATCH', path: '/groups/*' },
    end: 'done',
    stage: (operator) => {
      const group = groupNamed(operator);
      return {
        order: (queue) => orderGroupName(queue, group, 'Bay 3 arrivals'),
        effect: () => operator.state.groups.get(group)?.name,
        wanted: 'Bay 3 arrivals',
      };
    },
  },
  {
    what: 'deleting a group',
    wire: { method: 'DELETE', path: '/groups/*' },
    end: 'done',
    stage: (operator) => {
      const group = groupNamed(operator);
      return {
        order: (queue) => orderGroupDeletion(queue, group),
        effect: () => operator.state.groups.has(group),
        wanted: false,
      };
    },
  },
  {
    what: 'adding a user to a group',
    wire: { method: 'PUT', path: '/groups/*/users' },
    end: 'done',
    stage: (operator) => {
      const group = groupNamed(operator);
      return {
        order: (queue) => orderUserMembership(queue, group),
        effect: () => [...(operator.state.groups.get(group)?.userIds ?? [])],
        wanted: [user],
      };
    },
  },
  {
    what: 'adding a product to a group',
    wire: { method: 'PUT', path: '/groups/*/products' },
    end: 'done',
    stage: (operator) => {
      const group = groupNamed(operator);
      const { id } = productOf(operator, box);
      return {
        order: (queue) => orderProductMembership(queue, group, id),
        effect: () => [...(operator.state.groups.get(group)?.productIds ?? [])],
        wanted: [id],
      };
    },
  },
  {
    what: 'taking a service out of a group',
    wire: { method: 'DELETE', path: '/groups/*/services/*' },
    end: 'done',
    stage: (operator) => {
      const { group, service } = groupWithService(operator);
      return {
        order: (queue) => orderServiceRemoval(queue, group, service),
        effect: () => [
          operator.state.groups.get(group)?.serviceIds.has(service),
          operator.state.services.has(service),
        ],
        wanted: [false, true],
      };
    },
  },
  {
    what: 'removing a user from the customer',
    wire: { method: 'DELETE', path: '/users/assignments/customers' },
    end: 'done',
    stage: ({ state }) => ({
      order: (queue) => orderUserRemoval(queue),
      effect: () => state.users.get(user)?.customerIds.has(notable.customerId),
      wanted: false,
    }),
  },
  {
    what: 'removing a user by the e-mail address',
    wire: { method: 'DELETE', path: '/users/assignments/customers' },
    end: 'done',
    stage: ({ state }) => ({
      order: (queue) => orderUserRemovalByAddress(queue, state.users.get(user)?.emailAddress ?? ''),
      effect: () => state.users.get(user)?.customerIds.has(notable.customerId),
      wanted: false,
    }),
  },
  {
    what: 'changing an access',
    wire: { method: 'PATCH', path: '/assignments/*' },
    end: 'awaiting-result',
    stage: (operator) => {
      const access = giveAccess(operator, car);
      return {
        order: (queue) => orderAccessChange(queue, access, { end: newEnd }),
        effect: () => Date.parse(operator.state.assignments.get(access)?.end ?? ''),
        wanted: newEnd,
      };
    },
  },
];

describe.each(cases)('$what', ({ wire, end, stage }) => {
  test('is done once, when the operator confirms it', async () => {
    const bench = await startBench();
    const { order, effect, wanted } = stage(bench.operator);
    const queue = bench.open();
    const id = order(queue);
    await queue.comesTo(id, end);
    await expect.poll(effect).toEqual(wanted);
    expect(queue.row(id).confirmed_by).toBe(end === 'done' ? 'answer' : null);
    expect(bench.operator.journal.executions(wire)).toBe(1);
    expect(bench.operator.violations.all).toEqual([]);
    expect(queue.faults).toEqual([]);
  });

  test('whose answer was lost is found out by reading and not sent again', async () => {
    const bench = await startBench();
    const { order, effect, wanted } = stage(bench.operator);
    bench.operator.faults.add({ ...wire, effect: { kind: 'drop', when: 'after' } });
    const queue = bench.open();
    const id = order(queue);
    await queue.reaches(id, 'done');
    expect(queue.row(id).confirmed_by).toBe('query');
    expect(effect()).toEqual(wanted);
    expect(bench.operator.journal.matching(wire)).toHaveLength(1);
    expect(bench.operator.violations.all).toEqual([]);
  });

  test('that never arrived is sent again after the quarantine, with one effect', async () => {
    const bench = await startBench();
    const { order, effect, wanted } = stage(bench.operator);
    bench.operator.faults.add({ ...wire, effect: { kind: 'drop', when: 'before' } });
    const queue = bench.open();
    const id = order(queue);
    await queue.comesTo(id, 'unknown');
    await queue.reaches(id, end);
    await expect.poll(effect).toEqual(wanted);
    expect(bench.operator.journal.matching(wire)).toHaveLength(2);
    expect(bench.operator.journal.executions(wire)).toBe(1);
  });

  test('that the operator rejects waits for a person with the operator’s message, and is not sent again', async () => {
    const bench = await startBench();
    const { order } = stage(bench.operator);
    bench.operator.faults.add({
      ...wire,
      count: 'all',
      effect: { kind: 'status', status: 400, body: '"Not like this."' },
    });
    const queue = bench.open();
    const id = order(queue);
    await queue.comesTo(id, 'blocked');
    expect(queue.problem(id)).toMatchObject({ code: 'operator-rejected', raw: 'Not like this.' });
    bench.clock.advance(3_600_000);
    expect(bench.operator.journal.matching(wire)).toHaveLength(1);
  });
});
