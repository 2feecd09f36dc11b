import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { beginSeriesLike, completeInSeries, takeCarInSeries } from '../../../electron/jobs/series/series.ts';
import { discardOf, startJob, skipStep } from '../../../electron/jobs/start.ts';
import { loadInstallation } from '../../../electron/jobs/change.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar, createCar } from '../../../electron/jobs/steps/car.ts';
import { answerItem, answerTogether, chooseChecklist } from '../../../electron/jobs/steps/fitting.ts';
import { checkTemplate } from '../../../shared/domain/checklist-faults.ts';
import { checklistTemplate } from '../../../shared/domain/checklist.ts';
import { togetherIn } from '../../../shared/domain/checklist-asking.ts';
import type { JobId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { dataFolder, type JobBench, known, openJobs } from './bench.ts';

const text = (en: string) => ({ en });
const template = checklistTemplate.parse({
  id: 'van',
  version: 3,
  title: text('Van'),
  items: [
    {
      id: 'lights',
      phase: 'before',
      type: 'choice',
      required: true,
      together: 'state',
      usual: 'none',
      text: text('Lights'),
      options: [
        { id: 'none', text: text('None') },
        { id: 'some', text: text('Some') },
      ],
    },
    { id: 'note', phase: 'before', type: 'text', required: false, text: text('Note') },
    { id: 'doors', phase: 'before', type: 'confirm', required: true, together: 'state', text: text('Doors') },
    {
      id: 'place',
      type: 'choice',
      required: true,
      alike: true,
      text: text('Place'),
      options: [
        { id: 'dash', text: text('Dash') },
        { id: 'seat', text: text('Seat') },
      ],
    },
    { id: 'volts', type: 'number', required: true, unit: 'V', min: 11, max: 15, text: text('Volts') },
  ],
});
const open = () =>
  openJobs(dataFolder(), {
    current: () => template,
    version: () => template,
    suggest: () => template,
    publicationOf: () => null,
  });

const facts = z.record(z.string(), z.unknown());

function answersLogged(bench: JobBench, job: JobId) {
  return bench.database.sqlite
    .prepare<[JobId], string>(
      "SELECT data FROM log_entry WHERE job_id = ? AND type = 'checklist-answered' ORDER BY number",
    )
    .pluck()
    .all(job)
    .map((data) => facts.parse(JSON.parse(data)));
}

/** The first van, fitted under its seat, and the next one of the series. */
function seriesOfVans() {
  const bench = open();
  const first = startJob(bench.parts);
  chooseCar(bench.parts, first, known.car);
  chooseChecklist(bench.parts, first, 'van');
  answerItem(bench.parts, first, 'lights', 'none');
  answerItem(bench.parts, first, 'place', 'seat');
  answerItem(bench.parts, first, 'volts', 12.6);
  const next = beginSeriesLike(bench.parts, first, null);
  return { bench, next };
}

const take = (bench: JobBench, job: JobId) =>
  takeCarInSeries(bench.parts, job, (inside) => chooseCar(inside, job, known.otherCar));

describe('ticking together', () => {
  test('gives each open item its usual answer, with a log entry that marks it', () => {
    const bench = open();
    const job = startJob(bench.parts);
    chooseCar(bench.parts, job, known.car);
    answerTogether(bench.parts, job, 'state');
    expect(bench.view(job).checklist.answers).toEqual({ lights: 'none', doors: true });
    expect(answersLogged(bench, job)).toMatchObject([
      { item: 'lights', answer: 'none', together: true },
      { item: 'doors', answer: true, together: true },
    ]);
    expect(bench.view(job).checklist.origins).toEqual([
      { item: 'lights', origin: 'together' },
      { item: 'doors', origin: 'together' },
    ]);
  });

  test('is no longer marked on an answer that a person gave afterwards', () => {
    const bench = open();
    const job = startJob(bench.parts);
    chooseCar(bench.parts, job, known.car);
    answerTogether(bench.parts, job, 'state');
    answerItem(bench.parts, job, 'lights', 'some');
    expect(bench.view(job).checklist.origins).toEqual([{ item: 'doors', origin: 'together' }]);
  });

  test('keeps an answer that a person gave', () => {
    const bench = open();
    const job = startJob(bench.parts);
    chooseCar(bench.parts, job, known.car);
    answerItem(bench.parts, job, 'lights', 'some');
    answerTogether(bench.parts, job, 'state');
    expect(bench.view(job).checklist.answers).toEqual({ lights: 'some', doors: true });
    expect(answersLogged(bench, job).map(({ together }) => together)).toEqual([undefined, true]);
  });

  test('is refused for a name that no asked item bears', () => {
    const bench = open();
    const job = startJob(bench.parts);
    expect(problemCodeOf(() => answerTogether(bench.parts, job, 'elsewhere'))).toBe('not-found');
  });

  test('shows its items where the first of them stands', () => {
    expect(togetherIn(template.items).map(({ name, items }) => [name, items.map(({ id }) => id)])).toEqual([
      ['state', ['lights', 'doors']],
      [null, ['note']],
      [null, ['place']],
      [null, ['volts']],
    ]);
  });

  test('is for ticks and for choices with a usual option that exists', () => {
    const [, note] = template.items;
    const [lights] = template.items;
    const faults = checkTemplate({
      ...template,
      items: [
        { ...lights, usual: 'few' },
        { ...note, together: 'state' },
      ],
    });
    expect(faults.ok ? [] : faults.error.map(({ says }) => says.key)).toEqual([
      'checklists.fault.usual-unknown',
      'checklists.fault.together-kind',
    ]);
  });

  test('is for one part: an act before the Box answers nothing of the later part', () => {
    const items = template.items.map((item) => (item.id === 'place' ? { ...item, together: 'state' } : item));
    const faults = checkTemplate({
      ...template,
      items: items.map((item) => (item.type === 'choice' ? { ...item, usual: item.options[0]?.id } : item)),
    });
    expect(faults.ok ? [] : faults.error.map(({ item, says }) => [item, says.key])).toEqual([
      [1, 'checklists.fault.together-parts'],
      [3, 'checklists.fault.together-parts'],
      [4, 'checklists.fault.together-parts'],
    ]);
  });
});

test.each(['photo', 'signature'])('no %s may be carried over from the last car', (type) => {
  const faults = checkTemplate({
    ...template,
    items: [...template.items, { id: 'proof', type, required: true, alike: true, text: text('Proof') }],
  });
  expect(faults.ok ? [] : faults.error.map(({ item, says }) => [item, says.key])).toEqual([
    [6, 'checklists.fault.alike-kind'],
  ]);
});

describe('the next car of a series', () => {
  test('has the alike answers of the last car, marked as such, and none that attests a car', () => {
    const { bench, next } = seriesOfVans();
    take(bench, next);
    expect(bench.view(next).checklist).toMatchObject({ answers: { place: 'seat' }, carried: ['place'] });
    expect(answersLogged(bench, next)).toEqual([]);
  });

  test('records them as carried over when a person closes their part, and not before', () => {
    const { bench, next } = seriesOfVans();
    take(bench, next);
    skipStep(bench.parts, next, 'before', { typed: 'Not what this is about' });
    installBox(bench.parts, next, known.otherBox);
    answerItem(bench.parts, next, 'volts', 12.4);
    completeInSeries(bench.parts, next, 'after');
    expect(answersLogged(bench, next)).toMatchObject([
      { item: 'volts', answer: 12.4 },
      { item: 'place', answer: 'seat', asLastCar: true },
    ]);
    expect(bench.view(next).checklist).toMatchObject({
      carried: [],
      origins: [{ item: 'place', origin: 'as-last-car' }],
    });
    expect(bench.view(next).steps.fitting.state).toBe('confirmed');
  });

  test('records an answer that a person gives again as their own', () => {
    const { bench, next } = seriesOfVans();
    take(bench, next);
    answerItem(bench.parts, next, 'place', 'seat');
    expect(answersLogged(bench, next)).toMatchObject([{ item: 'place', answer: 'seat' }]);
    expect(answersLogged(bench, next)[0]).not.toHaveProperty('asLastCar');
    expect(bench.view(next).checklist.carried).toEqual([]);
  });

  test('drops them when it is of another make, which is fitted otherwise', () => {
    const { bench, next } = seriesOfVans();
    takeCarInSeries(bench.parts, next, (inside) =>
      createCar(inside, next, { name: '', licensePlate: 'M XX 1', vin: '', brand: 'Opel', model: 'Vivaro' }),
    );
    expect(bench.view(next).checklist).toMatchObject({ answers: {}, carried: [] });
  });

  test('can be discarded at once while only carried answers are in it', () => {
    const { bench, next } = seriesOfVans();
    const { row, data } = loadInstallation(bench.database.sqlite, next);
    expect(discardOf(bench.database.sqlite, row, data)).toBe('at-once');
  });
});
