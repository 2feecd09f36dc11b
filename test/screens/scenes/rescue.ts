import { expect, type Page } from '@playwright/test';
import { makeCrewKey, sealForCrew, versionOf } from '../../../electron/jobs/rescue/crew-key.ts';
import { createRelayClient } from '../../../electron/relay/client.ts';
import { laptopCode } from '../../../shared/relay/access.ts';
import { customerId, jobId } from '../../../shared/ids.ts';
import { SILENT_FOR_MS } from '../../../shared/relay/rescue.ts';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import { press } from '../../e2e/fixture/connect.ts';
import type { Workshop } from '../../e2e/fixture/workshop.ts';
import { systemClock } from '../../integration/operator/fixture.ts';
import type { Scene } from '../scene.ts';

const CAR = 'M-KK 2041';
const BAY = 'Lyon / Quai 4';
const WORKER = 'Kim Keller';
const key = makeCrewKey();
const part = (page: Page) => page.getByRole('region', { name: 'Crew', exact: true });
const choosing = (page: Page) => page.getByRole('dialog', { name: 'Continue a job of another laptop' });

/** A laptop of the crew mirrors a job and is silent from then on. */
async function mirrorOfSilentLaptop(workshop: Workshop): Promise<void> {
  const customer = customerId.parse(Number(workshop.env['BOXWRIGHT_CUSTOMER_ID']));
  const owner = { environment: 'uat', customerId: customer } as const;
  const job = jobId.parse('a0000000-0000-4000-8000-00000000000f');
  const code = laptopCode.parse('0000-0000');
  const about = ['uat', workshop.operator.url, customer, job, 1, code];
  const now = Date.now();
  const label = {
    kind: 'installation',
    worker: WORKER,
    car: CAR,
    step: 'fitting',
    startedAt: now,
    open: 2,
    testUntil: now + 3_600_000,
  };
  const token = await workshop.laptopToken(BAY);
  const client = createRelayClient({ url: workshop.relayUrl, token, clock: systemClock });
  const kept = await client.keepMirror({
    ...owner,
    jobId: job,
    turn: 1,
    code,
    version: versionOf(key, 'first'),
    label: sealForCrew(key, 'label', about, JSON.stringify(label)),
    content: sealForCrew(key, 'content', about, '{}'),
  });
  await client.close();
  if (!kept.ok || kept.value !== 'kept') throw new Error('the relay did not keep the mirror');
  workshop.passRelayTime(SILENT_FOR_MS);
}

/** A laptop joins a crew, and finds the job of a laptop that does not report any more. */
export const rescueScene: Scene = {
  name: 'rescue',
  role: 'supervisor',
  isLong: true,
  data: [CAR, BAY, WORKER, key.text],
  places: [
    {
      name: 'settings-crew-enter',
      at: 'settings',
      go: async ({ page, workshop }) => {
        await mirrorOfSilentLaptop(workshop);
        await drive(page, KNOWN_CAR, { to: 'home' });
        await page.getByRole('link', { name: 'Settings' }).click();
        await part(page).getByRole('button', { name: 'Enter key' }).click();
        await page.getByRole('dialog', { name: 'Enter key' }).getByLabel('Key').fill(key.text);
      },
    },
    {
      name: 'settings-crew-key',
      at: 'settings',
      go: async ({ page }) => {
        await press(page, 'Save key');
        await part(page).getByRole('button', { name: 'Show key' }).click();
        await expect(part(page)).toContainText(key.text);
        await part(page).getByRole('button', { name: 'Hide key' }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'settings-crew-leave',
      at: 'settings',
      go: async ({ page }) => {
        await part(page).getByRole('button', { name: 'Leave crew' }).click();
        await expect(page.getByRole('dialog', { name: 'Leave crew' })).toBeVisible();
      },
    },
    {
      name: 'home-rescue',
      at: 'home',
      go: async ({ page }) => {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Boxwright, Home' }).click();
        await expect(page.getByRole('button', { name: '1 job of another laptop' })).toBeVisible();
      },
    },
    {
      name: 'rescue-choose',
      at: 'home',
      go: async ({ page }) => {
        await page.getByRole('button', { name: '1 job of another laptop' }).click();
        await choosing(page).getByLabel(CAR).click();
        await expect(choosing(page).getByText('Photos stay on that laptop')).toBeVisible();
      },
    },
  ],
};
