import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultPreferences, type LockState } from '../../shared/domain/settings.ts';
import { personId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { jobNumber, newInstallation } from './page/jobs.ts';
import { closeCamera } from '../../renderer/scanning/camera/CameraButton.tsx';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answer } from './page/stand-in.ts';

const bay3 = personId.parse('019ab000-0000-7000-8000-000000000003');
const look = { ...defaultPreferences, theme: 'light', worker: 'Bay 3 Tester' } as const;
const plate = () => page.getByRole('textbox', { name: /plate/i }).first();
const lockPage = () => page.getByRole('dialog', { name: 'Boxwright is locked' });

/** Parts of the window that can be seen beside the lock page. A field that measures text stays in the page, invisible. */
const shownBesideLockPage = () =>
  [...document.body.children]
    .filter(
      (element) =>
        !element.hasAttribute('data-lock-page') && element.checkVisibility({ visibilityProperty: true }),
    )
    .map(({ outerHTML }) => outerHTML);

/** The lock as the main process keeps it: everything else is refused while it is on. */
function lockWith(minutes: 5 | null = 5) {
  let locked = false;
  let shown: LockState['look'] = look;
  const change = (now: boolean, changed: LockState['look'] = look) => {
    locked = now;
    shown = changed;
    main.announce('lock');
  };
  main.answer({
    'lock.state': () => ({ locked, minutes, look: shown }),
    'lock.stillHere': () => ({}),
    'people.list': () => ({
      people: [{ id: bay3, name: 'Bay 3 Tester', hasPin: true, hasBadge: true }],
    }),
    'lock.open': ({ typed }) => {
      if (typed !== '4711' && typed !== 'STAFF0042')
        throw new ProblemError(makeProblem('lock-not-opened', { name: 'Bay 3 Tester' }));
      change(false);
      return { name: 'Bay 3 Tester' };
    },
  });
  const lockUnannounced = () => {
    locked = true;
  };
  return {
    lock: (changed?: LockState['look']) => change(true, changed),
    open: () => change(false),
    lockUnannounced,
    isLocked: () => locked,
  };
}

/** Opens a job at the form of a new car. */
async function openForm(number: number, saveDraft: Answer<'jobs.saveDraft'> = () => ({})): Promise<void> {
  const form = { mode: 'create', text: '', licensePlate: '', vin: '', brand: '', model: '', name: '' };
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, /car/i, {
    'jobs.get': () => newInstallation(number, { drafts: { car: JSON.stringify(form) } }),
    'jobs.saveDraft': saveDraft,
    'directory.searchCars': () => ({ rows: [], asOf: null }),
    'directory.recentCars': () => ({ rows: [], asOf: null }),
    'directory.carHints': () => ({ hints: [] }),
    'directory.brands': () => ({ rows: [], asOf: null }),
  });
}

test('typed text, its place and the focus are as before once the window is opened by a PIN', async () => {
  const laptop = lockWith();
  await openForm(61);
  await plate().fill('M BX 61');
  laptop.lock();
  await expect.element(lockPage()).toBeVisible();
  await expect.element(page.getByLabelText('PIN of Bay 3 Tester, or badge')).toHaveFocus();
  expect(document.body.innerText).not.toMatch(/M BX|Example Fleet/);
  expect(shownBesideLockPage()).toEqual([]);
  await userEvent.keyboard('1111{Enter}');
  await expect.element(lockPage().getByText(/^That is neither the PIN/)).toBeVisible();
  await userEvent.keyboard('{Escape}4711{Enter}');
  await expect.element(lockPage()).not.toBeInTheDocument();
  await expect.element(plate()).toHaveValue('M BX 61');
  await expect.element(plate()).toHaveFocus();
});

test('a draft that is refused before the window knows of the lock is saved once it is open', async () => {
  const laptop = lockWith();
  const kept: string[] = [];
  await openForm(62, ({ draft }) => {
    if (laptop.isLocked()) throw new ProblemError(makeProblem('window-locked'));
    kept.push(draft ?? '');
    return {};
  });
  laptop.lockUnannounced();
  await plate().fill('M BX 62');
  await expect.element(lockPage()).toBeVisible();
  expect(kept).toEqual([]);
  await userEvent.keyboard('4711{Enter}');
  await expect.poll(() => kept.at(-1) ?? '').toMatch(/"licensePlate":"M BX 62"/);
  await expect.element(plate()).toHaveValue('M BX 62');
});

test('Escape and a scan on the lock page reach nothing behind it, and the scan opens', async () => {
  const laptop = lockWith();
  main.answer({ 'finding.find': () => ({ cars: [], boxes: [], jobs: [], groups: [], users: [] }) });
  await openForm(63);
  await page.getByRole('button', { name: /^Find/ }).click();
  await expect.element(page.getByRole('dialog').first()).toBeVisible();
  laptop.lock();
  await expect.element(lockPage()).toBeVisible();
  await userEvent.keyboard('{Escape}STAFF0042{Enter}');
  await expect.element(lockPage()).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog').first()).toBeVisible();
  expect(main.asked('lock.open')).toEqual([{ person: bay3, typed: 'STAFF0042' }]);
});

test('the shortcut of Find opens nothing behind the lock page', async () => {
  const laptop = lockWith();
  await openForm(65);
  laptop.lock();
  await expect.element(lockPage()).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('4711{Enter}');
  await expect.element(lockPage()).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a tap that meets the lock is refused, and is not done once the window is open', async () => {
  const laptop = lockWith();
  let chosen = 0;
  await openForm(66);
  main.answer({
    'jobs.createCar': () => {
      if (laptop.isLocked()) throw new ProblemError(makeProblem('window-locked'));
      chosen += 1;
      return newInstallation(66);
    },
  });
  await plate().fill('M BX 66');
  laptop.lockUnannounced();
  await page.getByRole('button', { name: 'Create this car' }).click();
  main.announce('lock');
  await expect.element(lockPage()).toBeVisible();
  await userEvent.keyboard('4711{Enter}');
  await expect.element(page.getByText('The window was locked before this was done.')).toBeVisible();
  expect(chosen).toBe(0);
});

test('a scanner that types into the field opens, whatever it puts around the badge', async () => {
  const laptop = lockWith();
  await openForm(69);
  laptop.lock({ ...look, scanner: { ...look.scanner, prefix: ']C1', suffix: '*' } });
  await expect.element(page.getByLabelText('PIN of Bay 3 Tester, or badge')).toHaveFocus();
  await userEvent.fill(page.getByLabelText('PIN of Bay 3 Tester, or badge'), ']C1STAFF0042*');
  await userEvent.keyboard('{Enter}');
  await expect.element(lockPage()).not.toBeInTheDocument();
  expect(main.asked('lock.open')).toEqual([{ person: bay3, typed: 'STAFF0042' }]);
});

test('the lock page is in the language of the laptop, also where the window learns of it after the lock', async () => {
  const laptop = lockWith();
  await openForm(68);
  laptop.lock({ ...look, language: 'de' });
  await expect.element(page.getByRole('dialog', { name: 'Boxwright ist gesperrt' })).toBeVisible();
});

test('where every PIN is lost, the password of the login opens', async () => {
  const laptop = lockWith();
  main.answer({
    'lock.openByLogin': ({ password }) => {
      if (password !== 'the login') throw new ProblemError(makeProblem('lock-login-wrong'));
      laptop.open();
      return {};
    },
  });
  await openForm(67);
  laptop.lock();
  await page.getByRole('button', { name: 'PIN forgotten?' }).click();
  await userEvent.keyboard('the logi{Enter}');
  await expect.element(lockPage().getByText(/^That is not the password/)).toBeVisible();
  await userEvent.keyboard('the login{Enter}');
  await expect.element(lockPage()).not.toBeInTheDocument();
});

test('input is reported where the lock is on, not more often than is needed, and never where it is off', async () => {
  lockWith(null);
  await openForm(64);
  await plate().fill('M BX 64');
  await userEvent.keyboard('abc');
  expect(main.asked('lock.stillHere')).toEqual([]);
  lockWith(5);
  main.announce('lock');
  await main.wasAsked('lock.state', 2);
  await expect
    .poll(async () => {
      await userEvent.keyboard('d');
      return main.asked('lock.stillHere').length;
    })
    .toBe(1);
  await userEvent.keyboard('ef');
  expect(main.asked('lock.stillHere')).toHaveLength(1);
});

/** A camera whose pictures are black. `start` answers each request; `states` are those of all pictures it gave, oldest first. */
function blackCamera(start: () => Promise<void> = () => Promise.resolve()) {
  const tracks: MediaStreamTrack[] = [];
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    await start();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const stream = canvas.captureStream();
    tracks.push(...stream.getTracks());
    const draw = () => {
      context?.fillRect(0, 0, canvas.width, canvas.height);
      if (stream.active) requestAnimationFrame(draw);
    };
    draw();
    return stream;
  });
  onTestFinished(() => {
    closeCamera();
    for (const track of tracks) track.stop();
    asked.mockRestore();
  });
  return { states: () => tracks.map(({ readyState }) => readyState), asked };
}
const cameraButton = () => page.getByRole('button', { name: 'Scan with the camera' }).last();

test('the camera stops when the lock closes, and starts again once the window is open', async () => {
  const laptop = lockWith();
  const { states, asked } = blackCamera();
  await openForm(70);
  await cameraButton().click();
  await expect.element(page.getByText('Hold the code into the frame.')).toBeVisible();
  expect(states()).toEqual(['live']);
  laptop.lock();
  await expect.element(lockPage()).toBeVisible();
  await expect.poll(states).toEqual(['ended']);
  expect(asked).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('4711{Enter}');
  await expect.element(lockPage()).not.toBeInTheDocument();
  await expect.poll(states).toEqual(['ended', 'live']);
});

test('a camera that starts while the lock closes is stopped', async () => {
  const laptop = lockWith();
  const starting = Promise.withResolvers<void>();
  const { states, asked } = blackCamera(() => starting.promise);
  await openForm(71);
  await cameraButton().click();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  laptop.lock();
  await expect.element(lockPage()).toBeVisible();
  starting.resolve();
  await expect.poll(states).toEqual(['ended']);
});
