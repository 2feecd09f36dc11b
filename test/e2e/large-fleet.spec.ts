import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import { press } from './fixture/connect.ts';
import { answerDialog, dialog, expectConfirmed, findAndOpen, openPart } from './fixture/directory.ts';
import { SCREEN_SIZES } from './fixture/screenshots.ts';
import { expect, fleetRead, test } from './fixture/workshop.ts';

/* 20,000 cars: progress, a responsive window, stop and resume. */

const CARS = 20_000;
/** The cars are watched: the parts read before them are kept short. */
const OTHERS = 300;
/** For each page of cars. All of them together take longer than everything that is tried meanwhile may. */
const PAGE_DELAY_MS = 700;

test.use({ cars: CARS });

test('20,000 cars come with a moving bar while the window answers, stop when asked, and come to their end from there @long', async ({
  app,
  workshop,
}) => {
  test.slow();
  const { operator } = workshop;
  const { cars, products, services } = operator.state;
  for (const rows of [products, services]) {
    for (const id of [...rows.keys()].slice(OTHERS)) rows.delete(id);
  }
  operator.settings.maxTop = 200;
  operator.faults.add({
    method: 'GET',
    path: '/cars',
    count: 'all',
    effect: { kind: 'delay', ms: PAGE_DELAY_MS },
  });
  const { page } = await app.start(workshop.env);
  // Room for the bar beside what is opened.
  await page.setViewportSize(SCREEN_SIZES[1]);
  await openPart(page, 'Cars');
  await expect(page.getByRole('progressbar', { name: /^Reading cars, \d/ })).toBeVisible();
  await expect(page.getByText('Not read from the operator yet')).toHaveCount(0);

  const before = await rowsRead(page);
  const search = page.getByRole('searchbox', { name: 'Search plate, VIN, name or brand' });
  await search.pressSequentially('nothing of that name');
  await expect(page.getByText('Nothing matches “nothing of that name”')).toBeVisible();
  const plate = notable.plates.withoutBox;
  await expect.poll(() => rowsRead(page)).toBeGreaterThan(before);
  const details = await findAndOpen(page, 'mbx1077', plate);
  await expect(details).toContainText('W1V44770513872041');
  await press(page, 'Edit');
  await dialog(page).getByLabel('Model').fill('Vito, seen meanwhile');
  await answerDialog(page, 'Save changes');
  await expectConfirmed(page, `Change car ${plate}`);
  const between = await rowsRead(page);
  await expect.poll(() => rowsRead(page)).toBeGreaterThan(between);

  await page.getByRole('main').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('The last sync stopped before its end.')).toBeVisible();
  expect(between).toBeLessThan(CARS);
  await search.fill('w1v44770513872041');
  await expect(page.getByRole('main').getByRole('link').filter({ hasText: plate })).toBeVisible();
  const stoppedAfter = operator.journal.entries.at(-1)?.sequence ?? 0;

  operator.faults.clear();
  await press(page, 'Sync');
  await fleetRead(page);
  // Parts read before the stop are not requested again.
  const asked = operator.journal.entries.filter(({ sequence }) => sequence > stoppedAfter);
  expect(new Set(asked.map(({ operation }) => operation))).toEqual(new Set(['GET /cars']));
  await expect(page.getByText(/^As of \d/).first()).toBeVisible();
  const last = [...cars.values()].findLast(
    ({ customerId, vin }) => customerId === notable.customerId && vin?.trim() !== '' && vin !== null,
  );
  await findAndOpen(page, last?.vin ?? '', last?.licensePlate ?? '');
  expect(operator.peakConcurrency()).toBeLessThanOrEqual(2);
  expect(operator.violations.all).toEqual([]);
});

/** How many cars the bar says have come; 0 while none is there. */
async function rowsRead(page: Page): Promise<number> {
  const bar = page.getByRole('progressbar', { name: /^Reading cars, \d/ });
  const [says = ''] = await bar.evaluateAll((bars) =>
    bars.map((each) => each.getAttribute('aria-label') ?? ''),
  );
  return Number(/^Reading cars, ([\d,]+) row/.exec(says)?.[1]?.replaceAll(',', '') ?? 0);
}
