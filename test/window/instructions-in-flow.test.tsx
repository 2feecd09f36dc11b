import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { InstructionView } from '../../shared/domain/office-documents.ts';
import { removalView } from '../../shared/domain/job.ts';
import { removalStep } from '../../shared/domain/job-steps.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { van } from './page/car.ts';
import { attached, shownInstruction } from './page/instructions.ts';
import { jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

let number = 0;
beforeEach(() => {
  number = nextJobNumber();
});

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** An installation at its Box step, with these instructions for its car. */
async function openBox(instructions: readonly InstructionView[], answers: Answers = {}) {
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, 'Which Box goes in?', {
    'jobs.get': () =>
      newInstallation(number, {
        car: van,
        step: 'box',
        steps: { ...newInstallation(number).steps, before: { state: 'skipped', says: null } },
      }),
    'jobs.mountings': () => ({ places: [], shared: true, readAt: null }),
    'instructions.ofJob': () => ({ instructions: [...instructions], readAt: 1 }),
    'instructions.picture': () => ({ picture: DOT }),
    'instructions.openFile': () => ({}),
    ...answers,
  });
}

describe('the fitting instructions at the Box step', () => {
  test('show the best match with its note, beside the crews’ notes, and the others on demand', async () => {
    await openBox([
      shownInstruction(1, { key: 'Flip key' }),
      shownInstruction(2, { title: 'Every Volkswagen', model: '', note: 'Mind the airbag.' }),
    ]);
    await expect.element(page.getByText('Box behind the glove box')).toBeVisible();
    await expect.element(page.getByText('For Volkswagen Transporter, key: Flip key')).toBeVisible();
    await expect.element(page.getByText('Remove the three screws first.')).toBeVisible();
    await expect.element(page.getByText('Earlier positions of the Box')).toBeVisible();
    await expect.element(page.getByText('Mind the airbag.')).not.toBeVisible();
    await page.getByRole('button', { name: 'One more instruction' }).click();
    await expect.element(page.getByText('Mind the airbag.')).toBeVisible();
  });

  test('enlarge a picture, by keyboard as well, and open a PDF', async () => {
    await openBox([
      shownInstruction(1, {
        files: [
          { ...attached(1, 'Panel.jpg'), here: true },
          { ...attached(2, 'Manual.pdf', 'application/pdf'), here: true },
        ],
      }),
    ]);
    const picture = page.getByRole('button', { name: 'Enlarge Panel.jpg' });
    await expect.element(picture).toBeEnabled();
    picture.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByRole('img', { name: 'Panel.jpg' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Open Manual.pdf' }).click();
    expect(await main.wasAsked('instructions.openFile')).toEqual([{ digest: '2'.repeat(64) }]);
  });

  test('name a file that is not here yet', async () => {
    await openBox([shownInstruction(1, { files: [{ ...attached(1, 'Panel.jpg'), here: false }] })]);
    await expect.element(page.getByText('Panel.jpg: not here yet')).toBeVisible();
    expect(main.asked('instructions.picture')).toEqual([]);
  });

  test('take no space without one', async () => {
    await openBox([]);
    await expect.element(page.getByText('Earlier positions of the Box')).toBeVisible();
    await expect.element(page.getByText('How to fit it here')).not.toBeInTheDocument();
  });

  test('that cannot be read say so, and can be read again', async () => {
    await openBox([], {
      'instructions.ofJob': () => {
        throw new ProblemError(makeProblem('database-busy'));
      },
    });
    await expect.element(page.getByRole('heading', { name: 'How to fit it here' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

/** A removal of a Box whose car is chosen, at the step that looks for the Box. */
const removal = () =>
  removalView.parse({
    ...newInstallation(number),
    kind: 'removal',
    car: van,
    step: 'old-box',
    steps: Object.fromEntries(removalStep.options.map((step) => [step, { state: 'open', says: null }])),
    removal: { box: null, losses: null, reason: null, operation: null, accesses: [] },
  });

test('a removal shows beside the instructions where crews put the Box before, without an act', async () => {
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, 'Which Box leaves?', {
    'jobs.get': removal,
    'jobs.boxesInCar': () => ({ boxes: [], checked: true }),
    'jobs.mountings': () => ({
      places: [
        {
          place: 'under-dashboard',
          where: 'Left of the column',
          words: { en: 'Under the dashboard' },
          jobs: 2,
          sameKey: 0,
          rightFirstTime: 2,
          notes: ['Clip breaks easily'],
          photos: [],
          lastAt: 1,
          lastBy: 'Jo',
        },
      ],
      shared: true,
      readAt: null,
    }),
    'instructions.ofJob': () => ({ instructions: [shownInstruction(1)], readAt: 1 }),
  });
  const known = page.getByRole('region', { name: 'Earlier positions of the Box' });
  await expect.element(known.getByText('Left of the column')).toBeVisible();
  await expect.element(known.getByText(/Clip breaks easily/)).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'How to fit it here' })).toBeVisible();
  expect(known.getByRole('button').elements()).toEqual([]);
});
