import { BEGINNING, carOf } from './installing.ts';
import { at, typed, type Walk } from './walk.ts';

const SEARCH = 'main input[type=search]';
const LIST = 'main ul[aria-label=Cars] li';
const ROWS = `${LIST} a`;
/** Far beyond the rows that are drawn, pixels; and a row that is in view there, none of the first ones. */
const DOWN = 4_000;
const ROW_THERE = `${LIST}[aria-posinset="66"] a`;

/** The Directory, the accesses, and what is found from anywhere. */
export async function lookingUp({ page, round, step }: Walk): Promise<void> {
  const { key, plate } = carOf(round);
  const tap = (css: string) => () => page.locator(css).first().click();
  await at(page, '#/home', 'main h1:text("Today")');
  await step('Directory opened', { css: ROWS }, tap('a[href^="#/directory"]'));
  await typed(page, SEARCH, BEGINNING, ROWS);
  await step('Directory: a car searched, one key', { css: `${LIST}:first-child`, says: plate }, () =>
    page.keyboard.press(key),
  );
  await step('Directory: a car opened', { css: `main section[aria-label="${plate}"]` }, tap(ROWS));
  await at(page, '#/directory/cars', SEARCH);
  await typed(page, SEARCH, '', `${LIST}[aria-setsize="-1"]`);
  await page.locator(ROWS).first().hover();
  await step('Directory: scrolled to further cars', { css: ROW_THERE }, () => page.mouse.wheel(0, DOWN));
  await step(
    'Directory: another part opened',
    { css: 'main ul[aria-label="Boxes and products"] a' },
    tap('nav a[href="#/directory/products"]'),
  );
  await step(
    'accesses opened',
    { css: 'main h1', says: 'Accesses' },
    tap('nav a[href="#/directory/assignments"]'),
  );
  await page.locator(ROWS).first().waitFor();
  await step('accesses: those of a car', { css: 'main section[aria-label]' }, tap(ROWS));
  await step('Ctrl+K opened', { css: '[role=dialog] input[role=combobox]' }, () =>
    page.keyboard.press('Control+k'),
  );
  await typed(page, '[role=dialog] input[role=combobox]', BEGINNING, '[role=dialog] [role=option]');
  await step('Ctrl+K: one key', { css: '[role=dialog] [role=option][aria-selected=true]', says: plate }, () =>
    page.keyboard.press(key),
  );
  await page.keyboard.press('Escape');
  await page.locator('[role=dialog]').waitFor({ state: 'hidden' });
}

/** The Queue with everything that ended. */
export async function queue({ page, round, step }: Walk): Promise<void> {
  const digit = String(round % 9);
  const option = 'main [role=listbox] [role=option]';
  await at(page, '#/home', 'main h1:text("Today")');
  await step('Queue opened', { css: 'main h1', says: 'Queue' }, () =>
    page.locator('a[href^="#/queue"]').first().click(),
  );
  await step('Queue: filtered', { css: option }, () =>
    page.locator('main [role=radiogroup] label:has-text("Ended")').click(),
  );
  await typed(page, SEARCH, 'Q 50', option);
  await step('Queue: searched, one key', { css: `${option}:first-child`, says: `Q 50${digit}9` }, () =>
    page.keyboard.press(digit),
  );
  await step('Queue: an operation opened', { css: 'article', says: `Q 50${digit}9` }, () =>
    page.locator(option).first().click(),
  );
}
