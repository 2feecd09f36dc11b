import { expect, test } from 'vitest';
import { carOfLine, keyOfLine, linesOf, routeOfLine } from '../../../renderer/finding/found-lines.ts';
import { found } from '../../../shared/ipc/calls/directory.ts';

const JOB = '00000000-0000-4000-8000-000000000001';
const car = { id: 1, name: 'Van', licensePlate: null, vin: null, brand: null, model: null };
const lines = linesOf(
  found.parse({
    users: [{ id: 5, name: 'Jo', emailAddress: 'jo@operator.example' }],
    groups: [{ id: 4, name: 'Bay 3' }],
    jobs: [
      {
        id: JOB,
        kind: 'installation',
        car: null,
        serialNumber: null,
        worker: 'Jo',
        startedAt: 0,
        finishedAt: null,
      },
    ],
    boxes: [
      {
        id: 2,
        serialNumber: '001',
        uniqueId: 'U1',
        sapNumber: null,
        type: 'Box',
        family: 'box',
        car: { known: false },
        service: 'unknown',
        serviceName: null,
      },
    ],
    cars: [car],
  }),
);

test('found things are listed cars first, and each has a key of its own', () => {
  expect(lines.map(keyOfLine)).toEqual(['car-1', 'box-2', `job-${JOB}`, 'group-4', 'user-5']);
});

test('a found thing leads to its own page', () => {
  expect(lines.map(routeOfLine)).toEqual([
    { screen: 'directory', section: 'cars', id: '1' },
    { screen: 'directory', section: 'products', id: '2' },
    { screen: 'job', jobId: JOB },
    { screen: 'directory', section: 'groups', id: '4' },
    { screen: 'directory', section: 'users', id: '5' },
  ]);
});

test('a Box can be fitted at once only into a car', () => {
  expect(lines.map(carOfLine)).toEqual([car, null, null, null, null]);
});

test('a found user keeps the address that tells two of the same name apart', () => {
  expect(lines.at(-1)).toEqual({ kind: 'user', id: 5, name: 'Jo', emailAddress: 'jo@operator.example' });
  expect(lines.at(-2)).toEqual({ kind: 'group', id: 4, name: 'Bay 3' });
});
