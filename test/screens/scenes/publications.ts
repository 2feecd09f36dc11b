import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createRelayClient } from '../../../electron/relay/client.ts';
import { EVERY_KIND, keepChecklist, keepExample } from '../../e2e/fixture/checklists.ts';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import { registerKey } from '../../e2e/fixture/other-laptops.ts';
import type { Workshop } from '../../e2e/fixture/workshop.ts';
import { systemClock } from '../../integration/operator/fixture.ts';
import { signedPublication, writtenDocument } from '../../publications/written-publication.ts';
import { type Forwarder, startForwarder } from '../../kill/forwarder.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import type { Hands, Scene } from '../scene.ts';

const OFFICE = 'Lyon / Bureau';
const AUTHOR = 'Kim Keller';
const NOTICE = 'The lift in bay 2 is out of use until Friday.';
const OTHER_NOTICE = 'The lift in bay 2 works again.';
const GERMAN_NOTICE = 'Die Hebebühne in Bucht 2 geht wieder.';
const SITE = 'Villeurbanne';
const OTHER_SITE = 'Bron';
const MISSING = 'Seat rail.png';
const EXAMPLE = 'Glove box.png';
const OWN = 'Vans of the city';
const section = (page: Page) => page.getByRole('region', { name: 'Published by the office' });

/** The way to each workshop's relay, and how a held one is opened again. */
const ways = new WeakMap<Workshop, { readonly hold: Forwarder['hold']; letGo: () => void }>();

async function open({ app, workshop }: Hands): Promise<Page> {
  await publishElsewhere(workshop);
  const bytes = await readFile(join(projectRoot, 'docs/pictures/flow-box.png'));
  const example = await keepExample(app.dataDir, EXAMPLE, bytes);
  await keepChecklist(
    app.dataDir,
    'own.json',
    withExample({ ...EVERY_KIND, id: 'own', title: { en: OWN } }, example),
  );
  const way = await startForwarder();
  ways.set(workshop, { hold: way.hold, letGo: () => undefined });
  way.forwardTo(Number(new URL(workshop.relayUrl).port));
  const { page } = await workshop.open({ BOXWRIGHT_RELAY_URL: `http://127.0.0.1:${way.port}` });
  page.on('close', () => void way.stop());
  return page;
}

type Checklist = Omit<typeof EVERY_KIND, 'id' | 'title'> &
  Record<'id', string> &
  Record<'title', { readonly en: string }>;
const withExample = (checklist: Checklist, example: object) => ({
  ...checklist,
  items: checklist.items.map((item) => (item.id === 'off' ? { ...item, example } : item)),
});

/** Another administrator has published before this laptop starts. */
async function publishElsewhere(workshop: Workshop): Promise<void> {
  const token = await workshop.laptopToken(OFFICE, 'admin');
  const signer = await registerKey(workshop, token);
  const client = createRelayClient({ url: workshop.relayUrl, token, clock: systemClock });
  const texts = [
    { place: 'home', text: NOTICE },
    { place: 'car', text: 'Photograph the odometer first.' },
  ];
  // Its bytes never came to the relay.
  const missing = { sha256: 'c'.repeat(64), mediaType: 'image/png', bytes: 40_000, name: MISSING };
  const document = writtenDocument({
    publishedBy: AUTHOR,
    publishedAt: Date.now(),
    templates: [withExample({ ...EVERY_KIND, id: 'published' }, missing)],
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
  isLong: true,
  role: 'admin',
  open,
  data: [
    OFFICE,
    AUTHOR,
    NOTICE,
    OTHER_NOTICE,
    SITE,
    OTHER_SITE,
    GERMAN_NOTICE,
    'Photograph the odometer first.',
    'Bay 3',
    MISSING,
    EXAMPLE,
    OWN,
    EVERY_KIND.title.en,
  ],
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
        await expect(section(page).getByText(MISSING)).toBeVisible();
        await section(page).scrollIntoViewIfNeeded();
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
        await page.getByRole('button', { name: 'In other languages (0)' }).first().click();
        await page.getByLabel('Home, Deutsch').fill(GERMAN_NOTICE);
        await page.getByRole('checkbox', { name: EVERY_KIND.title.en }).uncheck();
        await page.getByRole('checkbox', { name: OWN }).check();
        await expect(page.getByRole('region', { name: /Compared with version 1/ })).toBeVisible();
      },
    },
    {
      name: 'publish-texts',
      at: 'publish',
      go: async ({ page }) => {
        await page.getByLabel('Home, Español').scrollIntoViewIfNeeded();
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
      name: 'publish-bringing',
      at: 'publish',
      go: async ({ page, workshop }) => {
        const way = ways.get(workshop);
        if (way !== undefined) way.letGo = way.hold('PUT /v1/attachments/');
        await page.getByRole('dialog').getByRole('button', { name: 'Publish version 2' }).click();
        await expect(page.getByText('Examples at the relay: 0 of 1')).toBeVisible();
      },
    },
    {
      name: 'publish-done',
      at: 'settings',
      go: async ({ page, workshop }) => {
        ways.get(workshop)?.letGo();
        // Looked at for long, the file is given up, and the dialog says so. Both ends stay until a person acts; a look in between may be at a dialog that closes.
        const published = section(page).getByText('Version 2', { exact: true });
        const again = page
          .getByRole('dialog')
          .getByRole('button', { name: 'Publish version 2', disabled: false });
        await expect(published.or(again)).toBeVisible();
        if (await again.isVisible()) await again.click();
        await expect(published).toBeVisible();
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
