import { expect, type Page } from '@playwright/test';
import { drive, KNOWN_CAR, section } from '../../e2e/fixture/drive.ts';
import { scan } from '../../e2e/fixture/scanner.ts';
import { notable } from '../../operator/seed/notable.ts';
import { DAY } from '../../../shared/time.ts';
import type { Scene } from '../scene.ts';

const PLATE = notable.plates.withoutBox;
const IN_CAR = notable.plates.inAnotherCar;
/** A Box that is in no car: planned to leave, and another one is there. */
const OTHER_BOX = notable.boxes.free[1];
const [LISTED] = notable.plates.alsoWithoutBox;

const closed = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

const board = async (page: Page) => {
  await page.getByRole('link', { name: 'Installations' }).click();
  await page
    .getByRole('radiogroup', { name: 'Parts of this page' })
    .getByText('Plan', { exact: true })
    .click();
};

/** Yesterday as the window writes it in English. */
const yesterday = (): string =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(
    Date.now() - DAY,
  );

/** Jobs that the office plans, and the same jobs on Home of the laptop that is to do them. */
export const planScene: Scene = {
  name: 'plan',
  isLong: true,
  role: 'supervisor',
  data: [
    PLATE,
    LISTED,
    'day.csv',
    notable.emptyGroup,
    'Gate B',
    'Gate house',
    OTHER_BOX,
    IN_CAR,
    'Kim',
    'Office, board 3',
    'North',
    'Laptop',
    '07:30',
    '09:00',
  ],
  places: [
    {
      name: 'plan-empty',
      at: 'installations',
      go: async ({ page }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        await board(page);
        await expect(page.getByText('No jobs planned')).toBeVisible();
      },
    },
    {
      name: 'plan-new',
      at: 'installations',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Plan a job' }).click();
        const dialog = page.getByRole('dialog', { name: 'Plan a job' });
        await dialog.getByLabel('Plate', { exact: true }).fill(PLATE);
        await dialog.getByLabel('Brand').fill('Volkswagen');
        await dialog.getByLabel('Box to fit').fill(notable.boxes.free[0]);
        await dialog.getByLabel('From').fill('07:30');
        await dialog.getByLabel('Until').fill('09:00');
        await dialog.getByLabel('Installer or crew').fill('Kim');
        await dialog.getByLabel('Where the key is').fill('Office, board 3');
        await dialog.getByLabel('Note').fill('Gate B');
        await expect(dialog.getByLabel('Note')).toHaveValue('Gate B');
      },
    },
    {
      name: 'plan-board',
      at: 'installations',
      go: async ({ page }) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Plan a job' }).click();
        await expect(page.getByRole('button', { name: `Change ${PLATE}` })).toBeVisible();
        await expect(page.getByText('Not at the relay yet')).toHaveCount(0);
      },
    },
    {
      name: 'plan-copy',
      at: 'installations',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Copy to another day' }).click();
        await expect(page.getByText('1 job is planned once more')).toBeVisible();
      },
    },
    {
      name: 'plan-withdraw',
      at: 'installations',
      go: async ({ page }) => {
        await closed(page);
        await page.getByRole('button', { name: `Take back ${PLATE}` }).click();
        await expect(page.getByText('No laptop begins it any more')).toBeVisible();
      },
    },
    {
      name: 'plan-from-list',
      at: 'batch',
      go: async ({ page }) => {
        await closed(page);
        await page.getByRole('link', { name: 'Home' }).click();
        await page.getByRole('link', { name: 'Cars from a list' }).click();
        await page.getByRole('button', { name: 'Import a list' }).click();
        const buffer = Buffer.from(`Kennzeichen;Gruppe\r\n${LISTED};${notable.emptyGroup}`, 'latin1');
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer });
        await page.getByRole('button', { name: 'Check the rows' }).click();
        await page.getByRole('button', { name: /^Plan 1 car/ }).click();
        await page.getByRole('button', { name: 'Plan for a site' }).click();
        await expect(page.getByRole('dialog', { name: 'Plan 1 car of the list' })).toBeVisible();
      },
    },
    {
      name: 'home-planned-jobs',
      at: 'home',
      go: async ({ page }) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Plan', exact: true }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.getByRole('link', { name: 'Home' }).click();
        for (const plate of [PLATE, LISTED]) {
          await expect(
            section(page, 'Planned for today').getByRole('button', { name: `Begin ${plate}` }),
          ).toBeVisible();
        }
      },
    },
    {
      name: 'home-planned-refuse',
      at: 'home',
      go: async ({ page }) => {
        await page.getByRole('button', { name: `Refuse ${PLATE}` }).click();
        await expect(page.getByText('The office sees the reason')).toBeVisible();
      },
    },
    {
      name: 'home-planned-begun',
      at: 'home',
      go: async ({ page }) => {
        await closed(page);
        await page.getByRole('button', { name: `Begin ${PLATE}` }).click();
        await expect(page).toHaveURL(/#\/jobs\//);
        await page.getByRole('button', { name: 'Boxwright, Home' }).click();
        await expect(section(page, 'In progress')).toContainText(PLATE);
        await expect(section(page, 'Planned for today')).not.toContainText(PLATE);
      },
    },
    {
      name: 'job-plan-changed',
      at: 'job/installation/keyfob',
      go: async ({ page }) => {
        await board(page);
        await page.getByRole('button', { name: `Change ${PLATE}` }).click();
        await page.getByRole('dialog').getByLabel('Where the key is').fill('Gate house');
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.getByRole('link', { name: 'Home' }).click();
        await page.getByRole('link', { name: `Continue ${PLATE}` }).click();
        await expect(page.getByText(/Gate house \(before: Office, board 3\)/)).toBeVisible();
      },
    },
    {
      name: 'job-car-key-taken',
      at: 'job/installation/keyfob',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Note a key' }).click();
        await expect(page.getByLabel('Taken from')).toHaveValue('Gate house');
      },
    },
    {
      name: 'job-car-key',
      at: 'job/installation/keyfob',
      go: async ({ page }) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Note', exact: true }).click();
        await page.getByRole('button', { name: 'Give back: Key' }).scrollIntoViewIfNeeded();
        await expect(page.getByText(/^from Gate house/)).toBeVisible();
      },
    },
    {
      name: 'shift-car-keys',
      at: 'shift',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Boxwright, Home' }).click();
        await page.getByRole('link', { name: 'End of shift' }).click();
        await expect(page.getByRole('region', { name: /Keys not given back/ })).toBeVisible();
      },
    },
    {
      name: 'shift-give-back-car-key',
      at: 'shift',
      go: async ({ page }) => {
        await page.getByRole('button', { name: /^Give back: / }).click();
        await expect(page.getByLabel('Given back to')).toBeVisible();
      },
    },
    {
      name: 'scanned-planned-car',
      at: 'home',
      go: async ({ page }) => {
        await closed(page);
        await page.getByRole('button', { name: 'Back to work' }).click();
        await expect(section(page, 'Planned for today')).toBeVisible();
        await scan(page, LISTED);
        await expect(page.getByRole('button', { name: 'Begin the planned installation' })).toBeVisible();
      },
    },
    {
      name: 'job-plan-offered',
      at: 'job/installation/keyfob',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'New installation for this car' }).click();
        await expect(page.getByRole('button', { name: 'Use this plan' })).toBeVisible();
      },
    },
    {
      name: 'home-planned-earlier',
      at: 'home',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Boxwright, Home' }).click();
        await board(page);
        await page.getByRole('button', { name: 'Plan a job' }).click();
        const dialog = page.getByRole('dialog', { name: 'Plan a job' });
        await dialog.getByText('Removal', { exact: true }).click();
        await dialog.getByLabel('Plate', { exact: true }).fill(IN_CAR);
        await dialog.getByLabel('Box to take out').fill(OTHER_BOX);
        await dialog.getByLabel('Day').fill(yesterday());
        await dialog.getByRole('button', { name: 'Plan a job' }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.getByRole('link', { name: 'Home' }).click();
        await expect(section(page, 'Left from earlier days')).toContainText('Overdue');
      },
    },
    {
      name: 'removal-other-box',
      at: 'job/removal/old-box',
      go: async ({ page }) => {
        await page.getByRole('button', { name: `Begin ${IN_CAR}` }).click();
        await expect(page.getByLabel('Serial number')).toHaveValue(OTHER_BOX);
        await page.getByRole('radio').first().click();
        await expect(page.getByLabel('Why does another Box leave?')).toBeVisible();
      },
    },
  ],
};
