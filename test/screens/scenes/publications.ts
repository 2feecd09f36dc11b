import { expect, type Page } from '@playwright/test';
import { createRelayClient } from '../../../electron/relay/client.ts';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import { registerKey } from '../../e2e/fixture/other-laptops.ts';
import type { Workshop } from '../../e2e/fixture/workshop.ts';
import { systemClock } from '../../integration/operator/fixture.ts';
import { signedPublication, writtenDocument } from '../../publications/written-publication.ts';
import type { Scene } from '../scene.ts';

const OFFICE = 'Lyon / Bureau';
const AUTHOR = 'Kim Keller';
const NOTICE = 'The lift in bay 2 is out of use until Friday.';
const OTHER_NOTICE = 'The lift in bay 2 works again.';
const SITE = 'Villeurbanne';
const OTHER_SITE = 'Bron';
const section = (page: Page) => page.getByRole('region', { name: 'Published by the office' });

/** Another administrator has published before this laptop starts. */
async function publishElsewhere(workshop: Workshop): Promise<void> {
  const token = await workshop.laptopToken(OFFICE, 'admin');
  const signer = await registerKey(workshop, token);
  const client = createRelayClient({ url: workshop.relayUrl, token, clock: systemClock });
  const texts = [
    { place: 'home', text: NOTICE },
    { place: 'car', text: 'Photograph the odometer first.' },
  ];
  const document = writtenDocument({
    publishedBy: AUTHOR,
    publishedAt: Date.now(),
    sites: [SITE],
    texts,
    testUsers: [],
  });
  const answer = await client.sendPublication(
    signedPublication(signer, {
      customerId: Number(workshop.env['BOXWRIGHT_CUSTOMER_ID']),
      document: JSON.stringify(document),
    }),
  );
  await client.close();
  if (!answer.ok || answer.value.kind !== 'kept') throw new Error('the relay did not keep the publication');
}

/** An administrator's laptop finds what another one published, accepts its key and uses it. */
export const publicationsScene: Scene = {
  name: 'publications',
  role: 'admin',
  open: async ({ workshop }) => {
    await publishElsewhere(workshop);
    return (await workshop.open()).page;
  },
  data: [OFFICE, AUTHOR, NOTICE, OTHER_NOTICE, SITE, OTHER_SITE, 'Photograph the odometer first.', 'Bay 3'],
  places: [
    {
      name: 'settings-publication-offered',
      at: 'settings',
      go: async ({ page }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        await page.getByRole('link', { name: 'Settings' }).click();
        await expect(section(page).getByText(/signed with a key that is not accepted/)).toBeVisible();
        await section(page).getByRole('button', { name: 'Accept key' }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'settings-publication-accept',
      at: 'settings',
      go: async ({ page }) => {
        await section(page).getByRole('button', { name: 'Accept key' }).click();
        await expect(page.getByRole('dialog')).toContainText('This laptop then uses');
      },
    },
    {
      name: 'settings-publication',
      at: 'settings',
      go: async ({ page }) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Accept key' }).click();
        await expect(section(page).getByText('Version 1', { exact: true })).toBeVisible();
      },
    },
    {
      name: 'publish',
      at: 'publish',
      go: async ({ page }) => {
        await section(page).getByRole('button', { name: 'Publish…' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Publish for all laptops' })).toBeVisible();
        await page.getByRole('textbox', { name: 'Sites' }).fill(`${SITE}\n${OTHER_SITE}`);
        await page.getByLabel('Home', { exact: true }).fill(OTHER_NOTICE);
        await page.getByRole('checkbox').first().check();
        await expect(page.getByRole('region', { name: /Compared with version 1/ })).toBeVisible();
      },
    },
    {
      name: 'publish-differences',
      at: 'publish',
      go: async ({ page }) => {
        await page.getByRole('region', { name: /Compared with version 1/ }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'publish-confirm',
      at: 'publish',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Publish version 2' }).click();
        await expect(page.getByRole('dialog')).toContainText('cannot be taken back');
      },
    },
    {
      name: 'publish-done',
      at: 'settings',
      go: async ({ page }) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Publish version 2' }).click();
        await expect(section(page).getByText('Version 2', { exact: true })).toBeVisible();
        await section(page).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'home-notice',
      at: 'home',
      go: async ({ page }) => {
        await page.getByRole('link', { name: 'Home' }).click();
        await expect(page.getByText(OTHER_NOTICE)).toBeVisible();
      },
    },
  ],
};
