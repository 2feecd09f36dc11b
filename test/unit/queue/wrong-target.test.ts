import { expect, test } from 'vitest';
import { refuseWrongTarget } from '../../../electron/operations/queue/enqueue.ts';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import { customerId } from '../../../shared/ids.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { openJobs } from '../jobs/bench.ts';

/** An order of a new car, and what refuses to send it with these parts of its row changed. */
function refusal(changes: Partial<OperationRow>): string | null {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, { licensePlate: 'M XY 1', vin: '', brand: '', model: '', name: '' });
  const [row] = bench.operations(job);
  if (row === undefined) throw new Error('a car was ordered');
  return refuseWrongTarget(bench.parts, { ...row, ...changes })?.code ?? null;
}

test('an operation leaves for the environment, address and customer that it was written for', () => {
  expect(refusal({})).toBeNull();
});

for (const [what, changes] of [
  ['environment', { environment: 'prod' }],
  ['address', { base_url: 'https://operator.example/v4' }],
  ['customer', { customer_id: customerId.parse(4712) }],
] as const) {
  test(`an operation of another ${what} is never sent`, () => {
    expect(refusal(changes)).toBe('target-changed');
  });
}

test('the refusal names the target that the operation was written for', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, { licensePlate: 'M XY 1', vin: '', brand: '', model: '', name: '' });
  const [row] = bench.operations(job);
  if (row === undefined) throw new Error('a car was ordered');
  const elsewhere = { ...row, environment: 'prod', customer_id: customerId.parse(4712) } as const;
  expect(refuseWrongTarget(bench.parts, elsewhere)?.params).toEqual({ environment: 'prod', customer: 4712 });
});

test('an operation whose payload or digest was changed on the disk is never sent', () => {
  expect(refusal({ payload: '{}' })).toBe('payload-damaged');
  expect(refusal({ payload_digest: '0'.repeat(64) })).toBe('payload-damaged');
});
