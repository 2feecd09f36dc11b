import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { takeScan } from '../../renderer/scanning/scan-intake.ts';
import { directoryCar } from '../../shared/domain/directory.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
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
const VIN = 'W1V44770513872049';
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

  test('is no step "Done" in the rail, until the disk has stored it', async () => {
    const number = nextJobNumber();
    const { steps, checklist } = newInstallation(number);
    const done = { state: 'confirmed', says: null };
    const item = { id: 'left', phase: 'before', type: 'text', required: true, text: { en: 'Left side' } };
    const view = (more: Readonly<Record<string, unknown>> = {}) =>
      newInstallation(number, {
        car: van,
        step: 'before',
        steps: { ...steps, keyfob: done, ...more },
        checklist: {
          ...checklist,
          template: { ...checklist.template, items: [item] },
          answers: { left: 'Dry' },
        },
      });
    const says = (step: RegExp) =>
      page.getByRole('navigation', { name: 'Steps of this job' }).getByRole('button', { name: step });
    await openWindow({ screen: 'job', jobId: jobNumber(number) }, /.*/, {
      ...emptyCopies,
      'app.status': () => statusWith({ savedAt: NOW }),
      'jobs.get': () => view(),
      'jobs.saveDraft': () => ({}),
      // The commit stands, and its sync failed.
      'jobs.completeChecklist': () => {
        main.answer({ ...failed, 'jobs.get': () => view({ before: done }) });
        main.announce('status', `job:${jobNumber(number)}`);
        throw new ProblemError(makeProblem('last-steps-unsaved'));
      },
    });
    await page.getByRole('button', { name: 'Checks done' }).click();
    await expect.element(says(/^Before/)).toHaveTextContent('BeforeMay not be saved');
    await expect.element(says(/^Key/)).toHaveTextContent('KeyDone');
    main.answer({ 'app.status': () => statusWith({ savedAt: NOW }) });
    main.announce('status');
    await expect.element(says(/^Before/)).toHaveTextContent('BeforeDone');
  });

  test('marks the car that a scan has changed', async () => {
    const number = nextJobNumber();
    const scanned = { id: 43, name: 'Van 43', licensePlate: 'M BX 1043', vin: VIN, brand: null, model: null };
    await openWindow({ screen: 'job', jobId: jobNumber(number) }, /.*/, {
      ...emptyCopies,
      'app.status': () => statusWith({ savedAt: NOW }),
      'directory.searchCars': () => ({ rows: [directoryCar.parse(scanned)], asOf: NOW }),
      'directory.listProducts': () => ({ rows: [], asOf: NOW }),
      'directory.brands': () => ({ rows: [], asOf: null }),
      'people.signIn': () => ({ name: null }),
      'jobs.get': () => newInstallation(number, { car: van, step: 'keyfob' }),
      'jobs.saveDraft': () => ({}),
      'jobs.chooseCar': () => {
        main.answer(failed);
        main.announce('status');
        throw new ProblemError(makeProblem('last-steps-unsaved'));
      },
    });
    const rail = page.getByRole('navigation', { name: 'Steps of this job' });
    await expect.element(rail).toBeVisible();
    takeScan(VIN);
    await page.getByRole('button', { name: 'Use it for this installation' }).click();
    await expect.element(rail.getByRole('button', { name: /^Car/ })).toHaveTextContent('CarMay not be saved');
  });
});
