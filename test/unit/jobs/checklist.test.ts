import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createChecklists, openTemplateFolder } from '../../../electron/jobs/checklists.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { answerItem, chooseChecklist, completeChecklist } from '../../../electron/jobs/steps/fitting.ts';
import { checklistTemplate } from '../../../shared/domain/checklist.ts';
import type { JobId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { dataFolder, type JobBench, known, openJobs, someKey } from './bench.ts';

const text = (en: string) => ({ en, de: `${en} (de)` });
const template = (version: number, en = 'Voltage at the plug') =>
  checklistTemplate.parse({
    id: 'ours',
    version,
    title: text('Our list'),
    items: [
      { id: 'battery', type: 'confirm', required: true, text: text('Battery off') },
      { id: 'voltage', type: 'number', required: true, unit: 'V', min: 11.5, max: 15, text: text(en) },
      {
        id: 'blade',
        type: 'confirm',
        required: true,
        text: text('Blade out'),
        only: { keyForms: ['flip key'] },
      },
      { id: 'note', type: 'text', required: false, text: text('A note') },
    ],
  });

/** A job over a workshop's own checklists, which may change while the job is open. */
function openWorkshop(): JobBench & { readonly save: (version: number, en?: string) => void } {
  const path = mkdtempSync(join(tmpdir(), 'boxwright-own-lists-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const folder = openTemplateFolder(path);
  folder.write(template(1));
  const checklists = createChecklists({ folder, remembered: () => [] });
  return {
    ...openJobs(dataFolder(), checklists),
    save: (version, en) => {
      folder.write(template(version, en));
      checklists.reread();
    },
  };
}

const begin = ({ parts }: JobBench) => {
  const job = startJob(parts);
  chooseCar(parts, job, known.car);
  chooseChecklist(parts, job, 'ours');
  return job;
};
const logOf = ({ database }: JobBench, job: JobId, type: string) =>
  database.sqlite
    .prepare<[JobId, string], string>(
      'SELECT data FROM log_entry WHERE job_id = ? AND type = ? ORDER BY number',
    )
    .pluck()
    .all(job, type)
    .map((data): unknown => JSON.parse(data));

test('a value outside of its range is refused without a reason, and nothing is written', () => {
  const bench = openWorkshop();
  const job = begin(bench);
  expect(problemCodeOf(() => answerItem(bench.parts, job, 'voltage', 9.8))).toBe('answer-outside');
  expect(problemCodeOf(() => answerItem(bench.parts, job, 'voltage', 9.8, '  \n '))).toBe('answer-outside');
  expect(bench.view(job)).toMatchObject({ checklist: { answers: {} }, forced: [], forcedCount: 0 });
  expect(logOf(bench, job, 'checklist-answered')).toEqual([]);
});

test('an overridden value leaves its mark on the job, in the log and in its history, with the item’s text', () => {
  const bench = openWorkshop();
  const job = begin(bench);
  answerItem(bench.parts, job, 'voltage', 9.8, ' The battery is  old, customer knows ');
  const reason = 'The battery is old, customer knows';
  expect(bench.view(job)).toMatchObject({
    checklist: { answers: { voltage: 9.8 } },
    forcedCount: 1,
    forced: [
      {
        template: 'ours',
        item: 'voltage',
        text: { en: 'Voltage at the plug', de: 'Voltage at the plug (de)' },
        value: 9.8,
        deviation: { kind: 'below', min: 11.5, max: 15, unit: 'V' },
        reason,
        worker: 'Bay 3 Tester',
      },
    ],
  });
  expect(logOf(bench, job, 'answer-forced')).toEqual([
    { template: 'ours', version: 1, phase: 'after', item: 'voltage', text: 'Voltage at the plug', value: 9.8, kind: 'below', min: 11.5, max: 15, unit: 'V', reason },
  ]); // prettier-ignore
  expect(bench.view(job).history.at(-1)?.says).toMatchObject({
    key: 'history.answer-forced',
    params: { value: 9.8, unit: 'V', reason },
  });
});

test('putting a forced value right keeps the mark: it is there for good', () => {
  const bench = openWorkshop();
  const job = begin(bench);
  answerItem(bench.parts, job, 'voltage', 9.8, 'The battery is old');
  answerItem(bench.parts, job, 'voltage', 12.6);
  expect(bench.view(job)).toMatchObject({
    checklist: { answers: { voltage: 12.6 } },
    forced: [{ value: 9.8, reason: 'The battery is old' }],
  });
});

test('the same answer given twice is one entry, overridden or not', () => {
  const bench = openWorkshop();
  const job = begin(bench);
  for (let time = 0; time < 2; time += 1) answerItem(bench.parts, job, 'voltage', 9.8, 'Old battery');
  for (let time = 0; time < 2; time += 1) answerItem(bench.parts, job, 'battery', true);
  expect(bench.view(job).forced).toHaveLength(1);
  expect(logOf(bench, job, 'checklist-answered')).toHaveLength(2);
});

test('a job begun with a version keeps it, words and all, when a newer one is saved', () => {
  const bench = openWorkshop();
  const job = begin(bench);
  answerItem(bench.parts, job, 'voltage', 12.6);
  bench.save(2, 'Voltage, now asked in other words');
  expect(bench.view(job).checklist).toMatchObject({
    kept: true,
    template: { version: 1, items: [{}, { text: { en: 'Voltage at the plug' } }, {}, {}] },
    answers: { voltage: 12.6 },
  });
  const next = begin(bench);
  expect(bench.view(next).checklist.template.version).toBe(2);
});

test('the first answer keeps the checklist that was suggested until then', () => {
  const bench = openWorkshop();
  const job = startJob(bench.parts);
  expect(bench.view(job).checklist).toMatchObject({ kept: false, template: { id: 'ours', version: 1 } });
  bench.save(2);
  expect(bench.view(job).checklist.template.version).toBe(2);
  answerItem(bench.parts, job, 'battery', true);
  bench.save(3);
  expect(bench.view(job).checklist).toMatchObject({ kept: true, template: { version: 2 } });
  expect(logOf(bench, job, 'checklist-answered')).toEqual([
    { template: 'ours', version: 2, phase: 'after', item: 'battery', text: 'Battery off', answer: true },
  ]);
});

test('another checklist begins empty, and the first one has its answers again when it is chosen again', () => {
  const bench = openWorkshop();
  const job = begin(bench);
  answerItem(bench.parts, job, 'battery', true);
  chooseChecklist(bench.parts, job, 'machine');
  expect(bench.view(job).checklist).toMatchObject({ template: { id: 'machine' }, answers: {} });
  bench.save(2);
  chooseChecklist(bench.parts, job, 'ours');
  expect(bench.view(job).checklist).toMatchObject({
    template: { id: 'ours', version: 1 },
    answers: { battery: true },
  });
});

test('a checklist that is not there cannot be chosen', () => {
  const bench = openWorkshop();
  const job = begin(bench);
  expect(problemCodeOf(() => chooseChecklist(bench.parts, job, 'gone'))).toBe('not-found');
});

test('the checklist is done when everything asked is answered; a key that brings a question opens it again', () => {
  const bench = openWorkshop();
  const job = begin(bench);
  installBox(bench.parts, job, known.box);
  answerItem(bench.parts, job, 'battery', true);
  expect(problemCodeOf(() => completeChecklist(bench.parts, job, 'after'))).toBe('value-missing');
  answerItem(bench.parts, job, 'voltage', 12.6);
  completeChecklist(bench.parts, job, 'after');
  expect(bench.view(job)).toMatchObject({
    checklist: { complete: true },
    steps: { fitting: { state: 'confirmed' } },
  });
  takeKey(bench.parts, job, someKey);
  expect(bench.view(job)).toMatchObject({
    checklist: { complete: false },
    steps: { fitting: { state: 'open' } },
  });
  answerItem(bench.parts, job, 'blade', true);
  completeChecklist(bench.parts, job, 'after');
  expect(bench.view(job).steps.fitting.state).toBe('confirmed');
});

test.each([
  ['battery', 'yes'],
  ['voltage', '12'],
  ['voltage', Number.NaN],
  ['note', true],
  ['note', '   '],
])('an answer of another kind is refused: %s %s', (item, answer) => {
  const bench = openWorkshop();
  const job = begin(bench);
  expect(problemCodeOf(() => answerItem(bench.parts, job, item, answer))).toBe('input-invalid');
});

test('a reason longer than anybody reads is refused', () => {
  const bench = openWorkshop();
  const job = begin(bench);
  const long = 'x'.repeat(501);
  expect(problemCodeOf(() => answerItem(bench.parts, job, 'voltage', 9, long))).toBe('name-too-long');
});

test('a job of the first builds, which kept only the name of its checklist, is shown with its words and answers', () => {
  const bench = openWorkshop();
  const job = begin(bench);
  const old = {
    version: 1, car: null, key: null, skipped: [], box: null, group: null, verification: null,
    checklist: { templateId: 'standard', templateVersion: 1, answers: { 'supply-voltage': 12.6 }, completedAt: null },
  }; // prettier-ignore
  bench.database.write(({ sqlite }) =>
    sqlite.prepare<[string, JobId]>('UPDATE job SET data = ? WHERE id = ?').run(JSON.stringify(old), job),
  );
  expect(bench.view(job).checklist).toMatchObject({
    template: { id: 'standard', version: 1 },
    answers: { 'supply-voltage': 12.6 },
  });
});
