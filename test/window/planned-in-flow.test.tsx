import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type SwapView, swapView } from '../../shared/domain/job.ts';
import { swapStep } from '../../shared/domain/job-steps.ts';
import type { PlannedJobView } from '../../shared/domain/planned-work.ts';
import { defaultPreferences } from '../../shared/domain/settings.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { plannedWork } from '../../shared/relay/jobs.ts';
import { uuid } from '../integration/relay/uuid.ts';
import { plannedInstallation } from '../planned/planned-work.ts';
import { box, emptyCopies, van } from './page/car.ts';
import { jobNumber, newInstallation, nextJobNumber, swapAtRestore } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { plannedView } from './page/planned.ts';
import type { Answers } from './page/stand-in.ts';

let number = 0;
beforeEach(() => {
  number = nextJobNumber();
});

const keyAt = (keyPlace: string, note: string) =>
  plannedInstallation({
    keyPlace,
    note,
    from: '07:30',
    until: '09:00',
    expected: { by: 'serial', serial: '001234021' },
  });

describe('the plan of a begun installation', () => {
  const openPlanned = (answers: Answers) =>
    openWindow({ screen: 'job', jobId: jobNumber(number) }, /car/i, {
      'jobs.get': () => newInstallation(number),
      'jobs.saveDraft': () => ({}),
      ...emptyCopies,
      ...answers,
    });
  const known = () => page.getByRole('group', { name: 'Known facts' });

  test('stands beside the step: place of the key, note, Box and time', async () => {
    const work = keyAt('Board 3', 'Gate B');
    await openPlanned({
      'planning.ofJob': () => ({ plannedJob: plannedView(1, 'M-AA 1', { work, state: 'begun' }) }),
    });
    for (const words of ['Board 3', 'Gate B', 'Box 001234021', /07:30–09:00/]) {
      await expect.element(known().getByText(words)).toBeVisible();
    }
    await expect.element(page.getByRole('button', { name: 'Noted' })).not.toBeInTheDocument();
  });

  test('shows the changes of the office as a difference until they are noted', async () => {
    let changed = true;
    const view = () =>
      plannedView(1, 'M-AA 1', {
        work: keyAt('Gate house', ''),
        state: 'begun',
        ...(changed ? { changed: ['keyPlace', 'note'], before: keyAt('Board 3', 'Gate B') } : {}),
      });
    await openPlanned({
      'planning.ofJob': () => ({ plannedJob: view() }),
      'planning.noteChanges': () => {
        changed = false;
        return {};
      },
    });
    await expect.element(known().getByText('place of the key: Gate house (before: Board 3)')).toBeVisible();
    await expect.element(known().getByText('note: nothing (before: Gate B)')).toBeVisible();
    await known().getByRole('button', { name: 'Noted' }).click();
    await main.wasAsked('planning.noteChanges');
    expect(main.asked('planning.noteChanges')).toEqual([{ id: uuid('e', 1) }]);
    main.announce('planned-jobs');
    await expect.element(known().getByText(/before: Board 3/)).not.toBeInTheDocument();
  });
});

describe('an installation that was begun without the plan for its car', () => {
  const openWithCar = (answers: Answers) =>
    openWindow({ screen: 'job', jobId: jobNumber(number) }, /key/i, {
      'jobs.get': () => newInstallation(number, { car: van, step: 'keyfob' }),
      'jobs.saveDraft': () => ({}),
      ...emptyCopies,
      'directory.brands': () => ({ rows: [], asOf: null }),
      'planning.ofCar': () => ({
        plannedJob: plannedView(1, 'M-AA 1', { work: keyAt('Board 3', 'Gate B') }),
      }),
      ...answers,
    });
  const use = () => page.getByRole('button', { name: 'Use this plan' });

  test('is offered the plan, and follows it once a person chooses it', async () => {
    let taken = false;
    await openWithCar({
      'planning.ofJob': () => ({ plannedJob: taken ? plannedView(1, 'M-AA 1', { state: 'begun' }) : null }),
      'planning.takeUp': () => {
        taken = true;
        return newInstallation(number, { car: van, step: 'keyfob' });
      },
    });
    await expect.element(page.getByText('Board 3')).toBeVisible();
    const { id, vin, licensePlate } = van;
    expect(main.asked('planning.ofCar')).toEqual([{ car: { id, vin, licensePlate }, kind: 'installation' }]);
    await use().click();
    await main.wasAsked('planning.takeUp');
    expect(main.asked('planning.takeUp')).toEqual([{ id: uuid('e', 1), jobId: jobNumber(number) }]);
    main.announce('planned-jobs');
    await expect.element(use()).not.toBeInTheDocument();
    await expect.element(page.getByText('Planned by the office')).toBeVisible();
  });

  test('says why the plan cannot be followed, and keeps the job', async () => {
    await openWithCar({
      'planning.takeUp': () => {
        throw new ProblemError(makeProblem('planned-job-taken', { laptop: 'Bay 9' }));
      },
    });
    await use().click();
    await expect.element(page.getByText('“Bay 9” has this planned job.')).toBeVisible();
    await expect.element(use()).toBeVisible();
  });

  test('is not asked about before its car is known', async () => {
    await openWindow({ screen: 'job', jobId: jobNumber(number) }, /car/i, {
      'jobs.get': () => newInstallation(number),
      'jobs.saveDraft': () => ({}),
      ...emptyCopies,
    });
    expect(main.asked('planning.ofCar')).toEqual([]);
  });
});

describe('the test user that the office planned', () => {
  const atVerify = () =>
    newInstallation(number, {
      car: van,
      box,
      boxIn: true,
      step: 'verify',
      steps: { ...newInstallation(number).steps, before: { state: 'skipped', says: null } },
    });
  const usual = { ...defaultPreferences, worker: 'Bay 3 Tester' };
  const openVerify = (planned: Answers['planning.ofJob']) =>
    openWindow({ screen: 'job', jobId: jobNumber(number) }, 'Try it for real', {
      'jobs.get': atVerify,
      'jobs.saveDraft': () => ({}),
      'app.preferences': () => ({ ...usual, testUserId: 9001, testUserName: 'Usual Driver' }),
      ...emptyCopies,
      ...(planned === undefined ? {} : { 'planning.ofJob': planned }),
    });
  const work = plannedInstallation({ testUser: { id: 9002, name: 'Planned Driver' } });

  test('is proposed in place of the usual one', async () => {
    await openVerify(() => ({ plannedJob: plannedView(1, 'M-AA 1', { work }) }));
    await expect
      .element(page.getByRole('region', { name: 'Test user' }).getByText('Planned Driver'))
      .toBeVisible();
    await expect.element(page.getByText('Usual Driver')).not.toBeInTheDocument();
  });

  test('leaves the usual one where the office names none', async () => {
    await openVerify(() => ({ plannedJob: plannedView(1, 'M-AA 1') }));
    await expect.element(page.getByText('Usual Driver')).toBeVisible();
  });

  test('is waited for: the usual one is not proposed before the plan is read', async () => {
    const plan = Promise.withResolvers<{ plannedJob: PlannedJobView }>();
    await openVerify(() => plan.promise);
    await expect.element(page.getByRole('region', { name: 'Test user' })).toBeVisible();
    await expect.element(page.getByText('Usual Driver')).not.toBeInTheDocument();
    plan.resolve({ plannedJob: plannedView(1, 'M-AA 1', { work }) });
    await expect
      .element(page.getByRole('region', { name: 'Test user' }).getByText('Planned Driver'))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Start test access' })).toHaveFocus();
  });
});

describe('a planned car outside the fleet', () => {
  test('stands in the search of the swap that was begun for it', async () => {
    const { work } = plannedView(1, 'M-AA 1');
    const atCar = swapView.parse({ ...swapAtRestore(number, 'installer'), step: 'car', car: null });
    await openWindow({ screen: 'job', jobId: jobNumber(number) }, /car/i, {
      'jobs.get': () => atCar,
      'jobs.saveDraft': () => ({}),
      ...emptyCopies,
      'planning.ofJob': () => ({
        plannedJob: plannedView(1, 'M-AA 1', { work: { ...work, kind: 'swap', leaves: '' } }),
      }),
    });
    await expect.element(page.getByLabelText('Plate, VIN, name or brand')).toHaveValue('M-AA 1');
  });
});

describe('the Box that the office planned to leave', () => {
  const atOldBox = (): SwapView =>
    swapView.parse({
      ...swapAtRestore(number, 'installer'),
      step: 'old-box',
      steps: Object.fromEntries(
        swapStep.options.map((step) => [step, { state: step === 'car' ? 'confirmed' : 'open', says: null }]),
      ),
      car: van,
      box: null,
      removal: { box: null, losses: null, reason: null, operation: null, accesses: [] },
      restores: [],
    });
  const inCar = (n: number) => ({
    productId: n,
    serialNumber: `00123402${n}`,
    sapNumber: null,
    reported: 'operator' as const,
    reportedAt: 1,
  });
  const swap = (leaves: string) => plannedWork.parse({ ...keyAt('', ''), kind: 'swap', leaves });
  const openOldBox = (leaves: string, chosen: (reason: string) => void) =>
    openWindow({ screen: 'job', jobId: jobNumber(number) }, 'Which Box leaves?', {
      'jobs.get': atOldBox,
      'jobs.saveDraft': () => ({}),
      'directory.brands': () => ({ rows: [], asOf: null }),
      'jobs.mountings': () => ({ places: [], shared: true, readAt: null }),
      'jobs.boxesInCar': () => ({ checked: true, boxes: [inCar(1), inCar(2)] }),
      'planning.ofJob': () => ({ plannedJob: plannedView(1, 'M-AA 1', { work: swap(leaves) }) }),
      'jobs.chooseLeavingBox': ({ box, reason }) => {
        if ('serialNumber' in box && reason === '') {
          const params = { serial: box.serialNumber, planned: leaves };
          throw new ProblemError(makeProblem('leaving-box-not-planned', params));
        }
        chosen(reason);
        return atOldBox();
      },
    });
  const act = () => page.getByRole('button', { name: 'This Box leaves' });
  const reason = () => page.getByLabelText('Why does another Box leave?');

  test('is chosen already, however its number is written', async () => {
    await openOldBox('1234022', () => undefined);
    await expect.element(page.getByRole('radio', { name: /001234022/ })).toBeChecked();
    await expect.element(reason()).not.toBeInTheDocument();
  });

  test('stands in the field where it is not listed in the car', async () => {
    await openOldBox('001234029', () => undefined);
    await expect.element(page.getByLabelText('Serial number')).toHaveValue('001234029');
  });

  test('is replaced by another one of the car with a reason only', async () => {
    const said: string[] = [];
    await openOldBox('001234022', (words) => said.push(words));
    await page.getByRole('radio', { name: /001234021/ }).click();
    await expect.element(act()).toBeDisabled();
    await reason().fill('The label says so');
    await act().click();
    await expect.poll(() => said).toEqual(['The label says so']);
  });

  test('is requested once main refuses another number, and no more once the number is changed', async () => {
    await openOldBox('001234022', () => undefined);
    await page.getByLabelText('Serial number').fill('001234028');
    await act().click();
    await expect.element(reason()).toBeVisible();
    await page.getByLabelText('Serial number').fill('001234022');
    await expect.element(reason()).not.toBeInTheDocument();
  });
});
