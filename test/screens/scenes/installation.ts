import { expect, type Page } from '@playwright/test';
import { press } from '../../e2e/fixture/connect.ts';
import { drive, KNOWN_CAR, leaveStepOut, section } from '../../e2e/fixture/drive.ts';
import { addLabel } from '../../e2e/fixture/label-photo.ts';
import { openJob, stageJob } from '../../e2e/fixture/stage.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Place, Scene } from '../scene.ts';

const search = (page: Page) => page.getByLabel('Plate, VIN, name or brand');
/** One digit away from the first free Box, and no Box itself. */
const SLIP = '001284021';
/** In no list. */
const UNHEARD = '008800001';
const serial = (page: Page) => page.getByLabel('Serial number');

const carStep: readonly Place[] = [
  {
    name: 'installation-car',
    at: 'job/installation/car',
    go: async ({ page }) => {
      await drive(page, KNOWN_CAR, { to: 'home' });
      await page.getByRole('button', { name: /New installation/ }).click();
      await expect(search(page)).toBeFocused();
    },
  },
  {
    name: 'installation-car-found',
    at: 'job/installation/car',
    go: async ({ page }) => {
      await search(page).fill('m bx');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'installation-car-unknown',
    at: 'job/installation/car',
    go: async ({ page }) => {
      await search(page).fill('zz qq 0000 xx');
      await expect(page.getByRole('option')).toHaveCount(0);
    },
  },
  {
    name: 'installation-car-new',
    at: 'job/installation/car',
    go: async ({ page }) => {
      await search(page).fill('m bx 1077');
      await press(page, 'Create a new car');
      await page.getByLabel('VIN', { exact: true }).fill('W1V44770513872041');
      await expect(page.getByText('A car with this VIN is already there')).toBeVisible();
    },
  },
];

const keyAndBefore: readonly Place[] = [
  {
    name: 'installation-key',
    at: 'job/installation/keyfob',
    go: async ({ page }) => {
      await page
        .getByRole('button', { name: /^Take that car/ })
        .first()
        .click();
      await expect(page.getByRole('radio', { name: KNOWN_CAR.key })).toBeAttached();
    },
  },
  {
    name: 'installation-key-chosen',
    at: 'job/installation/keyfob',
    go: async ({ page }) => {
      await page.getByRole('radio', { name: KNOWN_CAR.key }).check({ force: true });
      await expect(page.getByRole('button', { name: 'Use this key' })).toBeEnabled();
    },
  },
  {
    name: 'installation-key-leave-out',
    at: 'job/installation/keyfob',
    go: async ({ page }) => {
      await press(page, 'Leave this step out');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'installation-discard',
    at: 'job/installation/keyfob',
    go: async ({ page }) => {
      await press(page, 'Keep the step');
      await page.getByRole('navigation', { name: 'Steps of this job' }).getByText('Discard this job').click();
      await expect(page.getByLabel('Why is it discarded?')).toBeFocused();
    },
  },
  {
    name: 'installation-before',
    at: 'job/installation/before',
    go: async ({ page }) => {
      await press(page, 'Keep the job');
      await press(page, 'Use this key');
      await expect(page.getByRole('button', { name: 'All as it should be: go on' })).toBeVisible();
    },
  },
];

const fittingStep: readonly Place[] = [
  {
    name: 'installation-fitting',
    at: 'job/installation/fitting',
    go: async ({ page }) => {
      await press(page, 'Continue');
      await press(page, 'Checklist done');
      await page.getByRole('textbox', { name: /voltage/i }).fill('9.8');
      await expect(page.getByText(/^9.8 V is below/)).toBeVisible();
    },
  },
];

const boxStep: readonly Place[] = [
  {
    name: 'installation-box',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await drive(page, KNOWN_CAR, { to: 'before' });
      await expect(serial(page)).toBeFocused();
    },
  },
  {
    // Local data answers at once; missing data waits for the operator.
    name: 'installation-box-unchecked',
    at: 'job/installation/box',
    go: async ({ page, workshop }) => {
      workshop.operator.faults.add({ path: '/products', count: 'all', effect: { kind: 'hold' } });
      await serial(page).fill(UNHEARD);
      await expect(page.getByText(`${UNHEARD} is not in the last list read`)).toBeVisible();
    },
  },
  {
    name: 'installation-box-refused',
    at: 'job/installation/box',
    go: async ({ page, workshop }) => {
      workshop.operator.faults.clear();
      await serial(page).fill(notable.boxes.installed);
      await expect(page.getByText('Already in another car')).toBeVisible();
    },
  },
  {
    name: 'installation-box-near',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await serial(page).fill(SLIP);
      await expect(page.getByText('Did you mean this free Box?')).toBeVisible();
    },
  },
  {
    name: 'installation-box-checked',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await serial(page).fill('0012 34021');
      await expect(page.getByText('Right variant', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'installation-box-label-differs',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await addLabel(page, SLIP);
      await expect(page.getByText(/^Digit 5: 8 on the label/)).toBeVisible();
    },
  },
  {
    name: 'installation-box-label-unread',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await press(page, 'Remove the photo of the label');
      await addLabel(page, notable.boxes.free[0], 'not-read');
      await expect(page.getByRole('button', { name: 'Read the number off it' })).toBeVisible();
    },
  },
  {
    name: 'installation-box-label-reading',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await press(page, 'Read the number off it');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'installation-box-label-agrees',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await press(page, 'It is the same');
      await expect(page.getByText('agrees')).toHaveCount(2);
    },
  },
  {
    name: 'installation-box-needs-you',
    at: 'job/installation/box',
    go: async ({ page, workshop }) => {
      const effect = { kind: 'status', status: 400 } as const;
      workshop.operator.faults.add({ method: 'PUT', path: '/installations', effect });
      await press(page, 'Fit this Box');
      // A Box that passed every check leads on at once.
      await expect(page.getByRole('heading', { level: 1, name: 'The Box in its place' })).toBeVisible();
      await page
        .getByRole('navigation', { name: 'Steps of this job' })
        .getByRole('button', { name: 'Box' })
        .click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    // The photographed label says another number than the correction.
    name: 'queue-correct-why',
    at: 'queue',
    go: async ({ page }) => {
      await page.getByRole('contentinfo').getByRole('link', { name: '1 needs you' }).click();
      await page.getByRole('option').filter({ hasText: 'Install Box' }).first().click();
      await press(page, 'Correct');
      await serial(page).fill(notable.boxes.free[1]);
      await press(page, 'Save the correction');
      await expect(page.getByLabel('Why is it fitted all the same?')).toBeVisible();
    },
  },
  {
    name: 'installation-box-confirmed',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await press(page, 'Cancel');
      await page.getByRole('link', { name: 'Home' }).click();
      await section(page, 'Needs you').getByRole('link').first().click();
      await press(page, 'Send again');
      await expect(page.getByText('Confirmed by the operator: this Box is in this car.')).toBeVisible();
    },
  },
];

const groupStep: readonly Place[] = [
  {
    name: 'installation-group',
    at: 'job/installation/group',
    go: async ({ page }) => {
      await leaveStepOut(page);
      await expect(page.getByLabel('Search or name a group')).toBeFocused();
    },
  },
  {
    name: 'installation-finish-open',
    at: 'job/installation/finish',
    go: async ({ page }) => {
      await page
        .getByRole('navigation', { name: 'Steps of this job' })
        .getByRole('button', { name: /^Finish/ })
        .click();
      await expect(page.getByRole('button', { name: 'Finish with open steps' })).toBeVisible();
    },
  },
  {
    name: 'installation-finish-anyway',
    at: 'job/installation/finish',
    go: async ({ page }) => {
      await press(page, 'Finish with open steps');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

const verifyAndFinish: readonly Place[] = [
  {
    name: 'installation-verify-user',
    at: 'job/installation/verify',
    go: async ({ page }) => {
      await drive(page, KNOWN_CAR, { to: 'home' });
      const staged = { car: 20_001, serial: notable.boxes.free[0], group: notable.emptyGroup };
      await openJob(page, await stageJob(page, staged));
      await expect(page.getByRole('heading', { name: 'Try it for real' })).toBeVisible();
    },
  },
  {
    name: 'installation-verify-start',
    at: 'job/installation/verify',
    go: async ({ page }) => {
      await page.getByRole('combobox', { name: 'Search a user' }).fill(KNOWN_CAR.testUser);
      await page.getByRole('option', { name: KNOWN_CAR.testUser }).click();
      await expect(page.getByRole('button', { name: 'Start test access' })).toBeFocused();
    },
  },
  {
    name: 'installation-verify-failed',
    at: 'job/installation/verify',
    go: async ({ page, workshop }) => {
      const failWith = 'The Box did not answer within 30 seconds.';
      workshop.operator.results.add({ kind: 'created', failWith });
      await press(page, 'Start test access');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'installation-verify-waiting',
    at: 'job/installation/verify',
    go: async ({ page, workshop }) => {
      workshop.operator.settings.resultsHeld = true;
      await press(page, 'Test again');
      // The failed test before it is folded below, with the same words.
      const timeline = page.getByTestId('verification-timeline');
      await expect(timeline.getByText('Accepted by the operator, not yet confirmed')).toBeVisible();
    },
  },
  {
    name: 'installation-verify-trying',
    at: 'job/installation/verify',
    go: async ({ page, workshop }) => {
      workshop.operator.settings.resultsHeld = false;
      await workshop.operator.webhooks.release('in-order');
      await expect(page.getByRole('heading', { name: 'Does it open?' })).toBeVisible();
      await press(page, 'No, it did not open');
    },
  },
  {
    name: 'installation-verify-not-working',
    at: 'job/installation/verify',
    go: async ({ page }) => {
      await press(page, 'Hand over as not working');
      await expect(page.getByRole('dialog', { name: 'Hand over as not working?' })).toBeVisible();
    },
  },
  {
    name: 'installation-verify-removed',
    at: 'job/installation/verify',
    go: async ({ page }) => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await press(page, 'Test again');
      await drive(page, KNOWN_CAR, { from: 'opened-and-closed', to: 'test-access-removed' });
    },
  },
  {
    name: 'installation-finish',
    at: 'job/installation/finish',
    go: async ({ page }) => {
      await press(page, 'Continue');
      await press(page, 'Save report');
      await expect(page.getByText('Report saved')).toBeVisible();
    },
  },
];

/** The eight steps of an installation, each with what can stand in its way. */
export const installationScenes: readonly Scene[] = [
  { name: 'installation-to-before', places: [...carStep, ...keyAndBefore] },
  { name: 'installation-box-and-group', places: [...boxStep, ...fittingStep, ...groupStep] },
  {
    name: 'installation-verify-and-finish',
    data: ['The Box did not answer within 30 seconds.'],
    places: verifyAndFinish,
  },
];
