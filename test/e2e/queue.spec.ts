import type { Page } from '@playwright/test';
import type { LaunchedApp } from '../host/launch.ts';
import { notable } from '../operator/seed/notable.ts';
import { press } from './fixture/connect.ts';
import { photograph } from './fixture/photograph.ts';
import { stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* Correct a refused Box by keyboard, use another car for a lost one. */

const [box, otherBox] = notable.boxes.free;
const line = (page: Page, words: string) => page.getByRole('option').filter({ hasText: words });
const opened = (page: Page) => page.getByRole('article');

/** The person is called, and clicks. Where the host shows real notifications that a test cannot click, the address leads there too. */
async function calledOnce({ host, page, output, process: app }: LaunchedApp, words: string): Promise<void> {
  if (host.host !== 'chromium') {
    await page.getByRole('link', { name: /^Queue/ }).click();
    await line(page, 'Install Box').click();
    return;
  }
  await expect.poll(output).toContain(words);
  app.stdin?.write('click\n');
  await page.waitForURL(/#\/queue\/needs-you\/[0-9a-f-]+$/);
  expect(output().split('host notification')).toHaveLength(2);
}

test('a refused Box is found by its count, corrected with the keyboard, and fitted; its history tells all of it', async ({
  workshop,
}) => {
  const { operator } = workshop;
  operator.faults.add({
    method: 'PUT',
    path: '/installations',
    effect: { kind: 'status', status: 400, body: '"This serial is not known."' },
  });
  const app = await workshop.open();
  const { page } = app;
  await stageJob(page, { car: 20_001, serial: box });
  await calledOnce(app, `Box ${box} in M BX 1077 needs your decision.`);
  await expect(opened(page)).toContainText('Install Box');
  await page.getByRole('link', { name: '1 needs you' }).last().click();
  await line(page, 'Install Box').waitFor();
  await page.getByRole('listbox').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(opened(page)).toContainText('This serial is not known.');
  await photograph(page, 'queue-4-needs-you');
  await expect(opened(page).getByRole('button', { name: 'Correct' })).toBeVisible();
  await page.keyboard.press('c');
  const field = page.getByRole('textbox', { name: 'Serial number' });
  await field.fill('??');
  await press(page, 'Save the correction');
  const correct = page.getByRole('dialog', { name: 'Correct this' });
  await expect(correct.getByRole('alert')).toBeVisible();
  await field.fill(otherBox);
  await photograph(page, 'queue-5-correct');
  await press(page, 'Save the correction');
  await expect(opened(page)).toContainText('Done');
  await expect(opened(page).getByRole('list').last()).toContainText('Corrected');
  await expect(opened(page)).toContainText(otherBox);
  await photograph(page, 'queue-6-history');
  const fitted = [...operator.state.products.values()].filter(({ carId }) => carId === 20_001);
  expect(fitted.map(({ serialNumber }) => serialNumber)).toEqual([otherBox]);
  expect(operator.violations.all).toEqual([]);
});

test('a cancelled new car with dependants is no dead end: its work goes to another car @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  operator.faults.add({
    method: 'PUT',
    path: '/cars',
    effect: { kind: 'status', status: 400, body: '"No."' },
  });
  const { page } = await workshop.open();
  const car = { name: '', licensePlate: 'B OX 4711', vin: '', brand: 'Ford', model: '' };
  await stageJob(page, { car, serial: box, testUser: notable.testUserId });
  await page.getByRole('link', { name: /^Queue/ }).click();
  await line(page, 'Create car B OX 4711').click();
  await expect(opened(page).getByRole('button', { name: 'Give up' })).toBeVisible();
  await page.keyboard.press('g');
  const giveUp = page.getByRole('dialog', { name: 'Give this up?' });
  await expect(giveUp).toContainText('2 more steps depend on it and will be held:');
  await photograph(page, 'queue-7-give-up');
  await giveUp.getByRole('button', { name: 'Give up', exact: true }).click();
  await expect(opened(page)).toContainText('Given up');
  await expect(opened(page).getByRole('button', { name: 'Use another car' })).toBeVisible();
  // Beneath a dialog the page's keys rest.
  await expect(giveUp).toHaveCount(0);
  await page.keyboard.press('u');
  const move = page.getByRole('dialog', { name: 'For which car is this work?' });
  await move.getByRole('combobox', { name: 'Car' }).fill('M BX 1077');
  await page.getByRole('option', { name: /M BX 1077/ }).click();
  await photograph(page, 'queue-8-other-car');
  await press(page, 'Move the work');
  await expect
    .poll(() => [...operator.state.products.values()].find(({ serialNumber }) => serialNumber === box)?.carId)
    .toBe([...operator.state.cars.values()].find(({ licensePlate }) => licensePlate === 'M BX 1077')?.id);
  expect(operator.violations.all).toEqual([]);
});

test('the Queue in German and with texts as long as people write them @long', async ({ workshop }) => {
  const { page } = await workshop.open();
  await workshop.operator.stop();
  const name =
    'Sprinter 316 CDI Kühlkoffer der Niederlassung Donaudampfschifffahrtsgesellschaft, Stellplatz 114, Ersatzfahrzeug';
  const car = { name, licensePlate: '', vin: '', brand: '', model: '' };
  await stageJob(page, { car, serial: box, group: name.slice(0, 90), testUser: notable.testUserId });
  await page.evaluate(() => window.boxwright.app.changePreferences({ language: 'de' }));
  await page.getByRole('link', { name: /^Vorgänge/ }).click();
  await line(page, 'Sprinter').first().click();
  await expect(opened(page)).toContainText('Angefordert');
  await photograph(page, 'queue-9-german-long');
  await page.getByRole('searchbox').fill('donau dampf');
  await expect(line(page, 'Sprinter').first()).toBeVisible();
  await page.getByRole('searchbox').fill('kein solches');
  await expect(page.getByText('Nichts passt')).toBeVisible();
});

test('a group that exists but is not listed is named by its number, which is checked, and the car goes into it @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  operator.settings.notOffered = ['GET /groups'];
  const group = [...operator.state.groups.values()].find(({ name }) => name === notable.emptyGroup);
  const { page } = await workshop.open();
  await stageJob(page, { car: 20_001, group: notable.emptyGroup });
  await page.getByRole('link', { name: /^Queue/ }).click();
  await line(page, 'Create group').click();
  await expect(opened(page)).toContainText('does not list its groups');
  await photograph(page, 'queue-15-unlisted-group');
  await opened(page).getByRole('button', { name: 'It exists' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which group is it?' });
  const yes = dialog.getByRole('button', { name: 'Yes, I am sure' });
  const number = dialog.getByRole('textbox', { name: 'Number of the group' });
  await expect(dialog).toContainText('cannot be listed');
  await expect(yes).toBeDisabled();
  await number.fill('999');
  await yes.click();
  await expect(dialog.getByRole('alert')).toContainText('no group with the number 999');
  await photograph(page, 'queue-16-number-of-the-group');
  await number.fill(String(group?.id));
  await yes.click();
  await expect(dialog).toBeHidden();
  await expect(opened(page)).toContainText('Decided: it was done');
  await expect.poll(() => group?.carIds.has(20_001)).toBe(true);
  expect(operator.violations.all).toEqual([]);
});
