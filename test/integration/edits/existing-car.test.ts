import { describe, expect, test } from 'vitest';
import { refuseExistingCar } from '../../../electron/jobs/steps/car.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { NewCar } from '../../../shared/ipc/calls/jobs.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { type Edits, startEdits } from './edits.ts';

const VIN = 'WF0EXXTTRE4A12345';
const typed: NewCar = { name: '', licensePlate: 'M BX 2001', vin: VIN, brand: 'Ford', model: 'Transit' };
const writes = ({ operator }: Edits) =>
  operator.journal.entries.filter(({ method, applied }) => applied && method !== 'GET' && method !== 'POST');

/** Another laptop or the office creates a car, which this laptop has not read. */
function createElsewhere({ state }: RunningOperator, numbers: { licensePlate: string; vin: string }): number {
  const id = state.nextId('cars');
  const { customerId } = notable;
  state.cars.set(id, {
    id, customerId, name: 'Transit of the office', description: null, brand: 'Ford', model: 'Transit', ...numbers,
  }); // prettier-ignore
  return id;
}

/** Each way in which the window asks for a new car. */
const ways: readonly (readonly [string, (app: Edits, car: NewCar) => Promise<unknown>])[] = [
  [
    'a job',
    ({ open }, car) =>
      refuseExistingCar({ ...open.jobs, client: open.client, directory: open.directory }, car),
  ],
  ['the Directory', ({ call }, car) => call('edits.createCar', { car, description: '' })],
];

const problemOf = async (asked: Promise<unknown>) => {
  const cause: unknown = await asked.then(
    () => null,
    (error: unknown) => error,
  );
  return cause instanceof ProblemError ? cause.problem : cause;
};

describe.each(ways)('a new car of %s', (_way, create) => {
  test.each([
    ['VIN', { licensePlate: 'M ZZ 9', vin: VIN }],
    ['plate, written with dashes', { licensePlate: 'M-BX-2001', vin: '' }],
  ])(
    'is refused while the operator has one with its %s, which is kept to be taken',
    async (_same, numbers) => {
      const app = await startEdits();
      const id = createElsewhere(app.operator, numbers);
      expect(await problemOf(create(app, typed))).toEqual(
        makeProblem('car-exists', { car: numbers.licensePlate, carId: id }),
      );
      expect(writes(app)).toEqual([]);
      const { rows } = await app.call('directory.listCars', {
        text: numbers.licensePlate,
        limit: 5,
        offset: 0,
      });
      expect(rows.map((row) => row.id)).toContain(id);
    },
  );

  test('is refused without a connection where this laptop knows one with its plate', async () => {
    const app = await startEdits();
    await app.operator.stop();
    expect(await problemOf(create(app, { ...typed, licensePlate: notable.plates.withoutBox }))).toMatchObject(
      {
        code: 'car-exists',
      },
    );
  });
});

test('a car that the operator does not have is asked for', async () => {
  const app = await startEdits();
  const asked = await app.call('edits.createCar', { car: typed, description: '' });
  await app.comesTo(asked, 'done');
  expect(writes(app)).toHaveLength(1);
});
