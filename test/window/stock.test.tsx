import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StockEntry, StockLine } from '../../shared/domain/boxes.ts';
import { accessOf } from './page/access-of.ts';
import { NOW, statusWith } from './page/at-rest.ts';
import { boardOf } from './page/board.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const line = (site: string | null, sapNumber: string, counts: Partial<StockLine['counts']>): StockLine => ({
  site,
  sapNumber,
  counts: { site: 0, installer: 0, returned: 0, car: 0, removed: 0, defective: 0, lost: 0, ...counts },
});

/** Enough for several pages; the last is lost. */
const boxes = Array.from({ length: 250 }, (_, index): StockEntry => ({
  serial: String(217_700_000 + index),
  sapNumber: 'SAP-100',
  site: 'Munich',
  state: index === 249 ? 'lost' : 'car',
  condition: index === 249 ? 'lost' : 'good',
  laptop: 'Munich / Bay 1',
  worker: 'Jo',
  at: NOW,
}));
const counts = () => page.getByRole('table').first();
const list = () => page.getByRole('table', { name: 'Single Boxes' });

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
    'supervision.stockBoxes': ({ filter, offset, limit }) => {
      const found = boxes.filter(
        ({ serial, state }) =>
          serial.includes(filter.serial) && (filter.state === null || filter.state === state),
      );
      return { rows: found.slice(offset, offset + limit), total: found.length };
    },
    'exports.saveStock': () => ({ path: '/home/jo/boxes-uat.csv' }),
    ...answers,
  });

test('the stock is filtered by site and variant, and the file has the same filter', async () => {
  await openStock();
  await expect.poll(() => counts().getByRole('row').elements().length).toBe(4);
  await page.getByRole('combobox', { name: 'Site' }).click();
  await page.getByRole('option', { name: 'Munich' }).click();
  await expect.poll(() => counts().getByRole('row').elements().length).toBe(3);
  await page.getByRole('combobox', { name: 'Variant' }).click();
  await page.getByRole('option', { name: 'SAP-080' }).click();
  await expect.poll(() => counts().getByRole('row').elements().length).toBe(2);
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect(await main.wasAsked('exports.saveStock')).toEqual([
    { filter: { site: 'Munich', sapNumber: 'SAP-080', state: null, serial: '' }, language: 'en' },
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

test('single Boxes are listed page by page, with whom and since when, and found by serial and state', async () => {
  await openStock();
  await expect.element(list()).toHaveAttribute('aria-rowcount', '251');
  await expect
    .element(list().getByRole('row').nth(1))
    .toHaveTextContent('217700000SAP-100MunichIn carsJo · Munich / Bay 123 Nov, 09:00');
  expect(main.asked('supervision.stockBoxes')).toMatchObject([{ offset: 0, limit: 100 }]);
  list().element().scrollTop = 200 * 56;
  await expect.element(list().getByText('217700200')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Serial' }).fill('217700249');
  await expect.element(list()).toHaveAttribute('aria-rowcount', '2');
  await expect
    .element(list().getByRole('row').nth(1))
    .toHaveTextContent('217700249SAP-100MunichLostJo · Munich / Bay 123 Nov, 09:00');
  await page.getByRole('searchbox', { name: 'Serial' }).fill('');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Lost' }).click();
  await expect.element(list()).toHaveAttribute('aria-rowcount', '2');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect(await main.wasAsked('exports.saveStock')).toMatchObject([{ filter: { state: 'lost', serial: '' } }]);
});
