import { expect, test } from 'vitest';
import { addPhoto } from '../../../electron/jobs/pictures.ts';
import { answerItem, completeChecklist } from '../../../electron/jobs/steps/fitting.ts';
import { checklistTemplate, LONGEST_REASON } from '../../../shared/domain/checklist.ts';
import type { JobId } from '../../../shared/ids.ts';
import { codeOfRejection, problemCodeOf } from '../../integration/db/problem-code.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { beginWith, type JobBench } from './bench.ts';

const phase = 'before';
const text = (en: string) => ({ en });
const may = { required: true, mayNotApply: true, phase } as const;
const template = checklistTemplate.parse({
  id: 'ours',
  version: 1,
  title: text('Our list'),
  items: [
    { ...may, id: 'alarm', type: 'confirm', text: text('Alarm works') },
    { id: 'fuse', type: 'confirm', required: true, phase, text: text('Fuse in') },
    { ...may, id: 'trailer', type: 'photo', text: text('Trailer socket') },
    {
      id: 'alarm-off',
      type: 'text',
      required: true,
      phase,
      text: text('Why is the alarm off?'),
      when: { item: 'alarm', confirmed: false },
    },
  ],
});

const begin = () => beginWith(template);

const answersLogged = ({ database }: JobBench, job: JobId) =>
  database.sqlite
    .prepare<[JobId], string>(
      "SELECT data FROM log_entry WHERE job_id = ? AND type = 'checklist-answered' ORDER BY number",
    )
    .pluck()
    .all(job)
    .map((data): unknown => JSON.parse(data));

test('an item that may not apply counts as answered with a reason, and the log has the reason', () => {
  const { bench, job } = begin();
  answerItem(bench.parts, job, 'alarm', { notApplicable: '  This van has  no alarm ' });
  answerItem(bench.parts, job, 'trailer', { notApplicable: 'No trailer socket' });
  expect(problemCodeOf(() => completeChecklist(bench.parts, job, 'before'))).toBe('value-missing');
  answerItem(bench.parts, job, 'fuse', true);
  completeChecklist(bench.parts, job, 'before');
  expect(bench.view(job)).toMatchObject({
    checklist: { answers: { alarm: { notApplicable: 'This van has no alarm' } } },
    steps: { before: { state: 'confirmed' } },
  });
  expect(answersLogged(bench, job)[0]).toEqual({
    template: 'ours',
    version: 1,
    phase,
    item: 'alarm',
    text: 'Alarm works',
    answer: null,
    notApplicable: 'This van has no alarm',
  });
  expect(bench.view(job).history.map(({ says }) => says.key)).toContain('history.checklist-not-applicable');
});

test('an item whose template does not allow it cannot be declared as not applying', () => {
  const { bench, job } = begin();
  expect(problemCodeOf(() => answerItem(bench.parts, job, 'fuse', { notApplicable: 'No fuse' }))).toBe(
    'input-invalid',
  );
  expect(bench.view(job).checklist.answers).toEqual({});
  expect(answersLogged(bench, job)).toEqual([]);
});

test.each([
  ['', 'reason-missing'],
  [' \n ', 'reason-missing'],
  ['x'.repeat(LONGEST_REASON + 1), 'name-too-long'],
])('the reason is needed and bounded: %j', (reason, code) => {
  const { bench, job } = begin();
  expect(problemCodeOf(() => answerItem(bench.parts, job, 'alarm', { notApplicable: reason }))).toBe(code);
  expect(answersLogged(bench, job)).toEqual([]);
});

test('the same reason twice is one entry; an answer after it is a change, and the log has both', () => {
  const { bench, job } = begin();
  for (let time = 0; time < 2; time += 1)
    answerItem(bench.parts, job, 'alarm', { notApplicable: 'No alarm' });
  answerItem(bench.parts, job, 'alarm', true);
  answerItem(bench.parts, job, 'alarm', { notApplicable: 'None after all' });
  expect(answersLogged(bench, job)).toMatchObject([
    { answer: null, notApplicable: 'No alarm' },
    { answer: true, before: null },
    { answer: null, notApplicable: 'None after all', before: true },
  ]);
});

test('a condition on an item that does not apply is not met', () => {
  const { bench, job } = begin();
  answerItem(bench.parts, job, 'fuse', true);
  answerItem(bench.parts, job, 'trailer', { notApplicable: 'No socket' });
  answerItem(bench.parts, job, 'alarm', { notApplicable: 'No alarm' });
  completeChecklist(bench.parts, job, 'before');
  expect(bench.view(job).steps.before.state).toBe('confirmed');
});

test('a photo item does not apply only while it has no photo, and takes photos only after that is withdrawn', async () => {
  const { bench, job } = begin();
  answerItem(bench.parts, job, 'trailer', { notApplicable: 'No socket' });
  const add = () => addPhoto(bench.parts, job, 'trailer', madeJpeg('socket'));
  expect(await codeOfRejection(add())).toBe('input-invalid');
  answerItem(bench.parts, job, 'trailer', null);
  expect(bench.view(job).checklist.answers).toEqual({});
  expect(problemCodeOf(() => answerItem(bench.parts, job, 'trailer', null))).toBe('input-invalid');
});
