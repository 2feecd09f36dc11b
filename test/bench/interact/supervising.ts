import { notable } from '../../operator/seed/notable.ts';
import { BRANDS, FULL, VIN_BEGINS } from '../startup/full-profile.ts';
import { at, typed, type Walk } from './walk.ts';

const GRID = 'main [role=grid]';
const PLATE = `${GRID} [role=row] [role=gridcell]:nth-child(3)`;
const FIRST = `${GRID} [aria-rowindex="2"]`;
/** A tenth of all jobs has each of the digits next. */
const VIN = `${VIN_BEGINS}000`;
/** A brand of no car that is fitted meanwhile. */
const FEW = BRANDS[0];
/** The car of the very first job. */
const OLDEST = notable.plates.withoutBox;
const CAR = 'main [role=search] input[type=search] >> nth=1';
/** The head is a row too. */
const rowsOf = (jobs: number) => `${GRID}[aria-rowcount="${jobs + 1}"]`;

/** All jobs of this laptop as its supervisor sees them. */
export async function supervising({ page, round, step }: Walk): Promise<void> {
  const tap = (css: string) => () => page.locator(css).first().click();
  await at(page, '#/home', 'main h1:text("Today")');
  await step('Installations opened', { css: PLATE }, tap('a[href^="#/installations"]'));
  await typed(page, CAR, VIN, rowsOf(FULL.jobs));
  await step('Installations: searched, one key', { css: rowsOf(FULL.jobs / 10) }, () =>
    page.keyboard.press(String(round % 10)),
  );
  await at(page, '#/installations/table', `${GRID}:not([aria-rowcount="${FULL.jobs / 10 + 1}"])`);
  await tap('main [role=search] button:has-text("Brand")')();
  await page.locator('fieldset label').first().waitFor();
  await step(
    'Installations: filtered',
    { css: rowsOf(FULL.jobs / BRANDS.length) },
    tap(`fieldset label:has-text("${FEW}")`),
  );
  await page.keyboard.press('Escape');
  await at(page, '#/installations/table', `${GRID}:not([aria-rowcount="${FULL.jobs / BRANDS.length + 1}"])`);
  await step(
    'Installations: ordered',
    { css: FIRST, says: OLDEST },
    tap('[role=columnheader] button:has-text("Begun")'),
  );
  await step('Installations: a job opened', { css: 'main section h2', says: 'Risk' }, tap(FIRST));
  await at(page, '#/installations/table', PLATE);
  await step(
    'Installations: the numbers',
    { css: 'main h3', says: 'Right first time' },
    tap('main label:has-text("Numbers")'),
  );
}

/** Screens that are opened now and then. */
export async function besides({ page, step }: Walk): Promise<void> {
  const tap = (css: string) => () => page.locator(css).first().click();
  await at(page, '#/home', 'main h1:text("Today")');
  await step('Settings opened', { css: 'main h2', says: 'Look' }, tap('a[href="#/settings"]'));
  await step(
    'Health opened',
    { css: 'main h3', says: 'Operator and login' },
    tap('main button:has-text("Open diagnostics")'),
  );
  await at(page, '#/home', 'main h1:text("Today")');
  await step('End of shift opened', { css: 'main h1', says: 'End of shift' }, tap('a[href="#/shift"]'));
  await at(page, '#/home', 'main h1:text("Today")');
  await step(
    'Cars from a list opened',
    { css: 'main h1', says: 'Cars from a list' },
    tap('a[href="#/batch"]'),
  );
}
