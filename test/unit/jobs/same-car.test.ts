import { describe, expect, it } from 'vitest';
import { isSameCar } from '../../../electron/jobs/planned/plan.ts';
import { carId } from '../../../shared/ids.ts';

const car = (id: number | null, vin: string | null, licensePlate: string | null) => ({
  id: id === null ? null : carId.parse(id),
  vin,
  licensePlate,
});
const VIN = 'W1V44770513872049';

describe('two cars', () => {
  it.each([
    ['share their id', car(7, null, null), car(7, VIN, 'M-AB 1')],
    ['share their VIN, however it is written', car(null, VIN, 'M-AB 1'), car(7, VIN.toLowerCase(), 'M-AB 2')],
    ['share their plate where one has no VIN', car(null, null, 'M-AB 1'), car(7, VIN, 'mab1')],
  ])('are the same when they %s', (_what, one, other) => {
    expect([isSameCar(one, other), isSameCar(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['ids differ', car(7, VIN, 'M-AB 1'), car(8, VIN, 'M-AB 1')],
    ['VINs differ', car(null, VIN, 'M-AB 1'), car(7, 'W1V44770513872050', 'M-AB 1')],
    ['plates differ', car(null, null, 'M-AB 1'), car(7, VIN, 'M-AB 2')],
    ['names are missing', car(null, null, null), car(7, null, null)],
    ['plates are blank', car(null, '', ' '), car(7, '', '')],
  ])('are two when their %s', (_what, one, other) => {
    expect([isSameCar(one, other), isSameCar(other, one)]).toEqual([false, false]);
  });
});
