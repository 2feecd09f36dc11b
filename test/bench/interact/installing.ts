import { at, typed, type Walk } from './walk.ts';

/** The searches for the fleet's cars: the last key tells them apart, and the one before it shows another one first. */
const CARS = [
  { key: '6', plate: 'M BX 1063' },
  { key: '7', plate: 'M BX 1071' },
  { key: '8', plate: 'M BX 1080' },
] as const;
export const BEGINNING = 'mbx10';
export const carOf = (round: number) => CARS[round % CARS.length] ?? CARS[0];

const FIELD = 'main input[role=combobox]';
const HEADING = 'main h1';

/** Home, and the steps of an installation that need only this laptop. */
export async function installing({ page, round, step }: Walk): Promise<void> {
  const { key, plate } = carOf(round);
  await at(page, '#/settings', `${HEADING}:text("Settings")`);
  await step('Home opened', { css: 'main h1', says: 'Today' }, () =>
    page.locator('a[href="#/home"]').first().click(),
  );
  await step('Home: an installation begun', { css: HEADING, says: 'Which car?' }, () =>
    page.keyboard.press('n'),
  );
  await typed(page, FIELD, BEGINNING, '[role=option]');
  await step('job: a car searched, one key', { css: '[role=option][aria-selected=true]', says: plate }, () =>
    page.keyboard.press(key),
  );
  await step('job: the car taken', { css: '[role=radiogroup] input[name=key]' }, () =>
    page.keyboard.press('Enter'),
  );
  await step('job: a key chosen', { css: 'main input[name=key]:checked' }, () =>
    page.locator('label:has(> input[name=key])').first().click(),
  );
  await step('job: a step on', { css: 'main [data-item]' }, () => page.keyboard.press('Enter'));
  await step('job: a question answered', { css: 'main [role=status]', says: '1 of ' }, () =>
    page.locator('[data-item] [role=radiogroup] label').first().click(),
  );
  await step('job: another step by the rail', { css: HEADING, says: 'Which key does the car have?' }, () =>
    page.locator('nav button:has-text("Key")').first().click(),
  );
  await at(page, '#/home', 'main article a');
  await step('Home: a job opened', { css: 'nav[aria-label="Steps of this job"]' }, () =>
    page.locator('main article a').first().click(),
  );
}
