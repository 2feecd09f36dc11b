import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { addRelayNote } from '../../../electron/db/tables/queue/relay-exchange.ts';
import type { RelayNote } from '../../../shared/domain/status.ts';
import { fillQueue } from '../../e2e/fixture/fill-queue.ts';
import { damageIndex, openQueueFile } from '../../e2e/fixture/queue-file.ts';
import { openJob, stageJob } from '../../e2e/fixture/stage.ts';
import type { Hands, Place, Scene } from '../scene.ts';

const whereIs = ({ app, workshop }: Hands) => ({ dataDir: app.dataDir, baseUrl: workshop.operator.url });
const bar = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('button', { name });

/** Does something to the file with the saved work while the app is closed, and opens the app. */
const opened =
  (change: (hands: Hands) => void) =>
  async (hands: Hands): Promise<Page> => {
    const first = await hands.workshop.open();
    await stageJob(first.page, { car: 20_001 });
    await first.close();
    change(hands);
    return (await hands.workshop.open()).page;
  };

const damaged = (hands: Hands) => {
  const sqlite = openQueueFile(whereIs(hands));
  damageIndex(sqlite);
  sqlite.close();
};

/** The first backup of the open app finds what the quick look at its start did not see. */
export const damageFoundScene: Scene = {
  name: 'damage-found',
  isLong: true,
  open: opened(damaged),
  places: [
    {
      name: 'status-damage-found',
      at: 'home',
      go: async ({ page }) => {
        await bar(page, 'Saved work is damaged').click();
        await expect(page.getByText('A backup showed damage')).toBeVisible();
      },
    },
  ],
};

/** Another Boxwright, the process of this test, takes the sending over, as while this laptop sleeps. */
function takeLease(hands: Hands): void {
  const sqlite = openQueueFile(whereIs(hands));
  sqlite
    .prepare<[number, number]>(
      "UPDATE lease SET boot_id = 'another', pid = ?, fence = fence + 1, renewed_at = ?, released = 0",
    )
    .run(process.pid, Date.now());
  sqlite.close();
}

export const sendingElsewhereScene: Scene = {
  name: 'sending-elsewhere',
  isLong: true,
  places: [
    {
      name: 'status-sending-elsewhere',
      at: 'home',
      go: async (stage) => {
        const { page } = stage;
        takeLease(stage);
        await page.evaluate(() => window.boxwright.queue.tryNow({}));
        await bar(page, 'Paused').click();
        await expect(page.getByText('Another running Boxwright has taken over sending')).toBeVisible();
      },
    },
  ],
};

const note = (name: string, label: string, words: string, before: string | null): Place => ({
  name,
  at: 'home',
  go: async ({ page }) => {
    if (before !== null) {
      await page.getByRole('button', { name: 'Understood' }).click();
      await expect(page.getByText(before)).toHaveCount(0);
    }
    await bar(page, label).first().click();
    await expect(page.getByText(words)).toBeVisible();
  },
});

const RESTORED = 'was damaged or incomplete';
const SET_BACK = 'is a copy, or older than the data already sent';
const CONTINUED = 'came back from an older copy';

/** Events of this laptop's data, reported once: each kind of note. */
export const notesScene: Scene = {
  name: 'notes',
  isLong: true,
  open: opened((hands) => {
    const matters: readonly RelayNote['matter'][] = [
      'data-restored',
      'data-set-back',
      'log-continued',
      'reviews-missed',
    ];
    fillQueue(whereIs(hands), (context) => {
      for (const [index, matter] of matters.entries())
        addRelayNote(context, { matter, count: index + 1, at: Date.now() + index });
    });
  }),
  places: [
    note('status-data-restored', 'Saved work: please read', RESTORED, null),
    note('status-data-set-back', 'Saved work: please read', SET_BACK, RESTORED),
    note('status-log-continued', 'Relay: please read', CONTINUED, SET_BACK),
    note('status-reviews-missed', 'Relay: please read', 'dropped reviews by their age', CONTINUED),
  ],
};

const failingSync = join(import.meta.dirname, '../../power-cut/failing-sync.ts');
const marker = ({ app }: Hands) => join(app.dataDir, 'sync-fails');

/** The disk does not store the last step: it is shown, and may not be there after a power cut. */
export const unsavedScene: Scene = {
  name: 'unsaved',
  isLong: true,
  open: async (hands) => {
    const env = { NODE_OPTIONS: `--import ${failingSync}`, BOXWRIGHT_TEST_SYNC_FAILS: marker(hands) };
    const { page } = await hands.workshop.open(env);
    await openJob(page, await stageJob(page, { car: 20_001 }));
    return page;
  },
  places: [
    {
      name: 'step-not-saved',
      at: 'job/installation/keyfob',
      go: async (stage) => {
        const { page } = stage;
        await page.getByRole('radio').first().check({ force: true });
        await expect(page.getByRole('button', { name: 'Use this key' })).toBeEnabled();
        writeFileSync(marker(stage), '');
        await page.getByRole('button', { name: 'Use this key' }).click();
        await expect(page.getByText('they are shown, but may NOT be saved')).toBeVisible();
        await expect(page.getByText('May not be saved', { exact: true })).toBeVisible();
      },
    },
    {
      name: 'status-not-saved',
      at: 'home',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Leave, keep all' }).click();
        await bar(page, 'Not saved: please read').click();
        await expect(page.getByText('Free some space or have the disk checked')).toBeVisible();
      },
    },
  ],
};
