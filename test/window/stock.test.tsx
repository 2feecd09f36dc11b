import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StockLine } from '../../shared/domain/box-life.ts';
import { accessOf } from './page/access-of.ts';
import { statusWith } from './page/at-rest.ts';
import { boardOf } from './page/board.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const line = (site: string | null, sapNumber: string, counts: Partial<StockLine['counts']>): StockLine => ({
  site,
  sapNumber,
  counts: { site: 0, installer: 0, returned: 0, car: 0, removed: 0, defective: 0, lost: 0, ...counts },
});

const openStock = (answers: Answers = {}) =>
  openWindow({ screen: 'installations', part: 'boxes', view: '' }, 'Installations', {
    ...boardOf([]),
    'supervision.boxStock': () => ({
      lines: [
        line('Berlin', 'SAP-100', { site: 4, lost: 1 }),
        line('Munich', 'SAP-080', { installer: 2 }),
        line('Munich', 'SAP-100', { car: 7 }),
      ],
    }),
    'exports.saveStock': () => ({ path: '/home/jo/boxes-uat.csv' }),
    ...answers,
  });

test('the stock is filtered by site and variant, and the file has the same filter', async () => {
  await openStock();
  await expect.poll(() => page.getByRole('row').elements().length).toBe(4);
  await page.getByRole('combobox', { name: 'Site' }).click();
  await page.getByRole('option', { name: 'Munich' }).click();
  await expect.poll(() => page.getByRole('row').elements().length).toBe(3);
  await page.getByRole('combobox', { name: 'Variant' }).click();
  await page.getByRole('option', { name: 'SAP-080' }).click();
  await expect.poll(() => page.getByRole('row').elements().length).toBe(2);
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect(await main.wasAsked('exports.saveStock')).toEqual([
    { filter: { site: 'Munich', sapNumber: 'SAP-080' }, language: 'en' },
  ]);
  await userEvent.keyboard('{Escape}');
});

test('installers are not offered the stock', async () => {
  await openWindow({ screen: 'installations', part: 'table', view: '' }, 'Installations', {
    ...boardOf([]),
    'app.status': () => statusWith({ access: accessOf('installer') }),
  });
  const parts = page.getByRole('radiogroup', { name: 'Parts of this page' });
  await expect.element(parts.getByText('Table', { exact: true })).toBeVisible();
  await expect.element(parts.getByText('Boxes', { exact: true })).not.toBeInTheDocument();
});
