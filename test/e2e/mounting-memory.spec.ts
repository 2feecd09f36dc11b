import { notable } from '../operator/seed/notable.ts';
import { dayWorker } from './fixture/day-worker.ts';
import { atHome, section } from './fixture/drive.ts';
import { photograph } from './fixture/photograph.ts';
import { openJob, stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* The place of the Box in the last car of this model is offered. */

const KEY = 'Volkswagen';
/** Both are Caddys. */
const [FITTED_BEFORE, NEXT] = [20_002, 20_004];

test('where the Box sat in the last car of this model is offered while fitting, without a connection too @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const key = [...operator.state.keys.values()].find(
    ({ brand, boxSapNumber }) => brand === KEY && boxSapNumber,
  );
  if (key === undefined) throw new Error('no key of that make');
  const { page } = await workshop.open();
  await atHome(page);
  await operator.stop();
  const job = {
    plate: notable.plates.alsoWithoutBox[0],
    carId: FITTED_BEFORE,
    brand: KEY,
    model: 'Caddy',
    keyId: key.id,
    serial: notable.boxes.free[1],
    group: notable.emptyGroup,
    testUser: notable.testUserId,
  };
  await dayWorker(page).work(job);

  await openJob(page, await stageJob(page, { car: NEXT, serial: notable.boxes.free[2] }));
  await page
    .getByRole('navigation', { name: 'Steps of this job' })
    .getByRole('button', { name: /Fitting/ })
    .click();
  const memory = section(page, 'Earlier positions of the Box');
  await expect(memory).toContainText('Under the dashboard, driver’s side');
  await expect(memory).toContainText('1 job · 1 of 1 right first time');
  await expect(memory.getByRole('img', { name: 'The Box in its place in an earlier job' })).toBeVisible();
  await expect(memory).toContainText('other laptops’ jobs as of');
  await photograph(page, 'mounting-memory');
  await memory.getByRole('button', { name: 'Same place here' }).click();
  await expect(memory).toContainText('Chosen in this job');
  await expect(page.locator('[data-item="mounting-place"]').getByRole('radio').first()).toBeChecked();
  await page.locator('[data-item="mounting-place"]').scrollIntoViewIfNeeded();
  await photograph(page, 'mounting-memory-chosen');
});
