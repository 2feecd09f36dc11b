import type { Page } from '@playwright/test';

/** One step of an installation as a person does it: what they do, and what they then see. */
export interface DrivenStep {
  readonly name: string;
  readonly act: (page: Page) => Promise<void>;
}

/** The job of the demo. Texts as a person would type them. */
export interface DrivenJob {
  readonly worker: string;
  readonly car:
    | { readonly find: string }
    | {
        readonly create: {
          readonly plate: string;
          readonly vin: string;
          readonly brand: string;
          readonly model: string;
        };
      };
  /** The key's accessible name: form and Box. */
  readonly key: string;
  readonly serial: string;
  readonly group: string;
  readonly testUser: string;
}

/** A result may take the operator a while. */
const RESULT_TIMEOUT_MS = 30_000;
const primary = (page: Page, name: string) => page.getByRole('button', { name, exact: false });

/**
 * The whole main job through the real interface, in the order of the rail. Written once: the demo drives it, and so do
 * the end-to-end specs.
 */
export function installationSteps(job: DrivenJob): readonly DrivenStep[] {
  return [
    { name: 'home', act: (page) => sayWho(page, job.worker) },
    { name: 'car', act: (page) => takeCar(page, job.car) },
    { name: 'keyfob', act: (page) => chooseKey(page, job.key) },
    { name: 'before', act: fillBefore },
    { name: 'box', act: (page) => fitBox(page, job.serial) },
    { name: 'fitting', act: fillFitting },
    { name: 'group', act: (page) => chooseGroup(page, job.group) },
    { name: 'test-access-confirmed', act: (page) => startTest(page, job.testUser) },
    { name: 'opened-and-closed', act: answerQuestions },
    { name: 'test-access-removed', act: removeAccess },
    { name: 'finish', act: openFinish },
  ];
}

async function sayWho(page: Page, worker: string): Promise<void> {
  // Home asks by itself until a worker is named.
  await page.getByLabel('Name or bay').fill(worker);
  await page.getByRole('button', { name: 'Start working' }).click();
  // Until the name is kept and the question has faded it may have the focus, and the page its keys.
  await page.getByLabel('Name or bay').waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function takeCar(page: Page, car: DrivenJob['car']): Promise<void> {
  await page.getByRole('button', { name: /New installation/ }).click();
  const search = page.getByLabel('Plate, VIN, name or brand');
  if ('find' in car) {
    await search.fill(car.find);
    await primary(page, 'Take this car').click();
  } else {
    const { plate, vin, brand, model } = car.create;
    await search.fill(plate);
    await page
      .getByRole('button', { name: /Create a new car/ })
      .first()
      .click();
    await page.getByLabel('Licence plate').fill(plate);
    await page.getByLabel('VIN', { exact: true }).fill(vin);
    await page.getByRole('combobox', { name: 'Brand' }).fill(brand);
    await page.getByLabel('Model').fill(model);
    await primary(page, 'Create this car').click();
  }
  await page.getByRole('heading', { name: 'Which key does the car have?' }).waitFor();
}

async function chooseKey(page: Page, key: string): Promise<void> {
  await page.getByRole('radio', { name: key }).check({ force: true });
  await primary(page, 'Use this key').click();
  await page.getByRole('heading', { name: 'Before the Box goes in' }).waitFor();
}

/** The checks before the Box, answered in a hurry. */
export async function fillBefore(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Before the Box goes in' }).waitFor();
  await tickAll(page);
  await primary(page, 'Checks done').click();
  await page.getByRole('heading', { name: 'Which Box goes in?' }).waitFor();
}

/** The checks with the Box in its place, answered in a hurry; waits for the next page. */
export async function fillFitting(page: Page): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: 'The Box in its place' });
  await title.waitFor();
  await tickAll(page);
  const number = page.getByRole('textbox', { name: /voltage/i });
  await number.fill('12.6');
  await number.blur();
  await primary(page, 'Checklist done').click();
  await title.waitFor({ state: 'detached' });
}

async function tickAll(page: Page): Promise<void> {
  // Choices first: what hangs on them appears.
  for (const group of await page.getByRole('radiogroup').all()) {
    await group.getByRole('radio').first().check({ force: true });
  }
  for (const confirm of await page.getByRole('checkbox').all()) await confirm.click();
}

async function fitBox(page: Page, serial: string): Promise<void> {
  await page.getByLabel('Serial number').fill(serial);
  await page.getByText('Right variant', { exact: true }).waitFor();
  await primary(page, 'Fit this Box').click();
  // A Box that every check let pass is waited for elsewhere; one in doubt keeps its page.
  await page.getByRole('heading', { level: 1, name: 'The Box in its place' }).waitFor();
}

async function chooseGroup(page: Page, group: string): Promise<void> {
  await page.getByLabel('Search or name a group').fill(group);
  await primary(page, 'Use this group').click();
  await page.getByRole('heading', { name: 'Try it for real' }).waitFor();
}

async function startTest(page: Page, user: string): Promise<void> {
  const search = page.getByLabel('Search a user');
  // Neither is there before the plan of the job is read.
  await search.or(page.getByRole('button', { name: 'Choose another user' })).waitFor();
  if (await search.isVisible()) {
    await search.fill(user);
    await page.getByRole('option', { name: user }).first().click();
  }
  await primary(page, 'Start test access').click();
  // The heading asks only once the operator's result is here; "accepted" is not enough.
  await page.getByRole('heading', { name: 'Does it open?' }).waitFor({ timeout: RESULT_TIMEOUT_MS });
}

async function answerQuestions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Yes, it opened' }).click();
  await page.getByRole('button', { name: 'Yes, it closed' }).click();
  await page.getByText('You said: it closed').waitFor();
}

async function removeAccess(page: Page): Promise<void> {
  await primary(page, 'Remove test access').click();
  await page.getByText('Tried and removed').first().waitFor({ timeout: RESULT_TIMEOUT_MS });
}

async function openFinish(page: Page): Promise<void> {
  await primary(page, 'Continue').click();
  await page.getByText('Everything is confirmed.', { exact: false }).waitFor();
}
