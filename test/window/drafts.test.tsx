import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { main } from './page/main-process.ts';
import { jobNumber, newInstallation } from './page/jobs.ts';
import { openWindow } from './page/open-window.tsx';

/** A new car's form as a window of this build saves it. */
const saved = {
  mode: 'create',
  text: '',
  licensePlate: 'M BX 1042',
  vin: '',
  brand: '',
  model: '',
  name: '',
};
const plate = () => page.getByRole('textbox', { name: /plate/i }).first();

/** Opens a job at the car step, with this draft of it. */
async function openJob(number: number, draft: string | null): Promise<void> {
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, /car/i, {
    'jobs.get': () => newInstallation(number, { drafts: draft === null ? {} : { car: draft } }),
    'jobs.saveDraft': () => ({}),
    'directory.searchCars': () => ({ rows: [], asOf: null }),
    'directory.recentCars': () => ({ rows: [], asOf: null }),
    'directory.carHints': () => ({ hints: [] }),
    'directory.brands': () => ({ rows: [], asOf: null }),
  });
}

test('a saved draft is in the form when the job is opened', async () => {
  await openJob(801, JSON.stringify(saved));
  await expect.element(plate()).toHaveValue('M BX 1042');
});

test('a draft that lacks a field of this build keeps its other fields', async () => {
  const { name, brand, ...older } = saved;
  expect([name, brand]).toEqual(['', '']);
  await openJob(802, JSON.stringify(older));
  await expect.element(plate()).toHaveValue('M BX 1042');
});

test('a field of a draft that does not parse is empty, the others are kept', async () => {
  await openJob(803, JSON.stringify({ ...saved, vin: 42, somethingNew: true }));
  await expect.element(plate()).toHaveValue('M BX 1042');
  await expect.element(page.getByRole('textbox', { name: /VIN/ }).first()).toHaveValue('');
});

test('a draft that is no JSON is an empty form', async () => {
  await openJob(804, '{"mode":');
  await expect.element(page.getByRole('heading', { level: 1, name: /car/i })).toBeVisible();
  await expect.element(plate()).not.toBeInTheDocument();
});

test('typing is saved, and the draft that comes back with the job from another laptop replaces it', async () => {
  await openJob(805, JSON.stringify(saved));
  await plate().fill('M BX 7');
  expect(await main.wasAsked('jobs.saveDraft')).toEqual([
    { jobId: jobNumber(805), step: 'car', draft: JSON.stringify({ ...saved, licensePlate: 'M BX 7' }) },
  ]);
  const place = window.location.hash;
  window.location.hash = '#/home';
  await expect.element(page.getByRole('heading', { level: 1, name: /Bay 3 Tester/ })).toBeVisible();
  main.answer({
    'jobs.get': () =>
      newInstallation(805, { drafts: { car: JSON.stringify({ ...saved, licensePlate: 'M BX 99' }) } }),
  });
  main.announce(`job:${jobNumber(805)}`);
  window.location.hash = place;
  await expect.element(plate()).toHaveValue('M BX 99');
});

test('a step that is left and opened again before its save is answered shows all that was typed', async () => {
  await openJob(806, JSON.stringify(saved));
  main.answer({ 'jobs.saveDraft': () => new Promise(() => {}) });
  await plate().fill('M BX 8');
  const place = window.location.hash;
  window.location.hash = '#/home';
  await expect.element(page.getByRole('heading', { level: 1, name: /Bay 3 Tester/ })).toBeVisible();
  window.location.hash = place;
  await expect.element(plate()).toHaveValue('M BX 8');
});
