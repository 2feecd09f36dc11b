import { photograph } from './fixture/photograph.ts';
import { expect, test } from './fixture/workshop.ts';

/* An environment with another path, set by support. */

// Acts that are not an installer's.
test.use({ role: 'supervisor' });

test('a support engineer enters the path of this environment’s groups, and they are offered at once @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  operator.settings.movedOperations = { 'GET /groups': '/vehicle-groups' };
  const { page } = await workshop.open();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Names in this environment' }).click();
  const groups = page.getByLabel('List of groups', { exact: true });
  await expect(groups).toHaveValue('/groups');
  await photograph(page, 'assumptions-1-usual');

  await groups.fill('vehicle groups');
  await expect(page.getByText('A path that begins with / and keeps the gaps of /groups.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await photograph(page, 'assumptions-2-refused');
  await groups.fill('/vehicle-groups');
  await expect(page.getByText('Usually /groups')).toBeVisible();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(groups).toHaveValue('/vehicle-groups');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await photograph(page, 'assumptions-3-applied');

  await page.evaluate(() => {
    location.hash = '#/directory/groups';
  });
  await expect(page.getByRole('link', { name: /Delivery vans north/ })).toBeVisible();

  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.getByRole('button', { name: 'Names in this environment' }).click();
  await expect(groups).toHaveValue('/vehicle-groups');
  await page.getByRole('button', { name: 'As usual: List of groups' }).press('Enter');
  await expect(groups).toHaveValue('/groups');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(groups).toHaveValue('/groups');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
  // Asked for where they are not, they were not offered; every other request is one of the spec.
  expect(operator.violations.all.filter(({ path }) => !path.startsWith('/groups?'))).toEqual([]);
});
