import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { profileView } from '../../shared/domain/profile.ts';
import type { Role } from '../../shared/domain/people.ts';
import { makeProblem } from '../../shared/problem.ts';
import { row } from '../unit/supervision-exports/rows.ts';
import { accessOf } from './page/access-of.ts';
import { statusWith } from './page/at-rest.ts';
import { boardOf, NO_FACETS } from './page/board.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const PATH = '/home/office/pack.zip';
const openly = { people: 'named', cars: 'full', language: 'en' };
const board = boardOf([row(1), row(2)]);
const sites: Answers = {
  'supervision.facets': async (input) => {
    const facets = await board['supervision.facets']?.(input);
    if (facets === undefined) throw new Error('the board has no facets');
    const inMonth = input.filter.from !== null;
    return { ...facets, sites: inMonth ? [site('Munich', 12), site('', 3)] : [site('Berlin', 90)] };
  },
};
const site = (value: string, count: number) => ({ value, count });

/** A customer of its own: the window keeps what another test has selected, and with a selection there is no export. */
const office = profileView.parse({ ...statusWith().profile, customerId: 77 });

async function openExport(role: Role, answers: Answers = {}): Promise<void> {
  await openWindow({ screen: 'installations', part: 'table', view: '' }, 'Installations', {
    ...board,
    ...sites,
    'app.status': () => statusWith({ access: accessOf(role), profile: office }),
    'exports.state': () => ({ task: null, ended: null }),
    ...answers,
  });
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect.element(dialog()).toBeVisible();
}
const kind = (name: string) => dialog().getByRole('radio', { name, exact: true });
const choice = (name: string) => dialog().getByRole('combobox', { name, exact: true });
const save = () => dialog().getByRole('button', { name: 'Save as…' });

/** As the dialog offers it first: the last month that is over. */
function lastMonth(): string {
  const today = new Date();
  const month = new Date(today.getFullYear(), today.getMonth() - 1, 1);
  return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`;
}

async function askForPack(answers: Answers = {}): Promise<void> {
  await openExport('supervisor', answers);
  await kind('Monthly pack').click();
  await expect.element(dialog().getByText('The pack has 15 jobs.')).toBeVisible();
}

describe('the monthly pack', () => {
  test('is not offered below the role of a supervisor', async () => {
    await openExport('lead');
    await expect.element(kind('Acceptance sheet')).toBeInTheDocument();
    await expect.element(kind('Monthly pack')).not.toBeInTheDocument();
  });

  test('is of the customer, the last month and all sites unless others are chosen', async () => {
    await askForPack({ 'exports.savePack': () => ({ path: PATH, missing: 0 }) });
    await expect.element(dialog().getByText(/^One zip file for \S/)).toBeVisible();
    await save().click();
    expect(await main.wasAsked('exports.savePack')).toEqual([
      { month: lastMonth(), site: null, manner: openly },
    ]);
  });

  test('takes a site at which jobs began in its month', async () => {
    await askForPack({ 'exports.savePack': () => ({ path: PATH, missing: 0 }) });
    await choice('Site').click();
    await expect.element(page.getByRole('option')).toHaveTextContent('Munich');
    await page.getByRole('option', { name: 'Munich' }).click();
    await expect.element(dialog().getByText('The pack has 12 jobs.')).toBeVisible();
    await save().click();
    expect(await main.wasAsked('exports.savePack')).toMatchObject([{ site: 'Munich' }]);
  });

  test('of a month without jobs cannot be saved', async () => {
    await openExport('supervisor', {
      'supervision.facets': board['supervision.facets'] ?? (() => Promise.reject(new Error('no board'))),
    });
    await kind('Monthly pack').click();
    await expect.element(dialog().getByText('The pack has 0 jobs.')).toBeVisible();
    await expect.element(save()).toBeDisabled();
  });

  test('says where the logs are left out', async () => {
    await askForPack();
    await kind('Numbered').click();
    await expect.element(dialog().getByText(/this pack has only the newest entry of each/)).toBeVisible();
  });

  test('shows its progress, and can be stopped', async () => {
    await askForPack({ 'exports.stop': () => ({}) });
    main.answer({ 'exports.state': () => ({ task: { what: 'photos', done: 3, total: 40 }, ended: null }) });
    main.announce('exports');
    await expect.element(dialog().getByText(/3 of 40/)).toBeVisible();
    await expect.element(save()).toBeDisabled();
    await dialog().getByRole('button', { name: 'Stop' }).click();
    await main.wasAsked('exports.stop');
  });

  test('is shown in its folder, with the number of photos that it lacks', async () => {
    await askForPack({
      'exports.savePack': () => ({ path: PATH, missing: 2 }),
      'exports.show': () => ({}),
    });
    await save().click();
    await expect.element(dialog().getByText(`Saved: ${PATH}`)).toBeVisible();
    await expect.element(dialog().getByText(/^2 photos are missing/)).toBeVisible();
    await dialog().getByRole('button', { name: 'Open the folder' }).click();
    expect(await main.wasAsked('exports.show')).toEqual([{ path: PATH, how: 'folder' }]);
    await dialog().getByRole('button', { name: 'Open the file' }).click();
    expect((await main.wasAsked('exports.show')).at(-1)).toEqual({ path: PATH, how: 'file' });
  });

  test('that was stopped or cancelled says nothing of a file', async () => {
    await askForPack({ 'exports.savePack': () => ({ path: null, missing: 0 }) });
    await save().click();
    await main.wasAsked('exports.savePack');
    await expect.element(save()).toBeEnabled();
    await expect.element(dialog().getByRole('button', { name: 'Open the folder' })).not.toBeInTheDocument();
  });
});

test('an export that ended while the dialog was closed is shown with its place, until the next one begins', async () => {
  await openExport('supervisor', {
    'exports.state': () => ({ task: null, ended: { how: 'saved', path: PATH, missing: 2 } }),
    'exports.saveTable': () => ({ path: null }),
    'exports.show': () => ({}),
  });
  await expect.element(dialog().getByText(`Last export: ${PATH}`)).toBeVisible();
  await expect.element(dialog().getByText(/^2 photos are missing/)).toBeVisible();
  await dialog().getByRole('button', { name: 'Open the folder' }).click();
  expect(await main.wasAsked('exports.show')).toEqual([{ path: PATH, how: 'folder' }]);
  await save().click();
  await main.wasAsked('exports.saveTable');
  await expect.element(dialog().getByText(/Last export/)).not.toBeInTheDocument();
});

test('an export that failed while the dialog was closed says why', async () => {
  await openExport('supervisor', {
    'exports.state': () => ({ task: null, ended: { how: 'failed', problem: makeProblem('pack-empty') } }),
  });
  await expect.element(dialog().getByRole('alert')).toBeVisible();
  await expect.element(save()).toBeEnabled();
});

test('the table is saved as it is filtered, by Enter too', async () => {
  await openExport('installer', { 'exports.saveTable': () => ({ path: '/home/office/table.csv' }) });
  save().element().focus();
  await userEvent.keyboard('{Enter}');
  expect(await main.wasAsked('exports.saveTable')).toMatchObject([{ format: 'csv', manner: openly }]);
  await expect.element(dialog().getByText('Saved: /home/office/table.csv')).toBeVisible();
});

test('the acceptance sheet of a group whose name is longer than a typed one is saved', async () => {
  const value = `Vans of bay 3 ${'x'.repeat(300)}`;
  await openExport('supervisor', {
    'supervision.facets': () => ({ ...NO_FACETS, groups: [{ value, count: 1 }] }),
    'exports.saveSheet': () => ({ path: '/home/office/sheet.pdf' }),
  });
  await kind('Acceptance sheet').click();
  await choice('Group').click();
  await page.getByRole('option', { name: /^Vans of bay 3/ }).click();
  await save().click();
  expect(await main.wasAsked('exports.saveSheet')).toMatchObject([{ group: value }]);
});
