import { expect } from 'vitest';
import { createOperatorClient, type OperatorClient } from '../../../electron/operator/client.ts';
import {
  assignmentId,
  carId,
  customerId,
  eventId,
  groupId,
  productId,
  serviceId,
  userId,
} from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type RunningOperator, startOperator } from '../../operator/start.ts';
import { systemClock } from '../operator/fixture.ts';
import { watchedTransport } from './watched-transport.ts';
import { departs, type World } from './worlds.ts';

const customer = notable.customerId;

/** An operator of one world with a client that knows of it. */
export interface Stage {
  readonly operator: RunningOperator;
  readonly client: OperatorClient;
  /** New resources of the operator's own, untouched by any other request. */
  readonly make: ReturnType<typeof makers>;
  /** Ends both; fails where a request or an answer departed from the operator's document. */
  readonly end: () => Promise<void>;
}

/** Starts both; a small fleet. */
export async function startStage(world: World): Promise<Stage> {
  const { settings, assumptions } = world;
  // Every 401 that is provoked has a token request in its wake.
  const provoked = { resultDelayMs: 60_000, tokenRequestsPerMinute: 10_000 };
  const operator = await startOperator({ cars: 12, settings: { ...provoked, ...settings } });
  const watch = watchedTransport((what) => departs(world, what));
  const client = createOperatorClient({
    baseUrl: operator.url,
    apiKeyHeader: operator.settings.apiKeyHeader,
    credentials: operator.settings,
    customerId: customerId.parse(customer),
    clock: systemClock,
    random: () => 0.5,
    assumptions,
    openTransport: watch.openTransport,
  });
  return {
    operator,
    client,
    make: makers(operator),
    end: async () => {
      await client.close();
      await operator.stop();
      expect(watch.faults).toEqual([]);
      expect(watch.judged.answers).toBeGreaterThan(0);
    },
  };
}

function makers({ state }: RunningOperator) {
  const car = () => {
    const id = state.nextId('cars');
    const blank = { description: '', vin: ' ', licensePlate: null, brand: 'VW', model: '' };
    state.cars.set(id, { id, customerId: customer, name: `Van ${id}`, ...blank });
    return carId.parse(id);
  };
  const user = () => {
    const id = state.nextId('users');
    const userData = { firstName: null, lastName: 'Tester' };
    state.users.set(id, {
      id,
      customerIds: new Set([customer]),
      emailAddress: `user-${id}@fleet.example`,
      userData,
    });
    return userId.parse(id);
  };
  /** A Box and the service it belongs to. */
  const box = (inCar: number | null = null, paired = true) => {
    const id = state.nextId('products');
    const service = state.nextId('services');
    const serialNumber = `9${id}`;
    state.products.set(id, {
      id,
      customerId: customer,
      uniqueId: `U-${id}`,
      serialNumber,
      sapNumber: 'SAP-100',
      type: 'Box',
      carId: inCar,
    });
    state.services.set(service, {
      id: service,
      customerId: customer,
      name: 'Fleet access',
      productId: paired ? id : null,
      isTerminated: false,
      terminationDate: null,
      terminationCause: null,
    });
    return { productId: productId.parse(id), serviceId: serviceId.parse(service), serialNumber };
  };
  const group = (
    members: { cars?: number[]; users?: number[]; products?: number[]; services?: number[] } = {},
  ) => {
    const id = state.nextId('groups');
    state.groups.set(id, {
      id,
      customerId: customer,
      name: `Group ${id}`,
      carIds: new Set(members.cars),
      userIds: new Set(members.users),
      productIds: new Set(members.products),
      serviceIds: new Set(members.services),
    });
    return groupId.parse(id);
  };
  const assignment = (of: { car?: number; user?: number } = {}) => {
    const id = state.nextId('assignments');
    state.assignments.set(id, {
      id,
      customerId: customer,
      carId: of.car ?? car(),
      userId: of.user ?? user(),
      start: '2026-07-23T10:00:00Z',
      end: null,
      lifetime: null,
      renewableAfter: 300,
    });
    return assignmentId.parse(id);
  };
  const event = (of: { car?: number } = {}) => {
    const id = state.nextId('events');
    state.events.set(id, {
      id,
      customerId: customer,
      carId: of.car ?? car(),
      userId: user(),
      dateTime: '2026-07-23T12:00:00Z',
      utcDateTime: '2026-07-23T10:00:00Z',
      type: 'CarOpened',
      userAgent: 'Boxwright',
      latitude: null,
      longitude: null,
    });
    return eventId.parse(id);
  };
  return { car, user, box, group, assignment, event };
}
