import { expect, type Page } from '@playwright/test';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import { openJob, stageJob } from '../../e2e/fixture/stage.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Scene } from '../scene.ts';

const WORDS = 'Cable clip';

/** A photo of a dashboard with a person's face and a plate in it, as plain shapes. */
async function addPhoto(page: Page, jobId: string): Promise<void> {
  await page.evaluate(async (id) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1440, 960];
    const pen = canvas.getContext('2d');
    if (pen === null) throw new Error('nothing draws');
    const area = (colour: string, x: number, y: number, width: number, height: number) => {
      pen.fillStyle = colour;
      pen.fillRect(x, y, width, height);
    };
    area('#6d7a86', 0, 0, 1440, 960);
    area('#28323b', 0, 520, 1440, 440);
    area('#3a4651', 480, 600, 420, 220);
    area('#0d1216', 560, 650, 260, 110);
    area('#e8eef2', 960, 300, 320, 80);
    pen.fillStyle = '#14202b';
    pen.font = 'bold 64px sans-serif';
    pen.fillText('M-BX 4711', 970, 362);
    pen.fillStyle = '#e0b896';
    pen.beginPath();
    pen.ellipse(300, 260, 90, 120, 0, 0, 7);
    pen.fill();
    pen.fillStyle = '#14202b';
    for (const x of [265, 335]) pen.fillRect(x - 8, 235, 16, 10);
    pen.fillRect(270, 310, 60, 8);
    const jpeg = canvas.toDataURL('image/jpeg').replace(/^.*,/, '');
    const { jobs } = window.boxwright;
    const all = await jobs.list({});
    const found = all.ok ? all.value.jobs.find((one) => one.id === id) : undefined;
    if (found === undefined) throw new Error('the job is on Home');
    const answer = await jobs.addPhoto({ jobId: found.id, itemId: 'photo-place', jpeg });
    if (!answer.ok) throw new Error(answer.error.code);
  }, jobId);
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Mark up' });
const tool = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

/** Draws from one place of the picture to another, both in parts of its sides. */
async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const box = await dialog(page).getByRole('application').boundingBox();
  if (box === null) throw new Error('the picture is drawn');
  await page.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 4 });
  await page.mouse.up();
}

/** Photos of a job that are marked up. */
export const annotateScene: Scene = {
  name: 'annotate',
  isLong: true,
  data: [WORDS],
  places: [
    {
      name: 'annotate-empty',
      at: 'job/installation/fitting',
      go: async ({ page }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        const job = await stageJob(page, { car: 20_004, serial: notable.boxes.free[2] });
        await addPhoto(page, job);
        await openJob(page, job);
        await page
          .getByRole('navigation', { name: 'Steps of this job' })
          .getByRole('button', { name: 'Fitting' })
          .click();
        await page.getByRole('button', { name: 'Mark up: Photo 1' }).click();
        await expect(dialog(page).getByRole('application')).toHaveAttribute('data-ready', 'true');
      },
    },
    {
      name: 'annotate-marks',
      at: 'job/installation/fitting',
      go: async ({ page }) => {
        await drag(page, [0.75, 0.9], [0.55, 0.72]);
        await tool(page, 'Circle');
        await drag(page, [0.36, 0.64], [0.6, 0.82]);
        await tool(page, 'Blur');
        await drag(page, [0.12, 0.12], [0.3, 0.42]);
        await drag(page, [0.65, 0.29], [0.9, 0.42]);
        await tool(page, 'Text');
        await drag(page, [0.2, 0.8], [0.2, 0.8]);
        await dialog(page).getByRole('textbox').fill(WORDS);
        await expect(dialog(page).getByRole('button', { name: '5. Text' })).toBeVisible();
      },
    },
    {
      name: 'annotate-discard',
      at: 'job/installation/fitting',
      go: async ({ page }) => {
        await page.keyboard.press('Escape');
        await expect(dialog(page).getByRole('button', { name: 'Go on drawing' })).toBeVisible();
      },
    },
    {
      name: 'annotate-kept',
      at: 'job/installation/fitting',
      go: async ({ page }) => {
        await tool(page, 'Go on drawing');
        await tool(page, 'Save as a new picture');
        await expect(page.getByText('Marked up', { exact: true })).toBeVisible();
        await page.getByRole('img', { name: 'Photo 1' }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'annotate-again',
      at: 'job/installation/fitting',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Mark up: Photo 1' }).click();
        await expect(dialog(page).getByText('Blurred parts stay blurred.', { exact: false })).toBeVisible();
        await expect(dialog(page).getByRole('application')).toHaveAttribute('data-ready', 'true');
      },
    },
    {
      name: 'installation-annotated',
      at: 'installation',
      go: async ({ page }) => {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Leave, keep all' }).click();
        await page.getByRole('link', { name: 'Installations' }).click();
        await page.getByRole('grid', { name: 'Jobs' }).locator('[aria-selected]').first().click();
        await page.getByText('Marked up', { exact: true }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'installation-annotated-photo',
      at: 'installation',
      go: async ({ page }) => {
        await page.getByRole('listitem').getByText('Marked up').locator('..').getByRole('button').click();
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Original' })).toBeVisible();
      },
    },
  ],
};
