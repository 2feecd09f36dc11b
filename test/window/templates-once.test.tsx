import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { InstallationView, SentJob } from '../../shared/domain/job.ts';
import { van } from './page/car.ts';
import { jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

const OURS = 'a'.repeat(64);
const NEWER = 'b'.repeat(64);

const jobWith = (number: number, words: string) =>
  newInstallation(number, {
    car: van,
    step: 'before',
    checklist: {
      template: {
        id: 'ours',
        version: 1,
        title: { en: 'Our list' },
        items: [{ id: 'alarm', phase: 'before', type: 'confirm', required: true, text: { en: words } }],
      },
      kept: true,
      answers: {},
      carried: [],
      toExplain: [],
      complete: false,
    },
  });

/** As main answers: the template by its digest, and itself only where the whole job is asked for. */
const sent = (job: InstallationView, digest: string, whole = false): SentJob => ({
  ...job,
  checklist: { ...job.checklist, digest, template: whole ? job.checklist.template : null },
});

const beside = {
  'jobs.mountings': () => ({ places: [], shared: false, readAt: null }),
  'jobs.saveDraft': () => ({}),
} as const;
const heading = 'Before the Box goes in';
const row = (words: string) => page.getByRole('listitem').filter({ hasText: words });
const wholes = () => main.asked('jobs.get').filter((input) => JSON.stringify(input).includes('true'));

test('a template is fetched once by its digest; another digest brings its own', async () => {
  const [first, second] = [nextJobNumber(), nextJobNumber()];
  await openWindow({ screen: 'job', jobId: jobNumber(first) }, heading, {
    ...beside,
    'jobs.get': ({ whole }) => sent(jobWith(first, 'Alarm works'), OURS, whole),
  });
  await expect.element(row('Alarm works')).toBeVisible();
  expect(wholes()).toHaveLength(1);

  main.answer({ 'jobs.get': ({ whole }) => sent(jobWith(second, 'Alarm works'), OURS, whole) });
  window.location.hash = `#/jobs/${jobNumber(second)}`;
  await expect.element(row('Alarm works')).toBeVisible();
  expect(wholes()).toHaveLength(1);

  main.answer({ 'jobs.get': ({ whole }) => sent(jobWith(second, 'Alarm is quiet'), NEWER, whole) });
  main.announce(`job:${jobNumber(second)}`);
  await expect.element(row('Alarm is quiet')).toBeVisible();
  expect(wholes()).toHaveLength(2);
});

test('a step whose answer names a template that is new here is shown with that template', async () => {
  const number = nextJobNumber();
  const digest = 'c'.repeat(64);
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, heading, {
    ...beside,
    'jobs.get': ({ whole }) => sent(jobWith(number, 'Fuse in'), digest, whole),
    'jobs.answer': () => {
      main.answer({
        'jobs.get': ({ whole }) => sent(jobWith(number, 'Fuse in, 10 A'), 'd'.repeat(64), whole),
      });
      return sent(jobWith(number, 'Fuse in, 10 A'), 'd'.repeat(64));
    },
  });
  await row('Fuse in').getByRole('checkbox').click();
  await expect.element(row('Fuse in, 10 A')).toBeVisible();
});
