import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { SupervisionFacets } from '../../shared/domain/supervision.ts';
import { textOfView, wholeBoard } from '../../renderer/screens/supervisor/board-view.ts';
import { row } from '../unit/supervision-exports/rows.ts';
import { boardOf, NO_FACETS } from './page/board.ts';
import { main } from './page/main-process.ts';
import { openWindow, windowTexts } from './page/open-window.tsx';

const facets: SupervisionFacets = {
  ...NO_FACETS,
  brands: [{ value: 'Seat', count: 3 }],
  groups: [{ value: 'Arrivals North', count: 5 }],
};
const choice = (name: RegExp) => page.getByRole('checkbox', { name, includeHidden: true });

/** The table with a filter of two brands and two groups, whose counts are answered when the test says so. */
async function openTable() {
  const counted = Promise.withResolvers<SupervisionFacets>();
  const filter = { ...wholeBoard.filter, brands: ['Seat', 'Opel'], groups: ['Bay 1', 'Bay 2'] };
  const view = textOfView({ ...wholeBoard, filter });
  await openWindow({ screen: 'installations', part: 'table', view }, 'Installations', {
    ...boardOf([row(1)]),
    'supervision.facets': () => counted.promise,
  });
  await main.wasAsked('supervision.facets');
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  return { answer: () => counted.resolve(facets) };
}

test('the answer of the counts renders the choices of the open menu, and no menu', async () => {
  const { answer } = await openTable();
  const said = vi.spyOn(await windowTexts, 't');
  onTestFinished(() => said.mockRestore());
  /** The number of menus with a set filter that have rendered: each says what is set. */
  const rendered = () => said.mock.calls.filter(([key]) => key === 'installations.filter.is').length;
  await page.getByRole('button', { name: /^Brand/ }).click();
  await expect.element(page.getByRole('dialog', { name: /^Brand/ })).toBeVisible();
  expect(rendered()).toBeGreaterThan(0);
  said.mockClear();
  answer();
  await expect.element(choice(/^Seat/)).toBeVisible();
  expect(rendered()).toBe(0);
});

test('the choices of a closed menu are not in the page', async () => {
  const { answer } = await openTable();
  answer();
  await page.getByRole('button', { name: /^Brand/ }).click();
  await expect.element(choice(/^Seat/)).toBeVisible();
  await expect.element(choice(/^Arrivals North/)).not.toBeInTheDocument();
});

test('a group whose name is longer than a typed one filters the table, and can be saved in a view', async () => {
  const value = `Vans of bay 3 ${'x'.repeat(300)}`;
  await openWindow({ screen: 'installations', part: 'table', view: '' }, 'Installations', {
    ...boardOf([row(1)]),
    'supervision.facets': () => ({ ...NO_FACETS, groups: [{ value, count: 1 }] }),
    'supervision.saveView': (view) => ({ views: [{ ...view, id: crypto.randomUUID() }] }),
  });
  await page
    .getByRole('search')
    .getByRole('button', { name: /^Group/ })
    .click();
  await choice(/^Vans of bay 3/).click();
  await expect
    .poll(() => main.asked('supervision.installations').at(-1))
    .toMatchObject({ filter: { groups: [value] } });
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Bay 3');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  expect(await main.wasAsked('supervision.saveView')).toMatchObject([{ filter: { groups: [value] } }]);
});
