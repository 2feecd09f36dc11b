import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ProblemCode } from '../../shared/problem.ts';
import { emptyCopies, van } from './page/car.ts';
import { jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { openWindow } from './page/open-window.tsx';
import { detailWith } from './page/operations.ts';

/** A job whose new car is blocked by this problem. */
async function openWith(code: ProblemCode): Promise<void> {
  const number = nextJobNumber();
  const operation = {
    ...detailWith([]).operation,
    kind: 'create-car',
    problem: { code, params: {}, raw: null },
  };
  const steps = { ...newInstallation(number).steps, car: { state: 'problem', says: null } };
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, /.*/, {
    ...emptyCopies,
    'jobs.get': () => newInstallation(number, { car: van, step: 'car', steps, operations: [operation] }),
    'jobs.saveDraft': () => ({}),
  });
}

const decide = () => page.getByRole('link', { name: 'Decide in the Queue' });
const sendAgain = () => page.getByRole('button', { name: 'Send again' });

test('a step whose order may stand at the operator leads to its decision, and does not send it again', async () => {
  await openWith('several-cars-match');
  await expect.element(decide()).toHaveAttribute('href', expect.stringContaining('#/queue'));
  await expect.element(page.getByText(/then decide in the Queue whether it was done/)).toBeVisible();
  await expect.element(sendAgain()).not.toBeInTheDocument();
});

test('a step whose order was refused offers to send it again', async () => {
  await openWith('operator-rejected');
  await expect.element(sendAgain()).toBeVisible();
  await expect.element(decide()).not.toBeInTheDocument();
});
