import { afterEach, beforeEach, expect, test } from 'vitest';
import { checksOfApproval } from '../../../electron/supervision/project-jobs.ts';
import { supervisionRow } from '../../../shared/domain/supervision.ts';
import { type Copies, openCopies } from './copies.ts';
import { job, loggingLaptops, type Step } from './logging-laptops.ts';

const BEGINS = 1_790_000_000_000;
const DIGEST = 'd'.repeat(64);

let copies: Copies;
beforeEach(() => {
  copies = openCopies();
});
afterEach(() => copies.close());

/** The removal of a Box that went as it should, with more entries before its end. */
const removal = (...more: readonly Step[]): Step[] => [
  ['job-started', { kind: 'removal' }],
  ['car-chosen', { car: 20_001, plate: 'M BX 1077', name: 'Van 77', vin: null, brand: null, model: null }],
  ['box-leaves', { operation: 'out', serial: '1234', reason: 'moved', accesses: 0 }],
  ['operation-done', { operation: 'out', kind: 'uninstall', confirmedBy: 'answer' }],
  ...more,
  ['checklist-completed', { template: 'leaving', version: 1, phase: 'after' }],
  ['job-finished'],
];
const photo: Step = ['photo-taken', { template: 'leaving', version: 1, item: 'place', digest: DIGEST }];

test('a job is approved together with others exactly where the table shows it as green', async () => {
  const log = loggingLaptops(copies);
  log('Bay 1', job(1), 'Jo', BEGINS, removal());
  log('Bay 1', job(2), 'Jo', BEGINS + 1, removal(photo));
  log('Bay 2', job(3), 'Kim', BEGINS + 2, removal(photo));
  log('Bay 2', job(4), 'Kim', BEGINS + 3, removal().slice(0, -2));
  await copies.settle();
  const { sqlite } = copies.database;
  const checks = (n: number) => checksOfApproval(sqlite, job(n));
  expect([1, 2, 3, 4].map(checks)).toEqual([[], ['risk'], ['risk'], ['finished', 'checklist']]);
  const green = copies.rows().map((row) => supervisionRow.parse(JSON.parse(row ?? '')).green);
  expect(green).toEqual([true, false, false, false]);
  expect(checksOfApproval(sqlite, job(5))).toBeNull();
});
