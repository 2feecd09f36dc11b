import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { emptyCopies, van } from './page/car.ts';
import { jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

let number = 0;
beforeEach(() => {
  number = nextJobNumber();
});

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Opens a job at its car, then Home. */
async function openedAndLeft(): Promise<void> {
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, 'Which car?', {
    'jobs.get': () => newInstallation(number),
    'directory.keys': () => ({ rows: [], asOf: null }),
    'directory.brands': () => ({ rows: [], asOf: null }),
    ...emptyCopies,
  });
  window.location.hash = '#/home';
  await expect.element(heading(/Bay 3 Tester/)).toBeVisible();
}

describe('a job that was opened before', () => {
  test('is at its present step, not at the one where it was left', async () => {
    await openedAndLeft();
    main.answer({ 'jobs.get': () => newInstallation(number, { car: van, step: 'keyfob' }) });
    main.announce(`job:${jobNumber(number)}`);
    window.location.hash = `#/jobs/${jobNumber(number)}`;
    await expect.element(heading('Which key does the car have?')).toBeVisible();
  });

  test('is not shown under another profile', async () => {
    await openedAndLeft();
    main.answer({
      'jobs.get': () => {
        throw new ProblemError(makeProblem('not-found'));
      },
    });
    main.announce('profile');
    window.location.hash = `#/jobs/${jobNumber(number)}`;
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(heading('Which car?')).not.toBeInTheDocument();
  });
});
