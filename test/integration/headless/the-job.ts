import { expect } from 'vitest';
import { notFittedOnce } from '../../kill/check/fitted-once.ts';
import type { Line } from './headless-process.ts';
import type { Surroundings } from './surroundings.ts';

export { executions } from '../../kill/check/fitted-once.ts';

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

/** One car, one installation, one membership, nothing left over, nothing the operator forbids. */
export function expectFittedOnce(operator: Operator): void {
  expect(notFittedOnce(operator, [wholeJob])).toEqual([]);
}

/** The last word of a run that did everything. */
export function expectDone(lines: readonly Line[]): void {
  expect(lines.at(-1)).toMatchObject({ event: 'end', code: 0, because: 'done' });
}
