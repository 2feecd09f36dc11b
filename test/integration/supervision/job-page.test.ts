import { beforeEach, afterEach, expect, test } from 'vitest';
import { shippedTemplates } from '../../../electron/jobs/checklists.ts';
import { insertReview } from '../../../electron/db/tables/queue/reviews.ts';
import { countStale, markStale } from '../../../electron/db/tables/supervision/jobs.ts';
import { ordinalOf } from '../../../electron/db/tables/supervision/logs.ts';
import { projectSome } from '../../../electron/supervision/project-jobs.ts';
import type { JobId } from '../../../shared/ids.ts';
import { type ReviewVerdict, reviewId, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { MINUTE } from '../../../shared/time.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { type Copies, openCopies, rethrow } from './copies.ts';
import { job, loggingLaptops, type Step, uuid } from './logging-laptops.ts';

const BEGINS = 1_790_000_000_000;
const picture = (letter: string) => letter.repeat(64);

let copies: Copies;
let laptopLogs: ReturnType<typeof loggingLaptops>;
beforeEach(() => {
  copies = openCopies();
  laptopLogs = loggingLaptops(copies);
});
afterEach(() => copies.close());

const fitting = (serial: string, photo: string): readonly Step[] => [
  ['job-started', { kind: 'installation' }],
  [
    'car-chosen',
    { car: 7, plate: `M BX ${serial}`, name: 'Van', vin: null, brand: 'Ford', model: 'Transit' },
  ],
  ['key-chosen', { key: 1, form: 'Flip key', box: 'BX-1', sap: null }],
  [
    'checklist-answered',
    { template: 'fitting', version: 1, item: 'place', text: 'Where?', answer: 'behind' },
  ],
  ['photo-taken', { item: 'photo', text: 'Photo of the Box', digest: picture(photo) }],
  ['box-chosen', { serial, sentAs: serial, variant: 'BX-1', sap: 'SAP-100' }],
];

let said = 0;
function reviewed(of: JobId, verdict: ReviewVerdict, comment: string): void {
  said += 1;
  const id = reviewId.parse(uuid('b', said));
  copies.queue.write((context) =>
    insertReview(context, {
      id,
      job_id: of,
      origin: 'relay',
      revision: said,
      verdict,
      reason: verdict === 'rework' ? 'wrong-place' : null,
      comment,
      pin: JSON.stringify(WHOLE_JOB),
      reviewer: 'Office',
      worker: 'Kim',
      received_at: BEGINS + said,
      signature: 'verified',
    }),
  );
  const ordinal = ordinalOf(copies.database.sqlite, of);
  if (ordinal !== null) copies.database.write((context) => markStale(context, ordinal));
}

const page = (of: JobId) => copies.jobPage(of);

test('a label photographed afterwards is among the photos, with its day, its person and its text', async () => {
  laptopLogs('Bay 1', job(1), 'Jo', BEGINS, [...fitting('001', 'a'), ['job-finished']]);
  laptopLogs('Bay 1', job(1), 'Sam', BEGINS + 90 * MINUTE, [
    ['label-added', { item: 'box-label', text: 'Label of the Box', box: '001', digest: picture('c') }],
    ['label-read', { serial: '002', by: 'code', digest: picture('c') }],
  ]);
  await copies.settle();
  const { photos, timeline, risk } = page(job(1));
  expect(photos.find(({ digest }) => digest === picture('c'))).toMatchObject({
    words: 'Label of the Box',
    takenAt: BEGINS + 90 * MINUTE,
    worker: 'Sam',
    removedAt: null,
  });
  expect(timeline.find(({ type }) => type === 'label-added')).toMatchObject({
    group: 'photo',
    photo: picture('c'),
    worker: 'Sam',
    says: { key: 'history.label-added' },
  });
  expect(risk.map(({ part }) => part)).toContain('serial-mismatch');
});

test('a job that was handed over shows both hands, their laptops, and every entry in its order', async () => {
  laptopLogs('Bay 1', job(1), 'Jo', BEGINS, fitting('001', 'a'));
  laptopLogs('Bay 2', job(1), 'Sam', BEGINS + 30 * MINUTE, [
    ['group-chosen', { group: 'Fleet 1', isNew: false }],
    ['job-finished'],
  ]);
  await copies.settle();
  const { row, hands, timeline, box, key, group, carId } = page(job(1));
  expect(row).toMatchObject({ plate: 'M BX 001', installer: 'Sam', laptop: 'Bay 2' });
  expect({ box, key, group, carId }).toEqual({
    box: { serial: '001', sentAs: '001', variant: 'BX-1', sapNumber: 'SAP-100' },
    key: { form: 'Flip key', box: 'BX-1' },
    group: 'Fleet 1',
    carId: 7,
  });
  expect(hands).toEqual([
    { worker: 'Jo', laptop: 'Bay 1', from: BEGINS, until: BEGINS + 5 * MINUTE, entries: 6 },
    { worker: 'Sam', laptop: 'Bay 2', from: BEGINS + 30 * MINUTE, until: BEGINS + 31 * MINUTE, entries: 2 },
  ]);
  expect(timeline.map(({ laptop, number, type }) => `${laptop} ${number} ${type}`)).toEqual([
    'Bay 1 1 job-started',
    'Bay 1 2 car-chosen',
    'Bay 1 3 key-chosen',
    'Bay 1 4 checklist-answered',
    'Bay 1 5 photo-taken',
    'Bay 1 6 box-chosen',
    'Bay 2 1 group-chosen',
    'Bay 2 2 job-finished',
  ]);
  expect(timeline.every(({ verified }) => verified)).toBe(true);
  expect(timeline[4]).toMatchObject({ group: 'photo', photo: picture('a'), worker: 'Jo' });
});

test('a job finished without its Box is not complete, and a risk', async () => {
  const steps = fitting('001', 'a').filter(([type]) => type !== 'box-chosen');
  laptopLogs('Bay 1', job(1), 'Jo', BEGINS, [...steps, ['job-finished']]);
  laptopLogs('Bay 1', job(2), 'Jo', BEGINS + 60 * MINUTE, [
    ['job-started', { kind: 'removal' }],
    ['car-chosen', { car: 8, plate: 'M BX 2', name: 'Van', vin: null, brand: null, model: null }],
    ['job-finished'],
  ]);
  laptopLogs('Bay 1', job(3), 'Jo', BEGINS + 120 * MINUTE, steps);
  await copies.settle();
  const seen = [1, 2, 3].map((number) => {
    const { row, risk } = page(job(number));
    return [row.state, risk.filter(({ part }) => part === 'no-box').map(({ points }) => points)];
  });
  expect(seen).toEqual([
    ['unconfirmed', [40]],
    ['unconfirmed', [40]],
    ['under-way', []],
  ]);
});

test('entries after a fault of their log are shown, and not as verified', async () => {
  laptopLogs('Bay 1', job(1), 'Jo', BEGINS, fitting('001', 'a'));
  const { sqlite } = copies.database;
  sqlite
    .prepare("UPDATE entry SET canonical = replace(canonical, 'behind', 'in front') WHERE number = 4")
    .run();
  await copies.settle();
  expect(page(job(1)).timeline.map(({ verified }) => verified)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(page(job(1)).risk.map(({ part }) => part)).toContain('log-fault');
});

test('beside an answer stand photos of the newest approved jobs of the same model, and of no others', async () => {
  for (const [n, photo] of [
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
    // This one has no review.
    [5, 'e'],
  ] as const) {
    laptopLogs('Bay 1', job(n), 'Jo', BEGINS + n * 60 * MINUTE, fitting(`00${n}`, photo));
  }
  const other = fitting('004', 'd').map(([type, data = {}]): Step => [
    type,
    type === 'car-chosen' ? { ...data, model: 'Crafter' } : data,
  ]);
  laptopLogs('Bay 1', job(4), 'Jo', BEGINS + 300 * MINUTE, other);
  reviewed(job(1), 'approved', '');
  reviewed(job(2), 'approved', '');
  reviewed(job(4), 'approved', '');
  await copies.settle();
  const items = page(job(3)).checklist?.items ?? [];
  expect(items.find(({ item }) => item === 'photo')).toMatchObject({
    photos: [picture('c')],
    samples: [picture('b'), picture('a')],
  });
  expect(items.find(({ item }) => item === 'place')).toMatchObject({
    answer: 'behind',
    words: 'Where?',
    samples: [],
  });
});

test('the very same photo in another job is shown on both, until one takes it out', async () => {
  laptopLogs('Bay 1', job(1), 'Jo', BEGINS, fitting('001', 'a'));
  laptopLogs('Bay 2', job(2), 'Sam', BEGINS, fitting('002', 'a'));
  await copies.settle();
  const alsoIn = (of: JobId) => page(of).photos.map((photo) => photo.alsoIn);
  const same = (of: JobId) => page(of).risk.some(({ part }) => part === 'same-photo');
  expect(alsoIn(job(1))).toEqual([[{ jobId: job(2), plate: 'M BX 002' }]]);
  expect([same(job(1)), same(job(2))]).toEqual([true, true]);
  laptopLogs('Bay 2', job(2), 'Sam', BEGINS + 60 * MINUTE, [['photo-removed', { digest: picture('a') }]]);
  await copies.settle();
  expect(alsoIn(job(1))).toEqual([[]]);
  expect(page(job(2)).photos[0]?.removedAt).toBe(BEGINS + 60 * MINUTE);
  expect([same(job(1)), same(job(2))]).toEqual([false, false]);
});

test('a photo that two jobs share already is of no news to them in a third one', async () => {
  const same = (of: number) => page(job(of)).risk.some(({ part }) => part === 'same-photo');
  const digest = picture('a');
  const log = (of: number, later: number, ...steps: readonly Step[]) =>
    laptopLogs(`Bay ${of}`, job(of), 'Jo', BEGINS + later, steps);
  const shows: Step = ['photo-taken', { item: 'place', digest }];
  for (const number of [1, 2]) log(number, 0, ['job-started', { kind: 'installation' }], shows);
  await copies.settle();
  log(3, 0, ['job-started', { kind: 'installation' }], shows);
  const { written, queue, jobIndex } = copies;
  await projectSome({ copies: written, queue: queue.sqlite, jobIndex, report: rethrow }, 1);
  expect(countStale(copies.database.sqlite)).toBe(0);
  expect([1, 2, 3].map(same)).toEqual([true, true, true]);
  for (const number of [3, 2]) log(number, 60 * MINUTE, ['photo-removed', { digest }]);
  await copies.settle();
  expect([1, 2, 3].map(same)).toEqual([false, false, false]);
});

test('lists the reviews of the job, oldest first', async () => {
  laptopLogs('Bay 1', job(1), 'Jo', BEGINS, fitting('001', 'a'));
  reviewed(job(1), 'rework', 'Behind the glovebox, please');
  reviewed(job(1), 'approved', 'Well done');
  await copies.settle();
  const { reviews, row } = page(job(1));
  expect(reviews).toMatchObject([
    { verdict: 'rework', reason: 'wrong-place', comment: 'Behind the glovebox, please', reviewer: 'Kim' },
    { verdict: 'approved', reason: null, comment: 'Well done', reviewer: 'Kim' },
  ]);
  expect(row.review).toMatchObject({ state: 'approved', reviewer: 'Kim' });
});

test('a job without a log is not found, nor one that is not projected yet', () => {
  expect(problemCodeOf(() => page(job(9)))).toBe('not-found');
  laptopLogs('Bay 1', job(1), 'Jo', BEGINS, fitting('001', 'a'));
  expect(problemCodeOf(() => page(job(1)))).toBe('not-found');
});

test('unanswered items are listed for requests where their template is known', async () => {
  const van = shippedTemplates.find(({ id }) => id === 'van');
  if (van === undefined) throw new Error('the van ships');
  const unanswered = async (number: number, version: number) => {
    const about = { template: 'van', version };
    laptopLogs('Bay 1', job(number), 'Jo', BEGINS + number * MINUTE, [
      ['job-started', { kind: 'installation' }],
      ['checklist-answered', { ...about, phase: 'after', item: 'trim-refitted', text: 'Trim', answer: true }],
    ]);
    await copies.settle();
    return page(job(number)).checklist?.unanswered.map(({ id }) => id) ?? [];
  };
  const open = await unanswered(21, van.version);
  expect(open).toContain('photo-place');
  expect(open).not.toContain('trim-refitted');
  expect(open).toHaveLength(van.items.length - 1);
  expect(await unanswered(22, van.version + 1)).toEqual([]);
});

test('an answer is marked as ticked together or taken from the last car, until it is given by itself', async () => {
  const about = { template: 'fitting', version: 1, phase: 'after', text: 'Done', answer: true };
  const answered = (item: string, how: object): Step => ['checklist-answered', { ...about, item, ...how }];
  laptopLogs('Bay 1', job(31), 'Jo', BEGINS, [
    ['job-started', { kind: 'installation' }],
    answered('ticked', { together: true }),
    answered('carried', { asLastCar: true }),
    answered('alone', {}),
    answered('corrected', { together: true }),
    answered('corrected', { answer: false, before: true }),
  ]);
  await copies.settle();
  expect(page(job(31)).checklist?.items.map(({ item, origin }) => [item, origin])).toEqual([
    ['ticked', 'together'],
    ['carried', 'as-last-car'],
    ['alone', null],
    ['corrected', null],
  ]);
});

test('a checklist counts as closed when both its parts are; one that was left out or changed again is open', async () => {
  const about = { template: 'fitting', version: 1 };
  const closed = async (number: number, ...steps: readonly Step[]) => {
    laptopLogs('Bay 1', job(number), 'Jo', BEGINS + number * MINUTE, [
      ['job-started', { kind: 'installation' }],
      ...steps,
    ]);
    await copies.settle();
    return page(job(number)).checklist?.completedAt !== null;
  };
  const answered = (phase: string): Step => [
    'checklist-answered', { ...about, phase, item: `of-${phase}`, text: 'Done', answer: true },
  ]; // prettier-ignore
  const done = (phase: string): Step => ['checklist-completed', { ...about, phase }];
  expect(await closed(1, answered('before'), done('before'), answered('after'))).toBe(false);
  expect(await closed(2, answered('before'), done('before'), answered('after'), done('after'))).toBe(true);
  expect(await closed(3, ['step-skipped', { step: 'before' }], answered('after'), done('after'))).toBe(false);
  expect(await closed(4, answered('before'), done('before'), done('after'), answered('before'))).toBe(false);
  expect(
    await closed(5, ['checklist-answered', { ...about, item: 'of-old' }], ['checklist-completed', about]),
  ).toBe(true);
});
