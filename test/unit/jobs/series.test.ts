import { expect, test } from 'vitest';
import {
  beginSeries,
  beginSeriesLike,
  completeInSeries,
  endSeries,
  fitInSeries,
  nextInSeries,
  listSeries,
} from '../../../electron/jobs/series/series.ts';
import { startJob, skipStep } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar, createCar, chooseGroup } from '../../../electron/jobs/steps/car.ts';
import { finishJob, chooseReportLanguage } from '../../../electron/jobs/finish.ts';
import { answerItem, chooseChecklist } from '../../../electron/jobs/steps/fitting.ts';
import { proveAccess, removeTestAccess, startVerification } from '../../../electron/jobs/steps/verify.ts';
import { type JobId, userId } from '../../../shared/ids.ts';
import { checklistTemplate } from '../../../shared/domain/checklist.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { dataFolder, type JobBench, known, openJobs, someKey } from './bench.ts';

const onlyAfter = checklistTemplate.parse({
  id: 'van',
  version: 2,
  title: { en: 'After alone' },
  items: [{ id: 'trim', phase: 'after', type: 'confirm', required: true, text: { en: 'Trim refitted' } }],
});
const NO_MORE = { vin: '', model: '', name: '' };

/** A car with everything chosen that a series shares. */
function fitOne(bench: JobBench, job: JobId): void {
  chooseCar(bench.parts, job, known.car);
  takeKey(bench.parts, job, someKey);
  chooseChecklist(bench.parts, job, 'van');
  installBox(bench.parts, job, known.box);
  chooseGroup(bench.parts, job, { id: known.group });
  startVerification(bench.parts, job, known.user, 15);
}

test('the next car takes over key, checklist, group and test access, and nothing of the car itself', () => {
  const bench = openJobs();
  const first = startJob(bench.parts);
  fitOne(bench, first);
  const next = beginSeriesLike(bench.parts, first, 3);
  const view = bench.view(next);
  expect(view).toMatchObject({ car: null, box: null, group: null, key: { id: someKey.id }, step: 'car' });
  expect(view.checklist.template.id).toBe('van');
  expect(view.checklist.answers).toEqual({});
  expect(view.series).toMatchObject({
    number: 2,
    planned: 3,
    done: 0,
    shares: { group: { name: 'Bay 3 arrivals' }, test: { userId: known.user, minutes: 15 } },
    cars: [known.car],
  });
  expect(bench.queued(next)).toEqual([]);
});

test('the chosen language of the report is that of the next cars too, also chosen after the finish', () => {
  const bench = openJobs();
  const first = startJob(bench.parts);
  fitOne(bench, first);
  expect(bench.view(first).reportLanguage).toBeNull();
  removeTestAccess(bench.parts, first);
  finishJob(bench.parts, first);
  chooseReportLanguage(bench.parts, first, 'fr');
  const next = beginSeriesLike(bench.parts, first, null);
  expect(bench.view(next)).toMatchObject({
    reportLanguage: 'fr',
    series: { shares: { reportLanguage: 'fr' } },
  });
});

test('one act fits the Box and asks for the group of the series, or for none of them', () => {
  const bench = openJobs();
  const first = startJob(bench.parts);
  fitOne(bench, first);
  const next = beginSeriesLike(bench.parts, first, null);
  chooseCar(bench.parts, next, known.otherCar);
  bench.refuseToLog('group-chosen');
  expect(() => fitInSeries(bench.parts, next, known.otherBox)).toThrow('the log cannot be written');
  expect(bench.queued(next)).toEqual([]);
  expect(bench.view(next).box).toBeNull();
});

test('operations of one act wait as if each had been enqueued by itself', () => {
  const bench = openJobs();
  const first = startJob(bench.parts);
  fitOne(bench, first);
  const next = beginSeriesLike(bench.parts, first, null);
  chooseCar(bench.parts, next, known.otherCar);
  fitInSeries(bench.parts, next, known.otherBox);
  expect(bench.queued(next)).toEqual(['install ready', 'add-car-to-group ready']);
});

/** The second car of a series, whose checklist has one item after the Box. */
function nextWithChecksAfter(): { bench: JobBench; next: JobId } {
  const bench = openJobs(dataFolder(), {
    current: () => onlyAfter,
    version: () => onlyAfter,
    suggest: () => onlyAfter,
    publicationOf: () => null,
  });
  const first = startJob(bench.parts);
  fitOne(bench, first);
  const next = beginSeriesLike(bench.parts, first, null);
  chooseCar(bench.parts, next, known.otherCar);
  return { bench, next };
}

test('the test access of a series is ordered with the checks after the Box, not during its installation', () => {
  const { bench, next } = nextWithChecksAfter();
  completeInSeries(bench.parts, next, 'before');
  fitInSeries(bench.parts, next, known.otherBox);
  expect(bench.view(next).verification.phase).toBe('not-started');
  answerItem(bench.parts, next, 'trim', true);
  bench.refuseToLog('verification-started');
  expect(() => completeInSeries(bench.parts, next, 'after')).toThrow('the log cannot be written');
  expect(bench.view(next).steps.fitting.state).toBe('open');
  bench.refuseToLog('job-finished');
  completeInSeries(bench.parts, next, 'after');
  expect(bench.view(next).steps.fitting.state).toBe('confirmed');
  expect(bench.queued(next)).toContain('create-assignment waiting');
});

test('the test access of a series goes to no user outside the administrator’s list, and the checks close', () => {
  const { bench, next } = nextWithChecksAfter();
  fitInSeries(bench.parts, next, known.otherBox);
  answerItem(bench.parts, next, 'trim', true);
  const published = { ...bench.parts, testUsers: () => [{ id: userId.parse(known.user + 1) }] };
  completeInSeries(published, next, 'after');
  expect(bench.view(next).steps.fitting.state).toBe('confirmed');
  expect(bench.view(next).verification.phase).toBe('not-started');
  const start = () => startVerification(published, next, known.user, 15);
  expect(problemCodeOf(start)).toBe('test-user-published');
  expect(bench.queued(next)).not.toContain('create-assignment waiting');
});

test('the queue is woken once everything is written, never between', () => {
  const bench = openJobs();
  const first = startJob(bench.parts);
  fitOne(bench, first);
  const next = beginSeriesLike(bench.parts, first, null);
  chooseCar(bench.parts, next, known.otherCar);
  const inTransaction: boolean[] = [];
  const wake = () => inTransaction.push(bench.database.sqlite.inTransaction);
  fitInSeries({ ...bench.parts, wake }, next, known.otherBox);
  expect(inTransaction).toEqual([false]);
});

test('a step that was left out is left out with the next cars, and a new choice applies from then on', () => {
  const bench = openJobs();
  const first = beginSeries(bench.parts, null);
  chooseCar(bench.parts, first, known.car);
  skipStep(bench.parts, first, 'keyfob', { typed: 'Not needed here' });
  const [series] = listSeries(bench.database.sqlite);
  if (series === undefined) throw new Error('the series goes on');
  const second = nextInSeries(bench.parts, series.id);
  expect(bench.view(second).steps.keyfob.state).toBe('skipped');
  expect(bench.view(second).history.map(({ says }) => says.key)).toContain('history.step-skipped.keyfob');
  chooseCar(bench.parts, second, known.otherCar);
  takeKey(bench.parts, second, someKey);
  expect(bench.view(nextInSeries(bench.parts, series.id)).key).toMatchObject({ id: someKey.id });
});

test('an empty next car is there again, also after a restart; nothing is begun twice', () => {
  const folder = dataFolder();
  const bench = openJobs(folder);
  const first = startJob(bench.parts);
  fitOne(bench, first);
  const next = beginSeriesLike(bench.parts, first, null);
  bench.database.close();
  const again = openJobs(folder);
  const [series] = listSeries(again.database.sqlite);
  expect(series).toMatchObject({ open: next, shares: { like: { brand: 'Ford' } } });
  if (series === undefined) throw new Error('the series goes on');
  expect(nextInSeries(again.parts, series.id)).toBe(next);
});

test('another make and the same car again are reported, and block nothing', () => {
  const bench = openJobs();
  const first = startJob(bench.parts);
  fitOne(bench, first);
  const next = beginSeriesLike(bench.parts, first, null);
  chooseCar(bench.parts, next, known.car);
  expect(bench.view(next).series?.traps).toEqual([
    { key: 'series.trap.sameCar', params: { car: 'M BX 1077' } },
  ]);
  createCar(bench.parts, next, { ...NO_MORE, licensePlate: 'M XY 1', brand: 'Renault' });
  expect(bench.view(next).series?.traps).toEqual([
    { key: 'series.trap.otherMake', params: { car: 'Renault', like: 'Ford' } },
  ]);
});

test('an ended series lets its cars be finished by themselves and begins no more', () => {
  const bench = openJobs();
  const first = startJob(bench.parts);
  fitOne(bench, first);
  const next = beginSeriesLike(bench.parts, first, null);
  chooseCar(bench.parts, next, known.otherCar);
  const [series] = listSeries(bench.database.sqlite);
  if (series === undefined) throw new Error('the series goes on');
  endSeries(bench.parts, series.id);
  expect(listSeries(bench.database.sqlite)).toEqual([]);
  expect(bench.view(next).series).toMatchObject({ ended: true, traps: [] });
  expect(problemCodeOf(() => nextInSeries(bench.parts, series.id))).toBe('not-found');
  expect(problemCodeOf(() => fitInSeries(bench.parts, next, known.otherBox))).toBe('not-found');
  finishJob(bench.parts, next);
  expect(bench.view(next).finishedAt).not.toBeNull();
});

test('“opened and closed” records both and removes the test access, or does nothing at all', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  fitOne(bench, job);
  const create = bench.operations(job).find(({ kind }) => kind === 'create-assignment');
  if (create === undefined) throw new Error('a test access was asked for');
  bench.becomes(create.id, 'done');
  bench.refuseToLog('removal-requested');
  expect(() => proveAccess(bench.parts, job)).toThrow('the log cannot be written');
  expect(bench.view(job).verification).toMatchObject({ opened: null, closed: null });
  bench.refuseToLog('job-finished');
  proveAccess(bench.parts, job);
  expect(bench.view(job).verification).toMatchObject({ opened: true, closed: true });
  expect(bench.queued(job).slice(3)).toEqual([
    'create-event ready',
    'create-event waiting',
    'delete-assignment ready',
  ]);
});
