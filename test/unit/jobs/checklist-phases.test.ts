import { expect, test } from 'vitest';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { startJob, skipStep } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { answerItem, completeChecklist } from '../../../electron/jobs/steps/fitting.ts';
import { addPhoto } from '../../../electron/jobs/pictures.ts';
import { type ChecklistTemplate, checklistTemplate } from '../../../shared/domain/checklist.ts';
import type { JobId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { dataFolder, type JobBench, known, openJobs, someKey } from './bench.ts';

const jpeg = madeJpeg(Buffer.from([2]));
const text = (en: string) => ({ en });
const inTwoParts = checklistTemplate.parse({
  id: 'parts',
  version: 1,
  title: text('In two parts'),
  items: [
    { id: 'lights', phase: 'before', type: 'confirm', required: true, text: text('No warning light') },
    { id: 'place', phase: 'after', type: 'confirm', required: true, text: text('Trim refitted') },
    { id: 'picture', type: 'photo', required: false, text: text('The Box in its place') },
  ],
});
const withoutPhases: ChecklistTemplate = {
  ...inTwoParts,
  items: inTwoParts.items.map(({ phase: _phase, ...item }) => item),
};

function begin(template = inTwoParts): { readonly bench: JobBench; readonly job: JobId } {
  const bench = openJobs(dataFolder(), {
    current: () => template,
    version: () => template,
    suggest: () => template,
    publicationOf: () => null,
  });
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  takeKey(bench.parts, job, someKey);
  return { bench, job };
}

const stateOf = ({ bench, job }: ReturnType<typeof begin>) => {
  const { step, steps } = bench.view(job);
  return [step, steps.before.state, steps.box.state, steps.fitting.state];
};

test('a job goes from the checks before to the Box, then to the checks with the Box in its place', () => {
  const walk = begin();
  const { bench, job } = walk;
  expect(stateOf(walk)).toEqual(['before', 'open', 'open', 'open']);
  answerItem(bench.parts, job, 'lights', true);
  completeChecklist(bench.parts, job, 'before');
  expect(stateOf(walk)).toEqual(['box', 'confirmed', 'open', 'open']);
  installBox(bench.parts, job, known.box, '');
  expect(stateOf(walk)).toEqual(['fitting', 'confirmed', 'saved', 'open']);
  answerItem(bench.parts, job, 'place', true);
  completeChecklist(bench.parts, job, 'after');
  expect(stateOf(walk)).toEqual(['group', 'confirmed', 'saved', 'confirmed']);
});

test('no Box is taken while the checks before it are open; once they are left out, it is taken', () => {
  const { bench, job } = begin();
  expect(problemCodeOf(() => installBox(bench.parts, job, known.box, ''))).toBe('step-not-ready');
  expect(bench.view(job).box).toBeNull();
  answerItem(bench.parts, job, 'lights', true);
  expect(problemCodeOf(() => installBox(bench.parts, job, known.box, ''))).toBe('step-not-ready');
  skipStep(bench.parts, job, 'before', { typed: 'Not needed here' });
  installBox(bench.parts, job, known.box, '');
  expect(bench.view(job).box?.serialNumber).toBe(known.box);
});

test('checks that attest the fitted Box are not closed before there is a Box', () => {
  const { bench, job } = begin();
  answerItem(bench.parts, job, 'lights', true);
  answerItem(bench.parts, job, 'place', true);
  completeChecklist(bench.parts, job, 'before');
  expect(problemCodeOf(() => completeChecklist(bench.parts, job, 'after'))).toBe('step-not-ready');
  expect(bench.view(job).steps.fitting.state).toBe('open');
});

test('each part needs its own answers alone, and an answer that changes opens its own part alone', async () => {
  const walk = begin();
  const { bench, job } = walk;
  expect(problemCodeOf(() => completeChecklist(bench.parts, job, 'before'))).toBe('value-missing');
  answerItem(bench.parts, job, 'lights', true);
  completeChecklist(bench.parts, job, 'before');
  installBox(bench.parts, job, known.box, '');
  expect(problemCodeOf(() => completeChecklist(bench.parts, job, 'after'))).toBe('value-missing');
  answerItem(bench.parts, job, 'place', true);
  completeChecklist(bench.parts, job, 'after');
  answerItem(bench.parts, job, 'lights', null);
  expect(stateOf(walk)).toEqual(['before', 'open', 'saved', 'confirmed']);
  answerItem(bench.parts, job, 'lights', true);
  completeChecklist(bench.parts, job, 'before');
  await addPhoto(bench.parts, job, 'picture', jpeg);
  expect(stateOf(walk)).toEqual(['fitting', 'confirmed', 'saved', 'open']);
});

test('a checklist without phases asks everything with the Box in its place, and nothing before it', () => {
  const walk = begin(withoutPhases);
  const { bench, job } = walk;
  expect(stateOf(walk)).toEqual(['box', 'confirmed', 'open', 'open']);
  installBox(bench.parts, job, known.box, '');
  answerItem(bench.parts, job, 'lights', true);
  answerItem(bench.parts, job, 'place', true);
  completeChecklist(bench.parts, job, 'after');
  expect(bench.view(job).checklist.complete).toBe(true);
});

test('the log says of each answer and each closed part when it belongs', () => {
  const { bench, job } = begin();
  answerItem(bench.parts, job, 'lights', true);
  completeChecklist(bench.parts, job, 'before');
  installBox(bench.parts, job, known.box, '');
  answerItem(bench.parts, job, 'place', true);
  completeChecklist(bench.parts, job, 'after');
  const phases = bench.database.sqlite
    .prepare<[JobId], string>(
      `SELECT type || ' ' || json_extract(data, '$.phase') FROM log_entry
       WHERE job_id = ? AND type LIKE 'checklist-%' ORDER BY number`,
    )
    .pluck()
    .all(job);
  expect(phases).toEqual([
    'checklist-answered before',
    'checklist-completed before',
    'checklist-answered after',
    'checklist-completed after',
  ]);
});
