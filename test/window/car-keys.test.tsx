import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CarKeys } from '../../shared/domain/job.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { plannedInstallation } from '../planned/planned-work.ts';
import { NOW } from './page/at-rest.ts';
import { emptyCopies, van } from './page/car.ts';
import { jobNumber, newInstallation } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { plannedView } from './page/planned.ts';
import type { Answers } from './page/stand-in.ts';

// A job of its own for each test: the window keeps the last jobs that it has read.
let number = 700;
beforeEach(() => {
  number += 1;
});

const none: CarKeys = { held: [], back: [] };
const held = { number: 1, which: '', from: 'Board 3', at: NOW };
const spare = { number: 2, which: 'Spare key', from: 'Reception', at: NOW };

describe('the keys of the car of a job', () => {
  const job = (carKeys: CarKeys, changes: object = {}) =>
    newInstallation(number, { car: van, step: 'keyfob', carKeys, ...changes });
  const open = (answers: Answers, heading = /key/i) =>
    openWindow({ screen: 'job', jobId: jobNumber(number) }, heading, {
      'jobs.saveDraft': () => ({}),
      'directory.brands': () => ({ rows: [], asOf: null }),
      ...emptyCopies,
      ...answers,
    });
  const known = () => page.getByRole('group', { name: 'Known facts' });
  const dialog = () => page.getByRole('dialog');

  test('are noted with the place that the office named, and stand beside the step', async () => {
    const work = plannedInstallation({ keyPlace: 'Board 3' });
    await open({
      'jobs.get': () => job(none),
      'planning.ofJob': () => ({ plannedJob: plannedView(1, 'M-AA 1', { work, state: 'begun' }) }),
      'jobs.takeCarKey': () => job({ held: [held], back: [] }),
    });
    await expect.element(known().getByText('Board 3')).toBeVisible();
    await known().getByRole('button', { name: 'Note a key' }).click();
    await expect.element(dialog().getByLabelText('Taken from')).toHaveValue('Board 3');
    await dialog().getByLabelText('Which key').fill('Spare key');
    await userEvent.keyboard('{Enter}');
    await expect.element(known().getByText(/^from Board 3/)).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(main.asked('jobs.takeCarKey')).toEqual([
      { jobId: jobNumber(number), which: 'Spare key', from: 'Board 3' },
    ]);
  });

  test('are not noted without a place', async () => {
    await open({ 'jobs.get': () => job(none) });
    await known().getByRole('button', { name: 'Note a key' }).click();
    await expect.element(dialog().getByRole('button', { name: 'Note', exact: true })).toBeDisabled();
  });

  test('are given back one by one; the receiver is requested', async () => {
    await open({
      'jobs.get': () => job({ held: [held, spare], back: [] }),
      'jobs.giveBackCarKey': () => job({ held: [held], back: [{ ...spare, to: 'Ms Hill', backAt: NOW }] }),
    });
    await known().getByRole('button', { name: 'Give back: Spare key' }).click();
    await dialog().getByLabelText('Given back to').fill('Ms Hill');
    await dialog().getByRole('button', { name: 'Given back', exact: true }).click();
    await expect.element(known().getByText(/given back to Ms Hill/)).toBeVisible();
    await expect.element(known().getByRole('button', { name: 'Give back: Key' })).toBeVisible();
    expect(main.asked('jobs.giveBackCarKey')).toEqual([
      { jobId: jobNumber(number), number: 2, to: 'Ms Hill' },
    ]);
  });

  test('of a finished job can be given back and not taken', async () => {
    const finished = { finishedAt: NOW, status: 'done', step: 'finish' };
    await open({ 'jobs.get': () => job({ held: [held], back: [] }, finished) }, /./);
    await expect.element(known().getByRole('button', { name: 'Give back: Key' })).toBeVisible();
    await expect.element(known().getByRole('button', { name: 'Note a key' })).not.toBeInTheDocument();
  });

  test('report a failure and keep the typed words', async () => {
    await open({
      'jobs.get': () => job({ held: [held], back: [] }),
      'jobs.giveBackCarKey': () => {
        throw new ProblemError(makeProblem('not-saved-disk-full'));
      },
    });
    await known().getByRole('button', { name: 'Give back: Key' }).click();
    await dialog().getByLabelText('Given back to').fill('Ms Hill');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(
        dialog()
          .getByText(/disk is full/i)
          .first(),
      )
      .toBeVisible();
    await expect.element(dialog().getByLabelText('Given back to')).toHaveValue('Ms Hill');
  });
});

describe('the end of the shift', () => {
  test('lists the keys that were not given back, and notes their way back', async () => {
    let keys = [
      { job: jobNumber(number), car: van, key: held },
      { job: jobNumber(number), car: van, key: spare },
    ];
    await openWindow({ screen: 'shift' }, 'End of shift', {
      'jobs.openCarKeys': () => ({ keys }),
      'jobs.giveBackCarKey': () => {
        keys = keys.slice(0, 1);
        return newInstallation(number, { car: van });
      },
    });
    const open = page.getByRole('region', { name: /Keys not given back/ });
    await expect.element(open.getByText(/Spare key, from Reception since/)).toBeVisible();
    await open.getByRole('button', { name: /^Give back: .*Spare key$/ }).click();
    await page.getByRole('dialog').getByLabelText('Given back to').fill('Ms Hill');
    await userEvent.keyboard('{Enter}');
    await main.wasAsked('jobs.giveBackCarKey');
    main.announce('jobs');
    await expect.element(open.getByText(/Spare key/)).not.toBeInTheDocument();
    await expect.element(open.getByText(/from Board 3 since/)).toBeVisible();
  });

  test('is all done only once every key is back', async () => {
    await openWindow({ screen: 'shift' }, 'End of shift', {
      'jobs.openCarKeys': () => ({ keys: [{ job: jobNumber(number), car: van, key: held }] }),
    });
    await expect.element(page.getByText(/Keys not given back/)).toBeVisible();
    await expect.element(page.getByText('Everything is sent, confirmed and closed.')).not.toBeInTheDocument();
  });
});
