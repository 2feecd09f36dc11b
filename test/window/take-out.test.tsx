import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type RemovalView, removalView } from '../../shared/domain/job.ts';
import { removalStep } from '../../shared/domain/job-steps.ts';
import { NOW } from './page/at-rest.ts';
import { van } from './page/car.ts';
import { jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

const number = nextJobNumber();

/** A removal at its last step, with the list of accesses that was read at this instant. */
const removal = (readAt: number): RemovalView =>
  removalView.parse({
    ...newInstallation(number),
    kind: 'removal',
    car: van,
    step: 'take-out',
    steps: Object.fromEntries(
      removalStep.options.map((step) => [
        step,
        { state: step === 'take-out' ? 'open' : 'confirmed', says: null },
      ]),
    ),
    removal: {
      box: {
        productId: null,
        serialNumber: '001234020',
        sapNumber: null,
        reported: 'person',
        reportedAt: null,
      },
      losses: { source: 'operator', asOf: readAt, readAt, accesses: [] },
      reason: null,
      operation: null,
      accesses: [],
    },
  });

test('a confirmation holds for the list of accesses that was in view, not for one that was read since', async () => {
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, 'Take it out', {
    'jobs.get': () => removal(NOW),
    'jobs.mountings': () => ({ places: [], shared: false, readAt: null }),
    'jobs.saveDraft': () => ({}),
    'jobs.takeOut': () => removal(NOW),
  });
  const sure = page.getByRole('checkbox', { name: /Box 001234020 leaves/ });
  await page.getByRole('radio', { name: 'Car sold' }).click();
  await sure.click();
  await expect.element(sure).toBeChecked();
  main.answer({ 'jobs.get': () => removal(NOW + 1) });
  main.announce(`job:${jobNumber(number)}`);
  await expect.element(sure).not.toBeChecked();
  await sure.click();
  await page.getByRole('button', { name: 'Remove the Box' }).click();
  expect(await main.wasAsked('jobs.takeOut')).toMatchObject([{ seenAt: NOW + 1 }]);
});
