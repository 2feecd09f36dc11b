import { describe, expect, test } from 'vitest';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { addPhoto, removePhoto } from '../../../electron/jobs/pictures.ts';
import { answerItem, completeChecklist } from '../../../electron/jobs/steps/fitting.ts';
import { skipStep } from '../../../electron/jobs/start.ts';
import { checklistTemplate } from '../../../shared/domain/checklist.ts';
import type { JobId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { beginWith } from './bench.ts';

const phase = 'before';
const template = checklistTemplate.parse({
  id: 'ours',
  version: 1,
  title: { en: 'Our list' },
  items: [
    {
      id: 'voltage',
      type: 'number',
      required: true,
      unit: 'V',
      min: 11.5,
      max: 15,
      severity: 'critical',
      phase,
      text: { en: 'Battery voltage' },
    },
    {
      id: 'mileage',
      type: 'number',
      required: false,
      unit: 'km',
      min: 0,
      max: 10,
      severity: 'minor',
      photo: true,
      phase,
      text: { en: 'Mileage' },
    },
    {
      id: 'plug',
      type: 'confirm',
      required: true,
      photo: true,
      mayNotApply: true,
      phase,
      text: { en: 'Plug covered', de: 'Stecker abgedeckt' },
    },
  ],
});
const jpeg = madeJpeg('the plug');

const begin = () => beginWith(template);

type Begun = ReturnType<typeof begin>;

describe('a deviation from a critical item', () => {
  const deviating = () => {
    const { bench, job } = begin();
    answerItem(bench.parts, job, 'voltage', 9.8, 'The battery is old');
    answerItem(bench.parts, job, 'plug', { notApplicable: 'No plug' });
    return { bench, job };
  };

  test('is recorded with its reason and its severity', () => {
    const { bench, job } = deviating();
    expect(bench.view(job)).toMatchObject({
      checklist: { answers: { voltage: 9.8 }, complete: false },
      forced: [{ item: 'voltage', severity: 'critical', reason: 'The battery is old' }],
    });
    const logged = bench.database.sqlite
      .prepare<[JobId], string>("SELECT data FROM log_entry WHERE job_id = ? AND type = 'answer-forced'")
      .pluck()
      .all(job);
    expect(logged.map((data): unknown => JSON.parse(data))).toMatchObject([{ severity: 'critical' }]);
  });

  test.each([
    ['close its part', ({ bench, job }: Begun) => completeChecklist(bench.parts, job, phase)],
    [
      'leave its part out',
      ({ bench, job }: Begun) => skipStep(bench.parts, job, phase, { typed: 'No time' }),
    ],
    ['finish the job', ({ bench, job }: Begun) => finishJob(bench.parts, job)],
  ] as const)('does not let a person %s, and writes nothing', (_, act) => {
    const begun = deviating();
    const { bench, job } = begun;
    const before = bench.logged(job);
    expect(problemCodeOf(() => act(begun))).toBe('answer-critical');
    expect(bench.logged(job)).toEqual(before);
  });

  test('does not let a person finish a job whose part was left out earlier', () => {
    const { bench, job } = begin();
    skipStep(bench.parts, job, phase, { typed: 'No time' });
    answerItem(bench.parts, job, 'voltage', 9.8, 'The battery is old');
    expect(problemCodeOf(() => finishJob(bench.parts, job))).toBe('answer-critical');
  });

  test('ends when it is put right; its mark stays', () => {
    const { bench, job } = deviating();
    answerItem(bench.parts, job, 'voltage', 12.4);
    completeChecklist(bench.parts, job, phase);
    expect(bench.view(job)).toMatchObject({ steps: { before: { state: 'confirmed' } }, forcedCount: 1 });
    finishJob(bench.parts, job);
  });

  test('is one of critical items alone', async () => {
    const { bench, job } = begin();
    answerItem(bench.parts, job, 'voltage', 12.4);
    answerItem(bench.parts, job, 'plug', { notApplicable: 'No plug' });
    answerItem(bench.parts, job, 'mileage', 99, 'A long way');
    await addPhoto(bench.parts, job, 'mileage-photo', jpeg);
    completeChecklist(bench.parts, job, phase);
    expect(bench.view(job).forced).toMatchObject([{ item: 'mileage', severity: 'minor' }]);
  });
});

describe('a photo beside an answer', () => {
  const photo = 'plug-photo';
  const answered = () => {
    const { bench, job } = begin();
    answerItem(bench.parts, job, 'voltage', 12.4);
    answerItem(bench.parts, job, 'plug', true);
    return { bench, job };
  };

  test('is required before the part can be closed', async () => {
    const { bench, job } = answered();
    expect(problemCodeOf(() => completeChecklist(bench.parts, job, phase))).toBe('value-missing');
    await addPhoto(bench.parts, job, photo, jpeg);
    completeChecklist(bench.parts, job, phase);
    expect(bench.view(job).steps.before.state).toBe('confirmed');
  });

  test('opens the part again when it is removed', async () => {
    const { bench, job } = answered();
    await addPhoto(bench.parts, job, photo, jpeg);
    completeChecklist(bench.parts, job, phase);
    const [digest] = Object.values(bench.view(job).checklist.answers).flatMap((answer) =>
      typeof answer === 'object' && 'photos' in answer ? answer.photos : [],
    );
    if (digest === undefined) throw new Error('no photo');
    removePhoto(bench.parts, job, photo, digest);
    expect(bench.view(job).steps.before.state).not.toBe('confirmed');
    expect(problemCodeOf(() => completeChecklist(bench.parts, job, phase))).toBe('value-missing');
  });

  test('has the words of its item, in the log too', async () => {
    const { bench, job } = answered();
    await addPhoto(bench.parts, job, photo, jpeg);
    const [logged] = bench.database.sqlite
      .prepare<[JobId], string>("SELECT data FROM log_entry WHERE job_id = ? AND type = 'photo-taken'")
      .pluck()
      .all(job)
      .map((data): unknown => JSON.parse(data));
    expect(logged).toMatchObject({ item: photo, phase, text: 'Photo: Plug covered' });
  });

  test('is not asked where the item does not apply', () => {
    const { bench, job } = begin();
    answerItem(bench.parts, job, 'voltage', 12.4);
    answerItem(bench.parts, job, 'plug', { notApplicable: 'No plug' });
    completeChecklist(bench.parts, job, phase);
    expect(bench.view(job).steps.before.state).toBe('confirmed');
  });

  test('is required beside an optional item once that is answered', () => {
    const { bench, job } = begin();
    answerItem(bench.parts, job, 'voltage', 12.4);
    answerItem(bench.parts, job, 'plug', { notApplicable: 'No plug' });
    answerItem(bench.parts, job, 'mileage', 5);
    expect(problemCodeOf(() => completeChecklist(bench.parts, job, phase))).toBe('value-missing');
    answerItem(bench.parts, job, 'mileage', null);
    completeChecklist(bench.parts, job, phase);
  });

  test('cannot be answered by typed text', () => {
    const { bench, job } = answered();
    expect(problemCodeOf(() => answerItem(bench.parts, job, photo, 'a text'))).toBe('input-invalid');
  });
});
