import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { plannedInstallation } from '../planned/planned-work.ts';
import shipped from '../../resources/checklists/car.json';
import { directoryCar } from '../../shared/domain/directory.ts';
import { checklistTemplate } from '../../shared/domain/checklist.ts';
import { boardOf } from './page/board.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { plannedView } from './page/planned.ts';
import type { Answers } from './page/stand-in.ts';

const template = checklistTemplate.parse(shipped);
const car = directoryCar.parse({
  id: 44,
  name: 'Van 44',
  licensePlate: 'M BX 44',
  vin: 'V44',
  brand: 'Ford',
  model: 'Transit',
});
const users = [
  { id: 9001, name: 'Test Driver', emailAddress: 'driver@example.test' },
  { id: 9002, name: 'Other Driver', emailAddress: null },
];

async function openPlan(answers: Answers = {}): Promise<void> {
  await openWindow({ screen: 'installations', part: 'plan', view: '' }, 'Installations', {
    ...boardOf([]),
    'checklists.list': () => ({
      checklists: [{ template, source: 'shipped', versions: [template], own: null }],
      faults: [],
      folder: '/checklists',
      drafts: [],
    }),
    'directory.searchUsers': () => ({ rows: users, asOf: 1 }),
    'directory.keys': () => ({ rows: [], asOf: null }),
    'directory.searchCars': () => ({ rows: [car], asOf: 1 }),
    'planning.save': () => ({ ids: [] }),
    ...answers,
  });
}

const field = (name: string) => dialog().getByRole('textbox', { name, exact: true });
const choice = (name: string) => dialog().getByRole('combobox', { name, exact: true });
const saved = (work: object) => [{ plans: [{ work }] }];

describe('the form of a planned job', () => {
  test('takes the checklist, the test user and the variant of the Box', async () => {
    await openPlan();
    await page.getByRole('button', { name: 'Plan a job' }).click();
    await field('Plate').fill('M-AA 1');
    await choice('Box variant (SAP number)').fill('4711-08');
    await choice('Test user').click();
    await page.getByRole('option', { name: /Other Driver/ }).click();
    await choice('Checklist').click();
    await page.getByRole('option').first().click();
    await userEvent.click(dialog().getByRole('button', { name: 'Plan a job' }));
    expect(await main.wasAsked('planning.save')).toMatchObject(
      saved({
        kind: 'installation',
        expected: { by: 'variant', name: '4711-08' },
        testUser: { id: 9002, name: 'Other Driver' },
        checklist: template.id,
      }),
    );
  });

  test('takes a car of the fleet with its facts', async () => {
    await openPlan();
    await page.getByRole('button', { name: 'Plan a job' }).click();
    await choice('Car of the fleet').click();
    await page.getByRole('option', { name: /Van 44/ }).click();
    await expect.element(field('VIN')).toHaveValue('V44');
    await userEvent.click(dialog().getByRole('button', { name: 'Plan a job' }));
    expect(await main.wasAsked('planning.save')).toMatchObject(
      saved({ car: { id: 44, licensePlate: 'M BX 44', vin: 'V44', name: 'Van 44', brand: 'Ford' } }),
    );
  });

  test('refuses a serial and a variant at once', async () => {
    await openPlan();
    await page.getByRole('button', { name: 'Plan a job' }).click();
    await field('Plate').fill('M-AA 1');
    await field('Box to fit').fill('001234021');
    await choice('Box variant (SAP number)').fill('4711-08');
    await dialog().getByRole('button', { name: 'Plan a job' }).click();
    await expect.element(dialog().getByText(/not both/)).toBeVisible();
    expect(main.asked('planning.save')).toEqual([]);
  });

  test('keeps the checklist, the test user and the variant of a plan that is changed elsewhere', async () => {
    const facts = {
      checklist: 'of-another-laptop',
      expected: { by: 'variant', name: '4711-08' },
      testUser: { id: 77, name: 'Far Driver' },
    };
    const work = { ...plannedView(1, 'M-AA 1').work, ...facts };
    await openPlan({
      'planning.list': () => ({
        plannedJobs: [plannedView(1, 'M-AA 1', { work: plannedInstallation(work) })],
      }),
    });
    await page.getByRole('button', { name: 'Change M-AA 1' }).click();
    await expect.element(choice('Test user')).toHaveValue('Far Driver');
    await expect.element(choice('Checklist')).toHaveValue('of-another-laptop');
    await field('Where the key is').fill('Gate house');
    await dialog().getByRole('button', { name: 'Save' }).click();
    expect(await main.wasAsked('planning.save')).toMatchObject(saved({ ...facts, keyPlace: 'Gate house' }));
  });
});

describe('the order of a planned day', () => {
  const rows = (): Answers => ({
    'planning.list': () => ({ plannedJobs: [plannedView(1, 'M-AA 1'), plannedView(2, 'M-AA 2')] }),
  });
  const moved = [
    { id: plannedView(2, '').id, basedOn: 1, work: { place: 1 } },
    { id: plannedView(1, '').id, basedOn: 1, work: { place: 2 } },
  ];

  test('is changed by the keyboard', async () => {
    await openPlan(rows());
    await expect.element(page.getByRole('button', { name: 'Move M-AA 1 earlier' })).toBeDisabled();
    page.getByRole('button', { name: 'Move M-AA 2 earlier' }).element().focus();
    await userEvent.keyboard('{Enter}');
    expect(await main.wasAsked('planning.save')).toMatchObject([{ plans: moved }]);
  });

  test('is changed by dragging', async () => {
    await openPlan(rows());
    const items = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Move/ }) });
    await expect.element(items.nth(1)).toBeVisible();
    await userEvent.dragAndDrop(items.nth(1), items.nth(0));
    expect(await main.wasAsked('planning.save')).toMatchObject([{ plans: moved }]);
  });
});
