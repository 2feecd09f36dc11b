import { notable } from '../operator/seed/notable.ts';
import { drive, KNOWN_CAR, section } from './fixture/drive.ts';
import { countedWrites } from './fixture/operator-record.ts';
import { photograph } from './fixture/photograph.ts';
import { expect, test } from './fixture/workshop.ts';

/* A list checked row by row, planned once, begun from. */

const [OTHER] = notable.plates.alsoWithoutBox;
const [SERIAL, LISTED] = notable.boxes.free;

/** As a German spreadsheet writes it: semicolons, its own code page, an unknown heading. */
const list = Buffer.from(
  [
    'Kennzeichen;FIN;Box;Gruppe;Halle',
    `${notable.plates.withoutBox};;${LISTED};${notable.emptyGroup};S\u00fcd`,
    `${OTHER};;;;S\u00fcd`,
    `${OTHER};;;;S\u00fcd`,
    ';;;;Nord',
    'M NEU 1;WF0EXXTTRE4A12345;;;Nord',
  ].join('\r\n'),
  'latin1',
);

test('a list of cars is opened, checked row by row, planned once and begun from; nothing reaches the operator before @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('link', { name: 'Cars from a list' }).click();
  await expect(page.getByText('No cars planned')).toBeVisible();

  const importIt = async () => {
    await page.getByRole('button', { name: 'Import a list' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'montag.csv', mimeType: 'text/csv', buffer: list });
    await expect(page.getByText('montag.csv: 5 rows')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Kennzeichen' })).toHaveValue('Licence plate');
    await expect(page.getByRole('combobox', { name: 'Halle' })).toHaveValue('Not used');
    await page.getByRole('button', { name: 'Check the rows' }).click();
  };
  await importIt();
  const preview = section(page, 'Before anything is planned');
  await expect(preview).toContainText('2 cannot be planned');
  await expect(preview).toContainText('This plate is already in line 3.');
  await expect(preview).toContainText('Give a plate, a VIN or a name.');
  const plan = page.getByRole('button', { name: 'Plan 3 cars' });
  await expect(plan).toBeDisabled();
  await photograph(page, 'batch-preview');
  await page.getByRole('checkbox', { name: 'Plan only the 3 good rows' }).check();
  await plan.click();
  await expect(section(page, 'Planned').getByRole('listitem')).toHaveCount(3);
  await importIt();
  await expect(preview).toContainText('3 already there');
  await expect(page.getByRole('button', { name: 'Nothing to plan' })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(countedWrites(workshop.operator)).toEqual({});

  await photograph(page, 'batch-planned');
  await page.getByRole('button', { name: `Begin: ${notable.plates.withoutBox}` }).click();
  await expect(page.getByRole('heading', { name: 'Which key does the car have?' })).toBeVisible();
  await expect(section(page, 'From the list')).toContainText(LISTED);
  await drive(page, KNOWN_CAR, { from: 'keyfob', to: 'before' });
  await page.getByLabel('Serial number').fill(SERIAL);
  await expect(page.getByText(`The list says Box ${LISTED} for this car.`)).toBeVisible();
  await page.getByRole('button', { name: 'Boxwright, Home' }).click();
  await page.getByRole('link', { name: 'Cars from a list' }).click();
  await expect(section(page, 'Planned').getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Begin: M NEU 1' }).click();
  await expect(page.getByLabel('VIN', { exact: true })).toHaveValue('WF0EXXTTRE4A12345');
  expect(countedWrites(workshop.operator)).toEqual({});
});
