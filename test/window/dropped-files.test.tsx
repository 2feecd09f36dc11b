import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultPreferences } from '../../shared/domain/settings.ts';
import { box, emptyCopies, van } from './page/car.ts';
import { jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { carried } from './page/files.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

const csv = (name = 'cars.csv') =>
  new File(['plate;vin\nM-BX 1001;\nM-BX 1002;\n'], name, { type: 'text/csv' });
const jobFile = () => new File(['a sealed job'], 'van.boxwright-job');

async function photo(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(40, 30);
  canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
}

/** Sends what the browser sends for files of the desktop; answers whether the window keeps the browser from opening them. */
function send(type: 'dragover' | 'drop', at: Element, files: readonly File[]): boolean {
  const init = { bubbles: true, cancelable: true, dataTransfer: carried(files) };
  return !at.dispatchEvent(new DragEvent(type, init));
}

const drop = (at: Element, ...files: File[]): boolean => {
  send('dragover', at, files);
  return send('drop', at, files);
};
const notice = () => page.getByRole('status', { name: 'Dropped' });
const places = () => [...document.querySelectorAll<HTMLElement>('[data-drop="picture"]')];

let number = 0;
beforeEach(() => {
  number = nextJobNumber();
});

/** The part of the window that hears of files is loaded after the first frame. */
const isHeard = () => expect.poll(() => send('dragover', document.body, [csv()])).toBe(true);

async function openHome(): Promise<void> {
  await openWindow({ screen: 'home' }, /Bay 3 Tester/);
  await isHeard();
}

async function openFitting(): Promise<void> {
  const fresh = newInstallation(number);
  const job = newInstallation(number, {
    step: 'fitting',
    car: van,
    box,
    steps: {
      ...fresh.steps,
      before: { state: 'skipped', says: null },
      box: { state: 'confirmed', says: null },
    },
  });
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, 'The Box in its place', {
    'jobs.get': () => job,
    'jobs.addPhoto': () => job,
    'jobs.mountings': () => ({ places: [], shared: false, readAt: null }),
  });
  await isHeard();
}

const said = (words: string) => notice().getByText(words, { exact: false });

describe('a list of cars that is dropped on the window', () => {
  test('is opened for the import, and a second one takes its place', async () => {
    await openHome();
    expect(drop(document.body, csv())).toBe(true);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Import a list' })).toBeVisible();
    await expect.element(page.getByText('cars.csv', { exact: false })).toBeVisible();
    drop(document.body, csv('others.csv'));
    await expect.element(page.getByText('others.csv', { exact: false })).toBeVisible();
  });

  test('is gone with its import: the planned cars open without it', async () => {
    await openHome();
    drop(document.body, csv());
    await expect.element(page.getByText('cars.csv', { exact: false })).toBeVisible();
    window.location.hash = '#/home';
    await expect.element(page.getByRole('heading', { level: 1, name: /Bay 3 Tester/ })).toBeVisible();
    window.location.hash = '#/batch';
    await expect.element(page.getByRole('heading', { level: 1, name: 'Cars from a list' })).toBeVisible();
  });

  test('is not read when it is larger than any list', async () => {
    await openHome();
    drop(document.body, new File([new Uint8Array(20_000_001)], 'cars.csv'));
    await expect
      .element(page.getByRole('alert').getByText('larger than 20 MB', { exact: false }))
      .toBeVisible();
  });
});

describe('the file of a job that is dropped on the window', () => {
  test('waits for its passphrase and is taken over', async () => {
    await openHome();
    const job = newInstallation(number);
    main.answer({ ...emptyCopies, 'handover.take': () => job, 'jobs.get': () => job });
    expect(drop(document.body, jobFile())).toBe(true);
    await expect.element(dialog().getByRole('button', { name: 'van.boxwright-job' })).toBeVisible();
    await dialog().getByLabelText('Passphrase').fill('correct horse');
    await dialog().getByRole('button', { name: 'Take over' }).click();
    expect(await main.wasAsked('handover.take')).toEqual([
      { file: btoa('a sealed job'), passphrase: 'correct horse', reason: null },
    ]);
  });

  test('goes to the dialog that asks for one, in place of the file before', async () => {
    await openHome();
    drop(document.body, jobFile());
    await expect.element(dialog()).toBeVisible();
    drop(document.body, new File(['another'], 'truck.boxwright-job'));
    await expect.element(dialog().getByRole('button', { name: 'truck.boxwright-job' })).toBeVisible();
  });
});

describe('pictures that are dropped on the window', () => {
  test('go to the item under the pointer', async () => {
    await openFitting();
    await expect.poll(() => places().length).toBe(2);
    drop(places()[1] ?? document.body, await photo('1.png'), await photo('2.png'));
    const asked = await main.wasAsked('jobs.addPhoto', 2);
    expect(asked).toEqual([
      expect.objectContaining({ itemId: 'photo-place' }),
      expect.objectContaining({ itemId: 'photo-place' }),
    ]);
  });

  test('go nowhere beside several items: the notice asks for the item', async () => {
    await openFitting();
    await expect.poll(() => places().length).toBe(2);
    expect(drop(document.body, await photo('1.png'))).toBe(true);
    await expect.element(said('Drop the picture on the item')).toBeVisible();
    expect(main.asked('jobs.addPhoto')).toEqual([]);
  });

  test('go nowhere on a page without a place for them', async () => {
    await openHome();
    drop(document.body, await photo('1.png'));
    await expect.element(said('Nothing here takes a picture.')).toBeVisible();
  });
});

describe('files that the window cannot use', () => {
  test.each([
    ['of an unknown kind', [new File(['MZ'], 'setup.exe')], 'Boxwright cannot use this file.'],
    ['of two kinds', [csv(), jobFile()], 'of different kinds'],
    ['of a kind that is taken one by one', [csv(), csv('others.csv')], 'one file at a time'],
  ])('%s are refused with a sentence', async (_which, files, words) => {
    await openHome();
    expect(drop(document.body, ...files)).toBe(true);
    await expect.element(said(words)).toBeVisible();
  });

  test('reach nothing behind a dialog', async () => {
    await openHome();
    drop(document.body, jobFile());
    await expect.element(dialog()).toBeVisible();
    drop(document.body, csv());
    await expect.element(said('Close this window first')).toBeVisible();
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Import a list' }))
      .not.toBeInTheDocument();
  });

  test('reach nothing while the window is locked, and the browser opens none of them', async () => {
    await openHome();
    main.answer({
      'lock.state': () => ({
        locked: true,
        minutes: 5,
        look: { ...defaultPreferences, worker: 'Bay 3 Tester' },
      }),
    });
    main.announce('lock');
    await expect.element(page.getByRole('dialog', { name: 'Boxwright is locked' })).toBeVisible();
    expect(drop(document.body, csv())).toBe(true);
    expect(drop(document.body, jobFile())).toBe(true);
    expect(window.location.hash).toBe('#/home');
    expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(1);
  });
});

test('files are taken again after a drag whose element left the page', async () => {
  await openHome();
  const picture = document.createElement('img');
  document.body.append(picture);
  picture.dispatchEvent(new DragEvent('dragstart', { bubbles: true }));
  picture.remove();
  expect(send('dragover', document.body, [csv()])).toBe(false);
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
  await isHeard();
});
