import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Copies, openCopies } from '../supervision/copies.ts';
import { job, loggingLaptops, type Step } from '../supervision/logging-laptops.ts';
import { exportsOf } from './read-exports.ts';

const BEGINS = 1_790_000_000_000;

let copies: Copies;
beforeEach(() => {
  copies = openCopies();
});
afterEach(() => copies.close());
const { jobsOf, linesOf } = exportsOf(() => copies, []);

const car: Step = [
  'car-chosen',
  { car: 7, plate: 'M-BX 17', name: 'Van 17', vin: 'WF0XXXTTGXJA12345', brand: 'Ford', model: 'Transit' },
];

describe('the proofs', () => {
  const operation = (n: number) => `f0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const done = (n: number, kind: string, confirmedBy: string): Step => [
    'operation-done',
    { operation: operation(n), kind, confirmedBy },
  ];
  const at = (minute: number) => new Date(BEGINS + minute * 60_000).toISOString();
  const tested: readonly Step[] = [
    ['job-started', { kind: 'installation' }],
    car,
    ['key-chosen', { key: 3, brand: null, form: 'Flip key', box: null, sap: null }],
    [
      'box-chosen',
      { serial: '0070001', sentAs: '70001', variant: 'BX-1', sap: null, operation: operation(1) },
    ],
    done(1, 'install', 'query'),
    ['group-chosen', { group: 'Fleet', isNew: false }],
    done(2, 'add-car-to-group', 'answer'),
    ['verification-started', { user: 5, minutes: 15, operation: operation(3) }],
    done(3, 'create-assignment', 'result'),
    ['access-observed', { what: 'opened', worked: true }],
    ['access-observed', { what: 'closed', worked: true }],
  ];

  test('say of each thing by which of answer, result, query and person it is proven, and when', async () => {
    const log = loggingLaptops(copies);
    log('Bay 1', job(1), 'Jo Hill', BEGINS, [
      ...tested,
      ['removal-requested', { create: operation(3), operation: operation(4) }],
      done(4, 'delete-assignment', 'person'),
    ]);
    const [exported] = await jobsOf();
    expect(exported?.proofs).toEqual([
      { what: 'car', by: 'person', at: at(1) },
      { what: 'key', by: 'person', at: at(2) },
      { what: 'box-fitted', by: 'query', at: at(4) },
      { what: 'group', by: 'answer', at: at(6) },
      { what: 'access-given', by: 'result', at: at(8) },
      { what: 'opened', by: 'person', at: at(9) },
      { what: 'closed', by: 'person', at: at(10) },
      { what: 'access-removed', by: 'person', at: at(12) },
    ]);
    expect((await linesOf())[0]).toMatchObject({
      'Proof: Box fitted': 'query',
      'Proof: Box taken out': '',
      'Proof: test access given': 'operator’s result',
    });
  });

  test('leave out a refused test, a failed one, and one of an earlier round', async () => {
    const log = loggingLaptops(copies);
    log('Bay 1', job(1), 'Jo Hill', BEGINS, [
      ...tested,
      ['verification-started', { user: 5, minutes: 15, operation: operation(5) }],
      ['access-observed', { what: 'opened', worked: false }],
      ['operation-failed', { operation: operation(1), kind: 'install', problem: 'box-not-free' }],
    ]);
    const [exported] = await jobsOf();
    expect(exported?.proofs.map(({ what }) => what)).toEqual(['car', 'key', 'group']);
  });

  test('of the earlier test count again where the next one is cancelled unsent', async () => {
    const log = loggingLaptops(copies);
    log('Bay 1', job(1), 'Jo Hill', BEGINS, [
      ...tested,
      ['verification-started', { user: 5, minutes: 15, operation: operation(5) }],
      ['operation-cancelled', { operation: operation(5), kind: 'create-assignment' }],
    ]);
    const [exported] = await jobsOf();
    expect(exported?.proofs.map(({ what }) => what)).toContain('access-given');
  });
});
