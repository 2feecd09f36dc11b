import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeProblem } from '../../shared/problem.ts';
import { NOW, statusWith } from './page/at-rest.ts';
import { box, emptyCopies, van } from './page/car.ts';
import { connectedCustomer } from './page/customers.ts';
import { jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const connection = { state: 'paused', since: NOW, problem: makeProblem('queue-taken-over') } as const;
const takenOver: Answers = {
  'app.status': () => {
    const { queue } = statusWith();
    return statusWith({ connection, queue: { ...queue, unfinished: 2, onTheirWay: 2 } });
  },
  'queue.tryNow': () => ({}),
};
const sentence = page.getByText(/Another running Boxwright has taken over sending/);

describe('a queue that another process sends', () => {
  test('is one sentence in the status bar, with the next step and a second try', async () => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, takenOver);
    await page.getByRole('button', { name: /^Sending is paused since/ }).click();
    await expect.element(sentence).toBeVisible();
    await expect.element(page.getByText(/Close the other Boxwright\./)).toBeVisible();
    const asked = main.asked('queue.tryNow').length;
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect.poll(() => main.asked('queue.tryNow').length).toBe(asked + 1);
    expect(page.getByRole('button', { name: 'Open connection settings' }).elements()).toEqual([]);
  });

  test('is the same sentence in the Queue, and no operation is counted as on its way', async () => {
    await openWindow({ screen: 'queue', show: 'open', operation: null }, 'Queue', {
      ...takenOver,
      'queue.order': () => ({ seqs: [], lines: [] }),
    });
    await expect.element(sentence).toBeVisible();
    await expect.element(page.getByRole('contentinfo').getByText('2 to send')).toBeVisible();
  });

  test('leaves a step "saved here" in its job', async () => {
    const number = nextJobNumber();
    const { steps } = newInstallation(number);
    const job = newInstallation(number, {
      car: van,
      box,
      step: 'fitting',
      steps: { ...steps, box: { state: 'saved', says: null } },
    });
    await openWindow({ screen: 'job', jobId: jobNumber(number) }, /.*/, {
      ...takenOver,
      ...emptyCopies,
      'jobs.get': () => job,
      'jobs.saveDraft': () => ({}),
      'jobs.preflight': () => ({ checks: [], variant: null, product: null, near: [] }),
    });
    const rail = page.getByRole('navigation', { name: 'Steps of this job' });
    await expect.element(rail.getByText('Saved here')).toBeVisible();
  });

  test('is not called "no connection" at a customer that the window does not show', async () => {
    const north = connectedCustomer(1, 'Fleet North', { isShown: true });
    const south = connectedCustomer(2, 'Fleet South', { connection, unfinished: 3 });
    await openWindow({ screen: 'home' }, /.*/, {
      'app.status': () => statusWith({ customers: [north, south] }),
      'queue.tryNow': () => ({}),
    });
    await page.getByRole('button', { name: /^Customer Fleet North. Choose another one/ }).click();
    await expect
      .element(page.getByRole('menuitem', { name: /Fleet South/ }))
      .toHaveTextContent('Fleet SouthTESTSending is paused · 3 unfinished');
  });
});
