import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notable } from '../operator/seed/notable.ts';
import { drive, KNOWN_CAR, section } from './fixture/drive.ts';
import { expect, test } from './fixture/workshop.ts';

/* A job planned in the office is begun in the bay. */

const PLATE = notable.plates.withoutBox;

test('a job that the office plans is begun at the bay, and each side sees the other at once', async ({
  workshop,
}) => {
  const desk = await mkdtemp(join(tmpdir(), 'boxwright-desk-'));
  const office = await workshop.open({
    BOXWRIGHT_DATA_DIR: desk,
    BOXWRIGHT_RELAY_TOKEN: workshop.supervisorToken,
  });
  const board = office.page;
  await drive(board, { ...KNOWN_CAR, worker: 'Office Tester' }, { to: 'home' });
  await board.getByRole('link', { name: 'Installations' }).click();
  await board
    .getByRole('radiogroup', { name: 'Parts of this page' })
    .getByText('Plan', { exact: true })
    .click();
  await board.getByRole('button', { name: 'Plan a job' }).click();
  const form = board.getByRole('dialog', { name: 'Plan a job' });
  await form.getByRole('button', { name: 'Plan a job' }).click();
  await expect(form.getByText('Enter a plate, a VIN or a name.')).toBeVisible();
  await form.getByLabel('Plate', { exact: true }).fill(PLATE);
  await form.getByLabel('Box to fit').fill(notable.boxes.free[0]);
  await form.getByLabel('Where the key is').fill('Board 3');
  await form.getByRole('button', { name: 'Plan a job' }).click();
  await expect(board.getByRole('button', { name: `Change ${PLATE}` })).toBeVisible();

  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  const planned = section(page, 'Planned for today');
  await expect(planned).toContainText('Key: Board 3');
  await planned.getByRole('button', { name: `Begin ${PLATE}` }).click();
  await expect(page).toHaveURL(/#\/jobs\//);
  await expect(page.getByText(PLATE).first()).toBeVisible();
  await expect(board.getByText(/“.+” has it/)).toBeVisible();
  await expect(board.getByRole('list', { name: 'Jobs of this day by state' })).toContainText('Begun 1');

  await board.getByRole('button', { name: `Change ${PLATE}` }).click();
  const change = board.getByRole('dialog', { name: 'Change a planned job' });
  await change.getByLabel('Where the key is').fill('Gate house');
  await change.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Boxwright, Home' }).click();
  await expect(planned).toContainText('Changed by the office: place of the key');
  await planned.getByRole('button', { name: 'Noted' }).click();
  await expect(planned).toContainText('0 of 1 done');
  await expect(planned.getByRole('listitem')).toHaveCount(0);
  await expect(section(page, 'In progress')).toContainText(PLATE);
});
