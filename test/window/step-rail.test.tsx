import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { StepState } from '../../shared/domain/job.ts';
import type { InstallationStep } from '../../shared/domain/job-steps.ts';
import { navigate } from '../../renderer/navigation/route.ts';
import { box, emptyCopies, van } from './page/car.ts';
import { jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

let number = 0;
beforeEach(() => {
  number = nextJobNumber();
});

type States = Partial<Record<InstallationStep, StepState>>;

function job(changes: Readonly<Record<string, unknown>>, states: States = {}) {
  const { steps } = newInstallation(number);
  const set = Object.entries(states).map(([step, state]) => [step, { state, says: null }]);
  return newInstallation(number, { ...changes, steps: { ...steps, ...Object.fromEntries(set) } });
}

async function openJob(view: ReturnType<typeof job>, title: string): Promise<void> {
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, title, {
    'jobs.get': () => view,
    'jobs.saveDraft': () => ({}),
    'jobs.preflight': () => ({ checks: [], variant: null, product: null, near: [] }),
    ...emptyCopies,
  });
}

const rail = () => page.getByRole('navigation', { name: 'Steps of this job' });
/** Each step of the rail with the words of what it waits for; `open` where it can be opened. */
function railSays(): string[] {
  return [...rail().element().querySelectorAll('li button')].map((button) => {
    const words = (button.textContent ?? '').replace(/^\d+/u, '');
    return button.hasAttribute('disabled') ? words : words.replace(/^(\w+?)(Open|Done|Left out).*$/u, '$1');
  });
}

describe('the rail', () => {
  test('asks for the car before the Box and everything after it', async () => {
    await openJob(job({}), 'Which car?');
    await expect
      .poll(railSays)
      .toEqual([
        'Car',
        'Key',
        'Before',
        'BoxFirst the car',
        'FittingFirst the car',
        'GroupFirst the car',
        'VerifyFirst the car',
        'Finish',
      ]);
  });

  test('asks for the checks before the Box, and for the Box before later steps', async () => {
    await openJob(job({ car: van, step: 'finish' }), 'Finish');
    await expect
      .poll(railSays)
      .toEqual([
        'Car',
        'Key',
        'Before',
        'BoxFirst the checks before',
        'FittingFirst the Box',
        'Group',
        'VerifyFirst the Box',
        'Finish',
      ]);
  });

  test('opens the Box once the checks before are left out, by the commit that says so', async () => {
    await openJob(job({ car: van, step: 'finish' }), 'Finish');
    main.answer({ 'jobs.get': () => job({ car: van, step: 'finish' }, { before: 'skipped' }) });
    main.announce(`job:${jobNumber(number)}`);
    await rail().getByRole('button', { name: /^Box/ }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Which Box goes in?' })).toBeVisible();
  });

  test('opens everything once there is a Box', async () => {
    await openJob(job({ car: van, box, step: 'finish' }), 'Finish');
    for (const step of ['Box', 'Fitting', 'Group', 'Verify'])
      await expect.element(rail().getByRole('button', { name: new RegExp(`^${step}`, 'u') })).toBeEnabled();
  });
});

describe('a job', () => {
  test.each([
    ['no car', {}, {}, 'Which car?'],
    ['a car and open checks', { car: van }, {}, 'Before the Box goes in'],
    ['a car and checks', { car: van }, { before: 'confirmed' }, 'Which Box goes in?'],
    ['a Box', { car: van, box }, {}, 'Try it for real'],
  ] as const)('saved at its test opens, with %s, at the first open step', async (_, facts, states, title) => {
    await openJob(job({ ...facts, step: 'verify' }, states), title);
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });
});

test('a job that is discarded late leaves a person at the screen that was opened since', async () => {
  const discarded = Promise.withResolvers<ReturnType<typeof job>>();
  const view = job({ discard: 'at-once' });
  await openJob(view, 'Which car?');
  main.answer({
    'jobs.discard': () => discarded.promise,
    'queue.order': () => ({ seqs: [], lines: [] }),
  });
  await rail()
    .getByRole('button', { name: /discard/i })
    .click();
  await main.wasAsked('jobs.discard');
  navigate({ screen: 'queue', show: 'open', operation: null });
  const queue = page.getByRole('heading', { level: 1, name: 'Queue' });
  await expect.element(queue).toBeVisible();
  discarded.resolve(view);
  await page.getByRole('searchbox').click();
  await expect.element(queue).toBeVisible();
});
