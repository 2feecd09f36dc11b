import { expect, test } from 'vitest';
import { finishedJob } from './logged-job.ts';

const operation = 'a0000000-0000-4000-8000-000000000401';

test('the correction of a new car changes its name, and removes a value that was emptied', () => {
  const { row } = finishedJob(
    ['car-created', { plate: 'B-AB 1', name: 'Van 6', vin: 'WVWZZZ1JZXW000001', brand: 'VW', model: 'Golf' }],
    [
      'operation-corrected',
      {
        operation,
        kind: 'create-car',
        'name after': 'Van 7',
        'licensePlate after': null,
        'model after': 'Polo',
      },
    ],
  );
  expect(row).toMatchObject({ carName: 'Van 7', plate: null, brand: 'VW', model: 'Polo' });
});

test('the correction of a new group changes its name', () => {
  const { row } = finishedJob(
    ['group-chosen', { group: 'Nroth', isNew: true }],
    ['operation-corrected', { operation, kind: 'create-group', 'groupName after': 'North' }],
  );
  expect(row.group).toBe('North');
});
