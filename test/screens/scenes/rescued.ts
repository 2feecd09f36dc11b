import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { makeCrewKey } from '../../../electron/jobs/rescue/crew-key.ts';
import type { LaunchedApp } from '../../host/launch.ts';
import type { JobId } from '../../../shared/ids.ts';
import { SILENT_FOR_MS } from '../../../shared/relay/rescue.ts';
import { openJob, stageJob } from '../../e2e/fixture/stage.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Hands, Scene } from '../scene.ts';

const SILENT = 'Lyon / Quai 4';
const TAKER = 'Lyon / Quai 5';
const GROUP = 'Delivery vans north';
const key = makeCrewKey();

/** The laptop joins the crew. */
async function joinCrew(page: Page): Promise<void> {
  const joined = await page.evaluate((text) => window.boxwright.rescue.enterKey({ key: text }), key.text);
  if (!joined.ok) throw new Error(joined.error.code);
}

/** A laptop that is silent with its job open; another one of its crew continues the job. */
async function rescued({ workshop }: Hands): Promise<{
  readonly job: JobId;
  readonly taker: LaunchedApp;
  /** Starts the silent laptop again. */
  readonly comesBack: () => Promise<Page>;
}> {
  const silentEnv = { BOXWRIGHT_RELAY_TOKEN: await workshop.laptopToken(SILENT) };
  const silent = await workshop.open(silentEnv);
  await joinCrew(silent.page);
  const job = await stageJob(silent.page, { car: 20_002, serial: notable.boxes.free[0], group: GROUP });
  const taker = await workshop.open({
    BOXWRIGHT_RELAY_TOKEN: await workshop.laptopToken(TAKER, 'supervisor'),
    BOXWRIGHT_DATA_DIR: await mkdtemp(join(tmpdir(), 'boxwright-other-')),
  });
  await joinCrew(taker.page);
  const turnOf = async () => {
    // The list has the mirrors of silent laptops alone.
    workshop.passRelayTime(SILENT_FOR_MS);
    const listed = await taker.page.evaluate(() => window.boxwright.rescue.list({}));
    return listed.ok ? listed.value.jobs.find(({ jobId }) => jobId === job)?.turn : undefined;
  };
  await expect.poll(turnOf).toBe(1);
  await silent.close();
  workshop.passRelayTime(SILENT_FOR_MS);
  const asked = { jobId: job, turn: 1 };
  const taken = await taker.page.evaluate((which) => window.boxwright.rescue.take(which), asked);
  if (!taken.ok) throw new Error(taken.error.code);
  return { job, taker, comesBack: async () => (await workshop.open(silentEnv)).page };
}

/** The laptop that continues the job. */
export const takerScene: Scene = {
  name: 'rescue-taker',
  isLong: true,
  data: [SILENT, TAKER, GROUP],
  open: async (hands) => {
    const { job, taker } = await rescued(hands);
    await openJob(taker.page, job);
    return taker.page;
  },
  places: [
    {
      name: 'rescued-job',
      at: 'job/installation/verify',
      go: async ({ page }) => {
        await expect(page.getByText(/^Continued here from the copy at the relay/)).toBeVisible();
      },
    },
  ],
};

/** The silent laptop, which comes back after that. */
export const silentScene: Scene = {
  name: 'rescue-silent',
  isLong: true,
  data: [SILENT, TAKER, GROUP],
  open: async (hands) => {
    const { job, taker, comesBack } = await rescued(hands);
    await taker.close();
    const page = await comesBack();
    await openJob(page, job);
    return page;
  },
  places: [
    {
      name: 'job-continued-elsewhere',
      at: 'job/handed-over',
      go: async ({ page }) => {
        await expect(
          page.getByRole('heading', { level: 1, name: 'Continued on another laptop' }),
        ).toBeVisible();
        await expect(page.getByText(`“${TAKER}” continues this job`)).toBeVisible();
      },
    },
  ],
};
