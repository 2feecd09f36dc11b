import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SupervisionSort, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { type Copies, openCopies } from './copies.ts';
import { job, loggingLaptops, type Step } from './logging-laptops.ts';

const BEGINS = 1_790_000_000_000;

let copies: Copies;
beforeEach(() => {
  copies = openCopies();
});
afterEach(() => copies.close());

const answered = (item: string, answer: boolean, before?: boolean): Step => [
  'checklist-answered',
  { template: 'van', version: 3, item, text: item, answer, ...(before === undefined ? {} : { before }) },
];

/** Job 1 has no changed answer, job 2 has two, job 3 has one that was changed twice. */
async function threeJobs(): Promise<void> {
  const log = loggingLaptops(copies);
  const started: Step = ['job-started', { kind: 'installation' }];
  log('Bay 1', job(1), 'Jo', BEGINS, [started, answered('doors', true)]);
  log('Bay 1', job(2), 'Jo', BEGINS + 1, [
    started,
    answered('doors', true),
    answered('lamps', true),
    answered('doors', false, true),
    answered('lamps', false, true),
  ]);
  log('Bay 1', job(3), 'Jo', BEGINS + 2, [
    started,
    answered('doors', true),
    answered('doors', false, true),
    answered('doors', true, false),
  ]);
  await copies.settle();
}

const found = (filter: Readonly<Record<string, unknown>>, sort: SupervisionSort) =>
  copies
    .lookUp()
    .window(supervisionFilter.parse(filter), sort, 0, 10)
    .rows.map(({ jobId }) => jobId);

test('jobs are filtered, counted and sorted by the items whose answer was changed', async () => {
  await threeJobs();
  const most: SupervisionSort = { column: 'changed-answers', direction: 'descending' };
  expect(found({}, most)).toEqual([job(2), job(3), job(1)]);
  expect(found({}, { ...most, direction: 'ascending' })).toEqual([job(1), job(3), job(2)]);
  expect(found({ changedAnswers: true }, most)).toEqual([job(2), job(3)]);
  expect(found({ changedAnswers: false }, most)).toEqual([job(1)]);
  const facets = (filter: Readonly<Record<string, unknown>>) =>
    copies.lookUp().facets(supervisionFilter.parse(filter)).changedAnswers;
  expect([facets({}), facets({ changedAnswers: false }), facets({ forced: true })]).toEqual([2, 2, 0]);
});
