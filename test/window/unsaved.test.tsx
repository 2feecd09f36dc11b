import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeProblem } from '../../shared/problem.ts';
import { NOW, statusWith } from './page/at-rest.ts';
import { emptyCopies, van } from './page/car.ts';
import { jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const failed: Answers = {
  'app.status': () => statusWith({ savedAt: NOW, unsaved: makeProblem('last-steps-unsaved') }),
  'queue.tryNow': () => ({}),
};
const note = page.getByRole('button', { name: 'Not saved: please read' });

describe('a disk that did not store the last steps', () => {
  test('stands in the status bar instead of "Saved", with one sentence and a second try', async () => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, failed);
    await expect.element(note).toBeVisible();
    expect(
      page
        .getByRole('contentinfo')
        .getByText(/^Saved/)
        .elements(),
    ).toEqual([]);
    await note.click();
    await expect.element(page.getByText(/they are shown, but may NOT be saved/)).toBeVisible();
    await expect.element(page.getByText(/Free some space or have the disk checked/)).toBeVisible();
    const asked = main.asked('queue.tryNow').length;
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect.poll(() => main.asked('queue.tryNow').length).toBe(asked + 1);
  });

  test('is no step "saved on this laptop" in its job', async () => {
    const number = nextJobNumber();
    const job = newInstallation(number, { car: van, step: 'car' });
    await openWindow({ screen: 'job', jobId: jobNumber(number) }, /.*/, {
      ...failed,
      ...emptyCopies,
      'jobs.get': () => job,
      'jobs.saveDraft': () => ({}),
    });
    await expect.element(page.getByRole('main').getByText('Not saved: please read')).toBeVisible();
    expect(page.getByText(/^Saved on this laptop/).elements()).toEqual([]);
  });
});
