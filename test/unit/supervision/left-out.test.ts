import { expect, test } from 'vitest';
import { finishedJob, type Step } from './logged-job.ts';

const leftOut = (step: string): Step => ['step-skipped', { step, reason: 'Not needed here' }];
const about = { template: 'van', version: 1 };

test('each step that was left out raises the risk, and such a job is not green', () => {
  const { row, parts } = finishedJob(leftOut('before'), leftOut('fitting'));
  expect(parts).toContain('left-out');
  expect(row.green).toBe(false);
  expect(row.risk - finishedJob(leftOut('before')).row.risk).toBe(10);
});

test.each<readonly [string, Step]>([
  ['keyfob', ['key-chosen', { key: 1, form: 'Flip key', box: 'Box M', sap: 'SAP-100' }]],
  ['before', ['checklist-completed', { ...about, phase: 'before' }]],
  ['fitting', ['checklist-completed', { ...about, phase: 'after' }]],
  ['fitting', ['checklist-completed', about]],
  ['group', ['group-chosen', { group: 'Bay 3' }]],
  ['restore', ['restore-requested', { operation: 'op' }]],
])('%s is left out no more once it was done', (step, done) => {
  expect(finishedJob(leftOut(step)).parts).toContain('left-out');
  expect(finishedJob(leftOut(step), done).parts).not.toContain('left-out');
  expect(finishedJob(done, leftOut(step)).parts).toContain('left-out');
});

test('a part of the checklist that was done says nothing about the other one', () => {
  const done: Step = ['checklist-completed', { ...about, phase: 'after' }];
  expect(finishedJob(leftOut('before'), done).parts).toContain('left-out');
});
