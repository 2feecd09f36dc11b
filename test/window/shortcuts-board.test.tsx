import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hashOf } from '../../renderer/app/route.ts';
import { row } from '../unit/supervision-exports/rows.ts';
import { boardOf } from './page/board.ts';
import { dialog, focusCloseButton, pressUnderDialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

const rows = [row(1), row(2), row(3)] as const;
const hashOfJob = (index: 0 | 1 | 2) =>
  hashOf({ screen: 'installation', jobId: rows[index].jobId, view: '' });
const openHelp = () => page.getByRole('button', { name: 'Keys', exact: true }).click();

async function openTable(): Promise<void> {
  await openWindow({ screen: 'installations', part: 'table', view: '' }, 'Installations', boardOf(rows));
  await expect.element(page.getByRole('grid')).toBeVisible();
}

async function openSecond(): Promise<void> {
  const [, second] = rows;
  await openWindow({ screen: 'installation', jobId: second.jobId, view: '' }, /Vito/, boardOf(rows));
  await expect.element(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await main.wasAsked('supervision.ids');
}

describe('the table', () => {
  beforeEach(openTable);
  const selectAll = async () => {
    page.getByRole('grid').element().focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
  };

  test('A asks whether the selected jobs are approved', async () => {
    await selectAll();
    await userEvent.keyboard('a');
    await expect.element(dialog()).toBeVisible();
  });

  test('A asks nothing under a dialog', async () => {
    await selectAll();
    await openHelp();
    await pressUnderDialog('a');
    await expect.element(page.getByRole('grid')).toBeVisible();
  });

  test('/ puts the focus into the search', async () => {
    await userEvent.keyboard('/');
    await expect
      .element(page.getByRole('search').getByRole('textbox').or(page.getByRole('searchbox')).first())
      .toHaveFocus();
  });

  test('/ leaves the focus in a dialog', async () => {
    await openHelp();
    await focusCloseButton();
    await userEvent.keyboard('/');
    await userEvent.keyboard('{Shift}');
    await expect.element(dialog().getByRole('button').first()).toHaveFocus();
  });

  test('? opens the help for the keys', async () => {
    await userEvent.keyboard('{Shift>}?{/Shift}');
    await expect.element(dialog()).toHaveAccessibleName('Keys');
  });
});

describe('the page of a job', () => {
  beforeEach(openSecond);

  test.each([
    ['j', 2],
    ['k', 0],
  ] as const)('%s goes to a neighbour', async (key, neighbour) => {
    await userEvent.keyboard(key);
    await expect.poll(() => window.location.hash).toBe(hashOfJob(neighbour));
  });

  test.each(['j', 'k'])('%s stays at the job under a dialog', async (key) => {
    await openHelp();
    await pressUnderDialog(key);
    expect(window.location.hash).toBe(hashOfJob(1));
  });

  test('A approves', async () => {
    await userEvent.keyboard('a');
    expect(await main.wasAsked('reviewing.review')).toMatchObject([{ verdict: 'approved', basedOn: 0 }]);
  });

  test('A approves nothing under a dialog', async () => {
    await openHelp();
    await pressUnderDialog('a');
    expect(main.asked('reviewing.review')).toEqual([]);
  });

  test('R asks for what is to be done again', async () => {
    await userEvent.keyboard('r');
    await expect.element(dialog()).toBeVisible();
  });

  test('R asks nothing under a dialog', async () => {
    await openHelp();
    await pressUnderDialog('r');
    await expect.element(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
  });

  test('the arrows go through the photos in their dialog, and are dead under another one', async () => {
    await page.getByRole('button', { name: 'Show large: Photo a' }).first().click();
    await expect.element(dialog()).toHaveAccessibleName('Photo a');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(dialog()).toHaveAccessibleName('Photo b');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(dialog()).toHaveAccessibleName('Photo a');
    await userEvent.keyboard('a');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(main.asked('reviewing.review')).toEqual([]);
  });
});
