import { notable } from '../operator/seed/notable.ts';
import { press } from './fixture/connect.ts';
import { findAndOpen, openPart } from './fixture/directory.ts';
import { atHome, drive, finish, KNOWN_CAR, section } from './fixture/drive.ts';
import { expect, fleetRead, test } from './fixture/workshop.ts';

/* Everything without an operator, nothing left afterwards. */

test('the demo begins with one press, and nothing of it is left at the next start', async ({ app }) => {
  const first = await app.start();
  const { page } = first;
  await press(page, 'Try the demo');
  await atHome(page);
  await fleetRead(page);
  expect(await first.close()).toBe(0);

  const { page: again } = await app.start();
  await expect(again.getByRole('heading', { level: 1, name: 'Connect' })).toBeVisible();
});

test('a person without an operator tries everything out with one press, and nothing of it is left at the next start @long', async ({
  app,
}) => {
  const first = await app.start();
  const { page } = first;
  await expect(page.getByRole('heading', { level: 1, name: 'Connect' })).toBeVisible();
  await expect(section(page, 'Just looking around?')).toContainText('Nothing leaves the machine.');
  await press(page, 'Try the demo');
  await atHome(page);
  await expect(page.getByRole('banner')).toContainText('TEST');
  await fleetRead(page);
  await drive(page, KNOWN_CAR);
  await finish(page);
  await expect(section(page, 'Done today')).toContainText(notable.plates.withoutBox);
  await openPart(page, 'Cars');
  await findAndOpen(page, 'mbx1077', notable.plates.withoutBox);
  await expect(section(page, 'In this car')).toContainText(/001.?234.?021/);
  await expect(section(page, 'Events')).toContainText('Opened');
  expect(await first.close()).toBe(0);

  const { page: again } = await app.start();
  await expect(again.getByRole('heading', { level: 1, name: 'Connect' })).toBeVisible();
  await expect(again.getByText(notable.plates.withoutBox)).toHaveCount(0);
});
