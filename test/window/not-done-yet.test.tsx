import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SECOND } from '../../shared/time.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { detailWith, operation, queueOf } from './page/operations.ts';

const notDone = () => page.getByRole('button', { name: 'It was not done' });

/** The Queue with an operation whose last attempt may arrive until then. */
async function openUntil(notDoneFrom: number) {
  await openWindow({ screen: 'queue', show: 'open', operation }, 'Queue', {
    ...queueOf([]),
    'queue.detail': () => ({ ...detailWith(['decide-done', 'cancel']), notDoneFrom }),
  });
}

test('“It was not done” says from when it is accepted, and cannot be pressed before', async () => {
  await openUntil(Date.now() + 3600 * SECOND);
  await expect.element(notDone()).toBeDisabled();
  await expect.element(page.getByText(/Until .* the last attempt may still arrive/)).toBeVisible();
  await userEvent.keyboard('n');
  await userEvent.keyboard('d');
  await expect.element(page.getByRole('dialog', { name: 'Was it done?' })).toBeVisible();
});

test('“It was not done” can be pressed once its time has come', async () => {
  await openUntil(Date.now() + SECOND);
  await expect.element(notDone()).toBeDisabled();
  main.answer({ 'queue.detail': () => detailWith(['decide-done', 'decide-not-done', 'cancel']) });
  await expect.element(notDone(), { timeout: 5000 }).toBeEnabled();
});

test('a test access in doubt says from when it can be given up, and can be from then on', async () => {
  const detail = detailWith(['decide-done', 'decide-not-done']);
  await openWindow({ screen: 'queue', show: 'open', operation }, 'Queue', {
    ...queueOf([]),
    'queue.detail': () => ({ ...detail, giveUpFrom: Date.now() + SECOND }),
  });
  await expect.element(page.getByText(/Until .* this test access may still open the car/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Give up' }).elements()).toEqual([]);
  main.answer({ 'queue.detail': () => detailWith(['decide-done', 'decide-not-done', 'cancel']) });
  await expect.element(page.getByRole('button', { name: 'Give up' }), { timeout: 5000 }).toBeVisible();
  expect(page.getByText(/may still open the car/).elements()).toEqual([]);
});
