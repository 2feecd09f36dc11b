import { beforeEach, expect, test, vi } from 'vitest';
import { lookUp } from '../../../renderer/scanning/look-up.ts';
import type { Scanned } from '../../../shared/domain/scanning.ts';
import { makeProblem } from '../../../shared/problem.ts';

const car = (id: number, licensePlate: string | null, vin: string | null = null) => ({
  id,
  name: `Van ${id}`,
  licensePlate,
  vin,
  brand: null,
  model: null,
});
const product = (id: number, serialNumber: string, uniqueId: string) => ({ id, serialNumber, uniqueId });

/** The answers of main; a test replaces some. */
const usual: Readonly<Record<'cars' | 'products' | 'jobs', unknown>> = {
  cars: { ok: true, value: { rows: [car(1, 'M XY 1', 'W1V44770513872049'), car(2, 'M XY 12')] } },
  products: { ok: true, value: { rows: [product(7, '001234021', 'C1-08'), product(8, '0012340211', 'C9')] } },
  jobs: {
    ok: true,
    value: {
      jobs: [
        { id: 'finished', finishedAt: 5, car: { id: 1 } },
        { id: 'without a car', finishedAt: null, car: null },
        { id: 'other', finishedAt: null, car: { id: 2 } },
        { id: 'open', finishedAt: null, car: { id: 1 } },
      ],
    },
  },
};
const answers = { ...usual };
const asked: [string, unknown][] = [];

beforeEach(() => {
  asked.length = 0;
  Object.assign(answers, usual);
  const answer = (name: keyof typeof answers) => (input: unknown) => {
    asked.push([name, input]);
    return Promise.resolve(answers[name]);
  };
  vi.stubGlobal('window', {
    boxwright: {
      directory: { searchCars: answer('cars'), listProducts: answer('products') },
      jobs: { list: answer('jobs') },
    },
  });
});

/** The meaning of a code: the ids of the cars, the products and the open job. */
async function meaning(kind: Scanned['kind'], text: string) {
  const found = await lookUp({ kind, text });
  if (!found.ok) return found.error.code;
  const { cars, products, openJob } = found.value;
  return [cars.map(({ id }) => id), products.map(({ id }) => id), openJob?.id ?? null];
}

test('a plate, a VIN and a serial match the record with exactly this code, in any spelling', async () => {
  expect(await meaning('serial', 'm-xy 1')).toEqual([[1], [], 'open']);
  expect(await meaning('vin', 'W1V44770513872049')).toEqual([[1], [], 'open']);
  expect(await meaning('serial', '1234021')).toEqual([[], [7], null]);
  expect(await meaning('text', 'c1-08')).toEqual([[], [7], null]);
  expect(await meaning('text', 'M')).toEqual([[], [], null]);
});

test('a VIN is never a plate or a serial', async () => {
  expect(await meaning('vin', 'M XY 1')).toEqual([[], [], null]);
  expect(asked.map(([name]) => name)).toEqual(['cars']);
});

test('the exact spelling of a serial decides between two; else both are meant', async () => {
  const both = [product(7, '1234021', 'C1-08'), product(8, '001234021', 'C9')];
  answers.products = { ok: true, value: { rows: both } };
  expect(await meaning('serial', '001234021')).toEqual([[], [8], null]);
  expect(await meaning('serial', '01234021')).toEqual([[], [7, 8], null]);
});

test('of two cars of one plate neither has the open job', async () => {
  answers.cars = { ok: true, value: { rows: [car(1, 'M XY 1'), car(2, 'MXY 1')] } };
  expect(await meaning('serial', 'M XY 1')).toEqual([[1, 2], [], null]);
});

test('a code longer than any name is searched by its beginning', async () => {
  await meaning('text', 'x'.repeat(500));
  expect(asked).toEqual([
    ['cars', { text: 'x'.repeat(200), limit: 10 }],
    ['products', { text: 'x'.repeat(200), limit: 10, offset: 0 }],
  ]);
});

test('an unreadable list is a problem; a car is found without the jobs', async () => {
  const refused = { ok: false, error: makeProblem('unexpected') };
  answers.jobs = refused;
  expect(await meaning('serial', 'M XY 1')).toEqual([[1], [], null]);
  answers.products = refused;
  expect(await meaning('serial', 'M XY 1')).toBe('unexpected');
  answers.cars = refused;
  expect(await meaning('vin', 'W1V44770513872049')).toBe('unexpected');
});
