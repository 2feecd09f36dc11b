import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { statusWith } from './page/at-rest.ts';
import { openWindow } from './page/open-window.tsx';

const troubled = statusWith({
  queue: { unfinished: 1, needPerson: 1, onTheirWay: 0, waiting: 0, awaitingResult: 0 },
});

describe('an operation outside of a job that needs a person', () => {
  test('stands on Home under "Needs you", with the way to it', async () => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, {
      'app.status': () => troubled,
      'queue.order': () => ({ seqs: [], lines: [] }),
    });
    await expect.element(page.getByRole('heading', { name: /Needs you/ })).toBeVisible();
    await page.getByRole('link', { name: 'Open the queue' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
  });

  test('is not there while nothing needs one', async () => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/);
    await expect.element(page.getByText('Your cars appear here')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: /Needs you/ })).not.toBeInTheDocument();
  });
});
