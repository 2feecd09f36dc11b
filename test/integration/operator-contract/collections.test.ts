import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCarAssignments, listCarEvents, listCars } from '../../../electron/operator/endpoints/cars.ts';
import {
  listCustomers,
  listUserAssignments,
  listUsers,
  listGroupCars,
  listGroupProducts,
  listGroups,
  listGroupServices,
  listGroupUsers,
} from '../../../electron/operator/endpoints/groups-and-users.ts';
import { listProducts, listServices, listKeys } from '../../../electron/operator/endpoints/products.ts';
import { mayBeNotOffered } from '../../../electron/operator/operator-error.ts';
import type { Identified, Page } from '../../../electron/operator/paging.ts';
import type { Assumptions } from '../../../shared/operator/assumptions.ts';
import type { OperatorRequest } from '../../../electron/operator/request.ts';
import { notable } from '../../operator/seed/notable.ts';
import { errorOf, valueOf } from '../operator/fixture.ts';
import { type Stage, startStage } from './stage.ts';
import { lacks, worlds } from './worlds.ts';

interface Collection {
  readonly operation: string;
  /** Fills it, and answers how to ask for it and what must come. */
  readonly fill: (
    stage: Stage,
    assumptions: Assumptions,
  ) => {
    readonly build: (page: Page) => OperatorRequest<readonly Identified[]>;
    readonly ids: readonly number[];
  };
}

const seven = <Value>(make: () => Value): Value[] => Array.from({ length: 7 }, make);
const rising = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
const owned = (rows: ReadonlyMap<number, { readonly id: number; readonly customerId: number }>) =>
  [...rows.values()].filter(({ customerId }) => customerId === notable.customerId).map(({ id }) => id);

const collections: readonly Collection[] = [
  {
    operation: 'GET /customers',
    fill: ({ operator }) => ({ build: listCustomers, ids: [...operator.state.customers.keys()] }),
  },
  {
    operation: 'GET /cars',
    fill: ({ operator }) => ({ build: listCars, ids: owned(operator.state.cars) }),
  },
  {
    operation: 'GET /cars/{carId}/assignments',
    fill: ({ make }) => {
      const car = make.car();
      const ids = seven(() => make.assignment({ car }));
      return { build: (page) => listCarAssignments(car, page), ids };
    },
  },
  {
    operation: 'GET /cars/{carId}/events',
    fill: ({ make }, own) => {
      const car = make.car();
      const ids = seven(() => make.event({ car }));
      return { build: (page) => listCarEvents(car, page, own), ids };
    },
  },
  {
    operation: 'GET /users',
    fill: ({ operator }) => ({
      build: listUsers,
      ids: [...operator.state.users.values()]
        .filter(({ customerIds }) => customerIds.has(notable.customerId))
        .map(({ id }) => id),
    }),
  },
  {
    operation: 'GET /users/{userId}/assignments',
    fill: ({ make }) => {
      const user = make.user();
      const ids = seven(() => make.assignment({ user }));
      return { build: (page) => listUserAssignments(user, page), ids };
    },
  },
  {
    operation: 'GET /groups',
    fill: ({ operator }, own) => ({
      build: (page) => listGroups(page, own),
      ids: owned(operator.state.groups),
    }),
  },
  {
    operation: 'GET /groups/{groupId}/cars',
    fill: ({ make }) => {
      const ids = seven(make.car);
      const group = make.group({ cars: ids });
      return { build: (page) => listGroupCars(group, page), ids };
    },
  },
  {
    operation: 'GET /groups/{groupId}/users',
    fill: ({ make }, own) => {
      const ids = seven(make.user);
      const group = make.group({ users: ids });
      return { build: (page) => listGroupUsers(group, page, own), ids };
    },
  },
  {
    operation: 'GET /groups/{groupId}/products',
    fill: ({ make }) => {
      const ids = seven(() => make.box().productId);
      const group = make.group({ products: ids });
      return { build: (page) => listGroupProducts(group, page), ids };
    },
  },
  {
    operation: 'GET /groups/{groupId}/services',
    fill: ({ make }, own) => {
      const ids = seven(() => make.box().serviceId);
      const group = make.group({ services: ids });
      return { build: (page) => listGroupServices(group, page, own), ids };
    },
  },
  {
    operation: 'GET /services',
    fill: ({ operator }, own) => ({
      build: (page) => listServices(page, own),
      ids: owned(operator.state.services),
    }),
  },
  {
    operation: 'GET /products',
    fill: ({ operator }, own) => ({
      build: (page) => listProducts(page, own),
      ids: owned(operator.state.products),
    }),
  },
  {
    operation: 'GET /brands/{brand}/keys',
    fill: ({ operator }) => ({
      build: (page) => listKeys('Volkswagen', page),
      ids: [...operator.state.keys.values()]
        .filter(({ brand }) => brand === 'Volkswagen')
        .map(({ id }) => id),
    }),
  },
];

describe.each(worlds)('$name', (world) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage(world);
  });
  afterAll(() => stage.end());

  test.each(collections.filter(({ operation }) => !lacks(world, operation)))(
    '$operation comes whole, each row once',
    async ({ fill }) => {
      const { build, ids } = fill(stage, stage.client.assumptions);
      expect(ids.length).toBeGreaterThan(1);
      const seen: number[] = [];
      const answer = await stage.client.pages(build, {
        pageSize: 5,
        onPage: (rows) => {
          seen.push(...rows.map(({ id }) => id));
        },
      });
      expect(rising(valueOf(answer).map(({ id }) => id))).toEqual(rising(ids));
      expect(rising(seen)).toEqual(rising(ids));
      expect(stage.operator.peakConcurrency()).toBeLessThanOrEqual(2);
      expect(stage.operator.violations.all).toEqual([]);
    },
  );

  test.each(collections.filter(({ operation }) => lacks(world, operation)))(
    '$operation is said not to be offered',
    async ({ fill }) => {
      const { build } = fill(stage, stage.client.assumptions);
      expect(mayBeNotOffered(errorOf(await stage.client.pages(build)))).toBe(true);
      expect(stage.operator.violations.all).toEqual([]);
    },
  );
});
