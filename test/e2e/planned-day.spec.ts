import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localDay } from '../../shared/domain/planned-work.ts';
import { notable } from '../operator/seed/notable.ts';
import { plannedInstallation } from '../planned/planned-work.ts';
import { closesFitting, goesThrough, opensAndCloses, remember } from './fixture/counted-job.ts';
import { drive, KNOWN_CAR, section } from './fixture/drive.ts';
import { countingHand } from './fixture/interactions.ts';
import { heldAbout } from './fixture/operator-record.ts';
import { photograph } from './fixture/photograph.ts';
import { expect, SOON_CERTAIN, test } from './fixture/workshop.ts';

/* At most 14 acts for a planned car, 9 for the next of a series. */

const FIRST = notable.plates.withoutBox;
/** Another van of the same make and model. */
const TWIN = { name: 'Workshop van 2', licensePlate: 'M BX 1078', vin: 'W1V44770513872042' } as const;
const [SERIAL, OTHER_SERIAL] = notable.boxes.free;

test('a planned car takes at most 14 acts with its checklist and scanner, the next one of a series at most 9 @long', async ({
  workshop,
}) => {
  const { cars } = workshop.operator.state;
  const [first] = [...cars.values()].filter(({ licensePlate }) => licensePlate === FIRST);
  if (first === undefined) throw new Error('the fleet has a van without a Box');
  const twin = workshop.operator.state.nextId('cars');
  cars.set(twin, { ...first, ...TWIN, id: twin });

  const desk = await mkdtemp(join(tmpdir(), 'boxwright-desk-'));
  const office = await workshop.open({
    BOXWRIGHT_DATA_DIR: desk,
    BOXWRIGHT_RELAY_TOKEN: workshop.supervisorToken,
  });
  await drive(office.page, { ...KNOWN_CAR, worker: 'Office Tester' }, { to: 'home' });
  const work = (place: number, id: number, licensePlate: string, serial: string) =>
    plannedInstallation({
      day: localDay(Date.now()),
      from: null,
      place,
      car: { id, licensePlate, vin: '', name: '', brand: first.brand ?? '', model: first.model ?? '' },
      key: 'Smart key, 3 buttons',
      group: KNOWN_CAR.group,
      expected: { by: 'serial', serial },
    });
  const planned = await office.page.evaluate(
    async (plans) => (await window.boxwright.planning.save({ plans })).ok,
    [work(1, first.id, FIRST, SERIAL), work(2, twin, TWIN.licensePlate, OTHER_SERIAL)].map((one) => ({
      id: null,
      basedOn: 0,
      work: one,
    })),
  );
  expect(planned).toBe(true);

  const { page } = await workshop.open(SOON_CERTAIN);
  await drive(page, KNOWN_CAR, { to: 'home' });
  await remember(page);
  const today = section(page, 'Planned for today');
  await expect(today).toContainText('0 of 2 done');
  await photograph(page, 'planned-day');
  const hand = countingHand(page);
  await hand.press('b');
  await goesThrough(page, hand, SERIAL);
  const single = hand.counted();
  test.info().annotations.push({ type: 'acts of a planned car', description: String(single.length) });
  expect(single.length, single.join(', ')).toBeLessThanOrEqual(14);
  await expect(today).toContainText('1 of 2 done');

  // The finished job begins the series, and the plan's next car of its make is the series' next one.
  await section(page, 'Done today').getByRole('link', { name: /Open/ }).click();
  await page.getByRole('button', { name: 'Next car like this one' }).click();
  const dialog = page.getByRole('dialog', { name: 'Begin a series' });
  await dialog.getByRole('button', { name: 'Begin a series' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Before the Box goes in' })).toBeVisible();
  const next = countingHand(page);
  await next.tap('button', 'All as it should be: go on');
  await expect(page.getByLabel('Serial number')).toBeFocused();
  await next.scan(OTHER_SERIAL);
  await expect(page.getByText('Checked. Press Enter once more to fit this Box.')).toBeVisible();
  await next.press('Enter');
  await closesFitting(page, next);
  await opensAndCloses(page, next);
  await expect(page.getByRole('heading', { level: 1, name: 'Finish' })).toBeVisible();
  await next.tap('button', 'Finish and next car');
  const inSeries = next.counted();
  test.info().annotations.push({ type: 'acts in a series', description: String(inSeries.length) });
  expect(inSeries.length, inSeries.join(', ')).toBeLessThanOrEqual(9);
  await page.getByRole('button', { name: 'Boxwright, Home' }).click();
  await expect(today).toContainText('All cars that were planned for today are done.');
  await photograph(page, 'planned-day-done');
  await expect
    .poll(() => heldAbout(workshop.operator, TWIN.licensePlate))
    .toMatchObject({ boxes: [OTHER_SERIAL], events: ['CarOpened', 'CarClosed'], testAccesses: 0 });
  const states = office.page.evaluate(async (day) => {
    const listed = await window.boxwright.planning.list({ from: day, until: day });
    return listed.ok ? listed.value.plannedJobs.map(({ state }) => state) : [];
  }, localDay(Date.now()));
  expect(await states).toEqual(['done', 'done']);
  expect(workshop.operator.violations.all).toEqual([]);
});
