import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import { startOperator } from '../operator/start.ts';
import { connectByHand, connectFields, connectValues, press, typeOperator } from './fixture/connect.ts';
import { atHome, drive, KNOWN_CAR, railStep, section } from './fixture/drive.ts';
import { countedWrites } from './fixture/operator-record.ts';
import { expect, fleetRead, test } from './fixture/workshop.ts';

/* First start, wrong values, line-by-line tests, first reading, test and production. */

const UNREACHABLE = 'http://127.0.0.1:9/v3';

const checks = (page: Page) => section(page, 'Tests');

test('the first start asks for a connection, and a wrong address or password costs one sentence and no typing @long', async ({
  app,
  workshop,
}) => {
  const { page } = await app.start();
  const right = connectValues(workshop);
  const fields = connectFields(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Connect' })).toBeVisible();

  await typeOperator(page, { ...right, address: 'operator.example' });
  await press(page, 'Test');
  await expect(page.getByText('Give the full address with https:// at its beginning.')).toBeVisible();
  await expect(fields.address).toBeFocused();

  await fields.address.fill(UNREACHABLE);
  await press(page, 'Test');
  await expect(checks(page)).toContainText('The operator cannot be reached.');

  await fields.address.fill(right.address);
  await fields.password.fill('not the password');
  await press(page, 'Test');
  await expect(checks(page)).toContainText('The operator refuses this login');
  await expect(checks(page)).toContainText('Check API key, user name and password');
  const raw = checks(page).getByText('The user name or password is incorrect.');
  await expect(raw).toBeHidden();
  await press(page, 'The exact words');
  await expect(raw).toBeVisible();

  await expect(fields.address).toHaveValue(right.address);
  await expect(fields.apiKey).toHaveValue(right.apiKey);
  await expect(fields.username).toHaveValue(right.username);
  await expect(fields.password).toHaveValue('not the password');
  await expect(page.getByRole('button', { name: 'Next' })).toBeHidden();
  expect(workshop.operator.violations.all).toEqual([]);
});

test('everything is tested line by line before it is saved, then the fleet is read and Home opens @long', async ({
  app,
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await app.start();
  const right = connectValues(workshop);
  await typeOperator(page, right);
  await press(page, 'Test');
  await expect(checks(page)).toContainText(/Reachable, clock differs by/);
  await expect(checks(page)).toContainText('Accepted');
  await expect(checks(page)).toContainText('2 customers visible');
  await press(page, 'Next');

  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
  await page.getByRole('radio', { name: 'Fleet North' }).click();
  await press(page, 'Next');

  const fields = connectFields(page);
  await fields.relayUrl.fill(right.relayUrl);
  await fields.relayToken.fill('not a token of this relay');
  await press(page, 'Test the relay');
  await expect(checks(page)).toContainText('The relay does not accept this laptop’s token');
  await expect(fields.relayToken).toHaveValue('not a token of this relay');
  await fields.relayToken.fill(right.relayToken);
  await press(page, 'Test the relay');
  await expect(checks(page)).toContainText('Accepted as Bay 3, installer');

  // Held, so that the progress is there however late one looks.
  operator.faults.add({ path: '/users', count: 'all', effect: { kind: 'hold' } });
  await press(page, 'Save and read the fleet');
  await expect(page.getByText(/^Reading (cars|users|groups|Boxes and IQs|services|keys)$/)).toBeVisible();
  await expect(page.getByText(/^[1-9] of \d parts$/)).toBeVisible();
  operator.faults.clear();
  await expect(page.getByText('The fleet is on this laptop')).toBeVisible();
  await press(page, 'Go on to Home');
  await atHome(page);
  await expect(page.getByRole('banner')).toContainText('TEST');
  await expect(page.getByRole('banner')).toContainText('Fleet North');
  expect(operator.violations.all).toEqual([]);
});

test('after a restart without a secret store the app asks for the secrets alone, and the queue is as it was @long', async ({
  app,
  workshop,
}) => {
  const { operator } = workshop;
  const values = connectValues(workshop);
  const first = await app.start();
  await connectByHand(first.page, values);
  await fleetRead(first.page);
  await press(first.page, 'Go on to Home');
  await drive(first.page, KNOWN_CAR, { to: 'home' });
  await first.page.getByRole('link', { name: 'Settings' }).click();
  const keeping = section(first.page, 'Connection').getByText(
    /kept in memory and asked for again|own secret store\.$/,
  );
  const asksAgain = /asked for again/.test(await keeping.innerText());
  await first.page.getByRole('link', { name: 'Home' }).click();
  await operator.stop();
  await drive(first.page, KNOWN_CAR, { from: 'car', to: 'before' });
  await first.page.getByLabel('Serial number').fill(KNOWN_CAR.serial);
  await expect(first.page.getByText('Checked. Press Enter once more to fit this Box.')).toBeVisible();
  await press(first.page, 'Fit this Box');
  await expect(railStep(first.page, 'Box')).toContainText('Saved here');
  await first.close();

  await operator.startAgain();
  const { page } = await app.start();
  if (asksAgain) {
    await expect(page.getByRole('heading', { level: 1, name: 'Connect' })).toBeVisible();
    expect(countedWrites(operator)).toEqual({});
    const fields = connectFields(page);
    await expect(fields.address).toHaveValue(values.address);
    await expect(fields.apiKey).toBeFocused();
    await fields.apiKey.fill(values.apiKey);
    await fields.username.fill(values.username);
    await fields.password.fill(values.password);
    await press(page, 'Test');
    await press(page, 'Next');
    await expect(fields.relayUrl).toHaveValue(values.relayUrl);
    await fields.relayToken.fill(values.relayToken);
    await press(page, 'Test the relay');
    await press(page, 'Save and read the fleet');
    await press(page, 'Go on to Home');
    await expect(page.getByRole('banner')).toContainText('Fleet North');
  }
  await expect(section(page, 'In progress')).toContainText(notable.plates.withoutBox);
  await expect.poll(() => countedWrites(operator)).toEqual({ 'PUT /installations': 1 });
});

test('a laptop for production carries no mark of the test environment @long', async ({ app }) => {
  const operator = await startOperator({ environment: 'prod' });
  try {
    const { page } = await app.start({
      BOXWRIGHT_ENVIRONMENT: 'prod',
      BOXWRIGHT_BASE_URL: operator.url,
      BOXWRIGHT_API_KEY: operator.settings.apiKey,
      BOXWRIGHT_USERNAME: operator.settings.username,
      BOXWRIGHT_PASSWORD: operator.settings.password,
      BOXWRIGHT_CUSTOMER_ID: String(notable.customerId),
    });
    await expect(page.getByRole('banner')).toContainText('Fleet North');
    await expect(page.getByText('TEST', { exact: true })).toHaveCount(0);
    await expect(page.locator('[data-environment]')).toHaveAttribute('data-environment', 'prod');
    await expect(page.getByText('No relay: results are confirmed by query')).toBeVisible();
  } finally {
    await operator.stop();
  }
});
