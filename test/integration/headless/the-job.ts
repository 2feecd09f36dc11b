import { expect } from 'vitest';
import { productsIn } from '../../operator/state.ts';
import type { Line } from './headless-process.ts';
import type { Surroundings } from './surroundings.ts';

export const VIN = 'W1V44770513872099';
export const SERIAL = '001234021';
export const GROUP = 'Vans of bay 3';
export const TEST_USER = 9001;

/** The whole main job, every step of it. */
export const wholeJob = {
  car: {
    name: 'Vito 12',
    vin: VIN,
    licensePlate: 'M BX 2001',
    brand: 'Mercedes-Benz',
    model: 'Vito',
  },
  keyfob: { brand: 'Mercedes-Benz' },
  box: { serialNumber: SERIAL },
  group: { name: GROUP },
  verify: { userId: TEST_USER, minutes: 15 },
};

type Operator = Surroundings['operator'];

/** The cars the job has made at the operator. */
export function carsOfTheJob({ state }: Operator) {
  return [...state.cars.values()].filter(({ vin }) => vin === VIN);
}

/** How often each write of the job really took effect. */
export function executions({ journal }: Operator) {
  return {
    'PUT /cars': journal.executions({ method: 'PUT', path: '/cars' }),
    'PUT /installations': journal.executions({ method: 'PUT', path: '/installations' }),
    'PUT /groups': journal.executions({ method: 'PUT', path: '/groups' }),
    'PUT /groups/*/cars': journal.executions({ method: 'PUT', path: '/groups/*/cars' }),
    'PUT /assignments': journal.executions({ method: 'PUT', path: '/assignments' }),
    'DELETE /assignments/*': journal.executions({ method: 'DELETE', path: '/assignments/*' }),
  };
}

/** One car, one installation, one membership, nothing left over, nothing the operator forbids. */
export function expectFittedOnce(operator: Operator): void {
  const { state } = operator;
  const cars = carsOfTheJob(operator);
  expect(cars.map(({ name, licensePlate }) => ({ name, licensePlate }))).toEqual([
    { name: 'Vito 12', licensePlate: 'M BX 2001' },
  ]);
  const id = cars[0]?.id ?? 0;
  expect(productsIn(state, id).map(({ serialNumber }) => serialNumber)).toEqual([SERIAL]);
  const groups = [...state.groups.values()].filter(({ carIds }) => carIds.has(id));
  expect(groups.map(({ name }) => name)).toEqual([GROUP]);
  expect([...state.groups.values()].filter(({ name }) => name === GROUP)).toHaveLength(1);
  expect([...state.assignments.values()].filter(({ carId }) => carId === id)).toEqual([]);
  expect(executions(operator)).toEqual({
    'PUT /cars': 1,
    'PUT /installations': 1,
    'PUT /groups': 1,
    'PUT /groups/*/cars': 1,
    'PUT /assignments': 1,
    'DELETE /assignments/*': 1,
  });
  expect(operator.violations.all).toEqual([]);
}

/** The last word of a run that did everything. */
export function expectDone(lines: readonly Line[]): void {
  expect(lines.at(-1)).toMatchObject({ event: 'end', code: 0, because: 'done' });
}
