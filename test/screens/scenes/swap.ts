import { expect, type Page } from '@playwright/test';
import { section } from '../../e2e/fixture/drive.ts';
import { furnish, LEAVING } from '../../e2e/fixture/leaving.ts';
import { addLabel } from '../../e2e/fixture/label-photo.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { JobKind } from '../../../shared/domain/job-steps.ts';
import type { Hands, Place, Scene } from '../scene.ts';

const RECEIVER = 'Fleet desk';
const act = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

async function open({ workshop }: Hands): Promise<Page> {
  furnish(workshop);
  return (await workshop.open()).page;
}

/** The steps that removal and swap have in common: which car, which Box, what goes with it. */
function leaving(kind: Exclude<JobKind, 'installation'>, begin: RegExp): readonly Place[] {
  return [
    {
      name: `${kind}-car`,
      at: `job/${kind}/car`,
      go: async ({ page }) => {
        await act(page, begin);
        await expect(page.getByRole('combobox')).toBeVisible();
      },
    },
    {
      name: `${kind}-old-box`,
      at: `job/${kind}/old-box`,
      go: async ({ page }) => {
        await page.getByRole('combobox').fill(LEAVING.plate);
        await page.getByRole('option').filter({ hasText: LEAVING.plate }).first().click();
        await expect(page.getByText('The operator says: in this car')).toBeVisible();
      },
    },
    {
      name: `${kind}-losses`,
      at: `job/${kind}/losses`,
      go: async ({ page }) => {
        await act(page, /^This Box leaves/);
        await expect(section(page, 'Accesses to this car').getByRole('listitem')).toHaveCount(3);
      },
    },
  ];
}

const giving = (page: Page) => page.getByRole('dialog', { name: 'Transfer to another laptop' });

async function handOver(page: Page): Promise<void> {
  await act(page, 'Transfer');
  await expect(giving(page).getByLabel('Passphrase')).toBeVisible();
}

async function keepIt(page: Page): Promise<void> {
  await giving(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(giving(page)).toHaveCount(0);
}

async function decide(page: Page): Promise<void> {
  await page.getByText('Box defective').click();
  await page.getByText(`Box ${LEAVING.box} leaves ${LEAVING.plate}`).click();
}

/** A Box out of a car, with the list of what goes. */
export const removalScene: Scene = {
  name: 'removal',
  open,
  places: [
    ...leaving('removal', /^Remove a Box/),
    {
      name: 'removal-decide',
      at: 'job/removal/take-out',
      go: async ({ page }) => act(page, /^Continue/),
    },
    {
      name: 'removal-hand-over',
      at: 'job/removal/take-out',
      go: async ({ page }) => handOver(page),
    },
    {
      name: 'removal-on-its-way',
      at: 'job/removal/take-out',
      go: async ({ page, workshop }) => {
        await keepIt(page);
        await decide(page);
        workshop.operator.settings.resultsHeld = true;
        await act(page, 'Remove the Box');
        await expect(page.getByText('Being removed').first()).toBeVisible();
      },
    },
    {
      name: 'removal-through',
      at: 'job/removal/take-out',
      go: async ({ page, workshop }) => {
        workshop.operator.settings.resultsHeld = false;
        await workshop.operator.webhooks.release('in-order');
        await expect(page.getByText('every access that went with it is gone')).toBeVisible();
      },
    },
    {
      name: 'removal-checks',
      at: 'job/removal/checks',
      go: async ({ page }) => {
        await act(page, /^Continue/);
        await page.getByRole('checkbox', { name: 'Car key taken out of the Box' }).click();
        await expect(page.getByRole('textbox', { name: 'Car key handed back to' })).toBeVisible();
      },
    },
    {
      name: 'removal-finish',
      at: 'job/removal/finish',
      go: async ({ page }) => {
        await page.getByRole('textbox', { name: 'Car key handed back to' }).fill(RECEIVER);
        await act(page, 'All as it should be');
        await page.getByText('None', { exact: true }).click();
        await act(page, /^Checks done/);
      },
    },
  ],
  data: [RECEIVER],
};

/** One Box for another, and the accesses made again by choice. */
export const swapScene: Scene = {
  name: 'swap',
  isLong: true,
  open,
  places: [
    ...leaving('swap', /^Swap a Box/),
    {
      name: 'swap-new-box',
      at: 'job/swap/box',
      go: async ({ page }) => {
        await act(page, /^Continue/);
        await page.getByLabel('Serial number').fill(notable.boxes.free[0]);
        await expect(page.getByText('leaves first, then this one goes in')).toBeVisible();
      },
    },
    {
      name: 'swap-key',
      at: 'job/swap/keyfob',
      go: async ({ page }) => {
        await act(page, 'Choose by the key');
        await expect(page.getByRole('radio').first()).toBeAttached();
      },
    },
    {
      name: 'swap-new-box-taken',
      at: 'job/swap/box',
      go: async ({ page }) => {
        await page
          .getByRole('navigation', { name: 'Steps of this job' })
          .getByRole('button', { name: 'Box Open' })
          .click();
        await act(page, /^Take this Box/);
        await expect(page.getByText('Taken. It is fitted at the operator')).toBeVisible();
      },
    },
    {
      name: 'swap-label-afterwards',
      at: 'job/swap/box',
      go: async ({ page }) => {
        await addLabel(page, '001284021');
        await expect(page.getByText(/^Digit 5: 8 on the label/)).toBeVisible();
      },
    },
    {
      name: 'swap-decide',
      at: 'job/swap/exchange',
      go: async ({ page }) => act(page, /^Continue/),
    },
    {
      name: 'swap-hand-over',
      at: 'job/swap/exchange',
      go: async ({ page }) => handOver(page),
    },
    {
      name: 'swap-on-its-way',
      at: 'job/swap/exchange',
      go: async ({ page, workshop }) => {
        await keepIt(page);
        await decide(page);
        workshop.operator.settings.resultsHeld = true;
        await act(page, 'Swap the Boxes');
        await expect(page.getByText('Being removed').first()).toBeVisible();
      },
    },
    {
      name: 'swap-restore',
      at: 'job/swap/restore',
      go: async ({ page }) => {
        await act(page, /^Continue/);
        await expect(page.getByText('Period is over')).toBeVisible();
      },
    },
    {
      name: 'swap-restored',
      at: 'job/swap/restore',
      go: async ({ page, workshop }) => {
        workshop.operator.settings.resultsHeld = false;
        await workshop.operator.webhooks.release('in-order');
        await page.getByRole('checkbox').first().check();
        await act(page, /^Make 1 access again/);
        await expect(page.getByText('by its result')).toBeVisible();
      },
    },
    {
      name: 'swap-checks',
      at: 'job/swap/checks',
      go: async ({ page }) => {
        await act(page, /^Continue/);
        await expect(page.getByRole('checkbox', { name: 'Car key moved into the new Box' })).toBeVisible();
      },
    },
    {
      name: 'swap-verify',
      at: 'job/swap/verify',
      go: async ({ page }) => {
        await page.getByRole('checkbox', { name: 'Car key moved into the new Box' }).click();
        await act(page, /^All as it should be: done/);
        await expect(page.getByRole('heading', { level: 1, name: 'Try it for real' })).toBeVisible();
      },
    },
    {
      name: 'swap-finish',
      at: 'job/swap/finish',
      go: async ({ page }) =>
        page
          .getByRole('navigation', { name: 'Steps of this job' })
          .getByRole('button', { name: /^Finish/ })
          .click(),
    },
  ],
};
