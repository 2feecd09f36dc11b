import { notable } from '../operator/seed/notable.ts';
import { photograph } from './fixture/photograph.ts';
import { expect, test } from './fixture/workshop.ts';

/* A service read live and as kept; an event of a car. */

test('a service is shown as the operator has it now, and as kept when it cannot be read @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  const service = [...operator.state.services.values()].find(
    ({ customerId, productId, isTerminated }) =>
      customerId === notable.customerId && productId !== null && !isTerminated,
  );
  if (service === undefined) throw new Error('the seed has a linked service');
  const open = () =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `#/directory/services/${service.id}`);
  await open();
  const now = page.getByRole('region', { name: 'At the operator now' });
  await expect(now.getByText(/^Read /)).toBeVisible();
  await expect(now.getByRole('list', { name: 'Product' })).toBeVisible();
  await photograph(page, 'service-1-now');

  operator.faults.add({ path: `/services/${service.id}`, effect: { kind: 'hang' } });
  await now.getByRole('button', { name: /^Read again/ }).click();
  await now.getByRole('button', { name: /^Stop reading/ }).click();
  await expect(now.getByText('Reading was stopped.')).toBeVisible();
  await photograph(page, 'service-2-stopped');

  operator.faults.clear();
  await operator.stop();
  await page.reload();
  await expect(now.getByText('As it was when the fleet was last read.')).toBeVisible();
  await photograph(page, 'service-3-kept');
});

test('an event among those of a car is opened by itself @long', async ({ workshop }) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  const id = operator.state.nextId('events');
  operator.state.events.set(id, {
    id,
    customerId: notable.customerId,
    carId: 20_001,
    userId: notable.testUserId,
    type: 'CarOpened',
    userAgent: 'Boxwright/0.1.0',
    dateTime: '2026-11-03T09:00:00Z',
    utcDateTime: '2026-11-03T08:00:00Z',
    latitude: 48.137,
    longitude: 11.575,
  });
  await page.evaluate(() => {
    location.hash = '#/directory/cars/20001';
  });
  await page.getByRole('button', { name: /^Open: Opened/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Opened' });
  await expect(dialog.getByText('48.137, 11.575')).toBeVisible();
  await photograph(page, 'event-1-open');
});
