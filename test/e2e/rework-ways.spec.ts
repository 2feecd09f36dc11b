import type { Page } from '@playwright/test';
import { drive, KNOWN_CAR, section } from './fixture/drive.ts';
import { registerKey } from './fixture/other-laptops.ts';
import { photograph } from './fixture/photograph.ts';
import { reviewsAtRelay, sayAtRelay, stagePhotographed } from './fixture/reviews.ts';
import { expect, test } from './fixture/workshop.ts';
import type { Review } from '../../shared/relay/reviews.ts';

/* Each rework reason leads to a page where it can be fixed. */

type Said = Pick<Review, 'reason' | 'pin'>;

/** Each reason that a supervisor can choose, the page that it leads to, and the way to mend it there. */
const ways: readonly {
  readonly name: string;
  readonly said: Said;
  readonly title: string;
  readonly mends: (page: Page) => Promise<void>;
}[] = [
  {
    name: 'photo-missing',
    said: { reason: 'photo-missing', pin: { at: 'item', item: 'photo-label' } },
    title: 'The Box in its place',
    mends: async (page) => {
      const row = page.locator('[data-item="photo-label"]');
      await expect(row).toContainText('To be done again');
      await expect(row).toBeInViewport();
      await expect(row.locator('input[type=file]')).toHaveCount(1);
    },
  },
  {
    name: 'wrong-serial',
    said: { reason: 'wrong-serial', pin: { at: 'job' } },
    title: 'The Box',
    mends: (page) => expect(page.getByRole('button', { name: 'Swap this Box' })).toBeEnabled(),
  },
  {
    name: 'access-not-proven',
    said: { reason: 'access-not-proven', pin: { at: 'job' } },
    title: 'Try it for real',
    mends: (page) => expect(page.getByRole('button', { name: 'Start test access' })).toBeVisible(),
  },
  {
    name: 'wrong-car',
    said: { reason: 'other', pin: { at: 'step', step: 'car' } },
    title: 'The car',
    mends: async (page) => {
      await expect(page.getByRole('link', { name: 'Correct this car' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Take the Box out of this car' })).toBeEnabled();
    },
  },
  {
    name: 'wrong-group',
    said: { reason: 'other', pin: { at: 'step', step: 'group' } },
    title: 'Which group?',
    mends: (page) => expect(page.getByLabel('Search or name a group')).toBeVisible(),
  },
  {
    name: 'paperwork',
    said: { reason: 'paperwork', pin: { at: 'job' } },
    title: 'Finish',
    mends: (page) =>
      expect(page.getByRole('button', { name: 'Done again: send back for review' })).toBeVisible(),
  },
];

test('each reason for which a job is sent back leads to the page that corrects it @long', async ({
  workshop,
}) => {
  const office = await registerKey(workshop, workshop.supervisorToken);
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  const { job } = await stagePhotographed(page, 20_002);
  let basedOn = 0;
  for (const { name, said, title, mends } of ways) {
    const comment = `Please see to this: ${name}.`;
    await expect
      .poll(
        async () =>
          (await sayAtRelay(workshop, office, { jobId: job, verdict: 'rework', comment, ...said }, basedOn))
            .revision,
      )
      .toBe(basedOn + 1);
    basedOn += 1;
    if (basedOn === 1) {
      await section(page, 'Needs you')
        .getByRole('link', { name: /^Look into it/ })
        .click();
    }
    await expect(page.getByText(comment, { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Begin the rework' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await mends(page);
    await photograph(page, `rework-ways-${name}`);
  }
  expect((await reviewsAtRelay(workshop)).length).toBe(ways.length);
});
