import { dirname } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { lockFolder } from '../../../electron/db/folder-lock.ts';
import { openQueueFile, queueFileOf } from '../../e2e/fixture/queue-file.ts';
import type { Hands, Place, Scene } from '../scene.ts';

/** Of a version that this app does not know. */
const NEWER = 900;

const placeOf = ({ app, workshop }: Hands) => ({ dataDir: app.dataDir, baseUrl: workshop.operator.url });
const fileOf = (hands: Hands) => openQueueFile(placeOf(hands));

/** The obstacle to the saved work, and its removal. */
type InTheWay = (hands: Hands) => () => void;

const newer: InTheWay = (hands) => {
  const change = (version: number) => {
    const sqlite = fileOf(hands);
    const before = Number(sqlite.pragma('user_version', { simple: true }));
    sqlite.pragma(`user_version = ${version}`);
    sqlite.close();
    return before;
  };
  const before = change(NEWER);
  return () => void change(before);
};

/** Another process, this one, holds the file. */
const locked: InTheWay = (hands) => {
  const sqlite = fileOf(hands);
  sqlite.pragma('locking_mode = EXCLUSIVE');
  sqlite.exec('BEGIN EXCLUSIVE');
  return () => sqlite.close();
};

/** Another process, this one, works with it. */
const inUse: InTheWay = (hands) => lockFolder(dirname(queueFileOf(placeOf(hands)))).release;

let clear: () => void = () => undefined;

const place = (name: string, stands: InTheWay, words: string): Place => ({
  name: `start-failed-${name}`,
  at: 'start-failed',
  go: async ({ page, app, workshop }) => {
    clear();
    clear = stands({ app, workshop });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert').getByText(words)).toBeVisible();
  },
});

/** The saved work cannot be opened: why, what to do, and the way to a bundle for support. */
export const startFailedScene: Scene = {
  name: 'start-failed',
  isLong: true,
  open: async (hands): Promise<Page> => {
    const first = await hands.workshop.open();
    await first.close();
    clear = newer(hands);
    const { page } = await hands.app.start(hands.workshop.env);
    await expect(page.getByRole('heading', { level: 1, name: 'Boxwright could not start' })).toBeVisible();
    return page;
  },
  places: [
    place('newer', newer, 'saved by a newer version'),
    place('locked', locked, 'Another program is using'),
    place('in-use', inUse, 'Another Boxwright is using'),
    {
      name: 'start-failed-bundle',
      at: 'diagnostics',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Open diagnostics' }).click();
        await page.getByRole('button', { name: 'Put it together' }).click();
        const bundle = page.getByRole('region', { name: 'Support bundle' });
        await bundle.getByRole('button', { name: 'versions.json' }).click();
        await expect(bundle.getByText('"boxwright"')).toBeVisible();
        clear();
      },
    },
  ],
  // Names of files in the bundle and in the operator's refusals.
  data: [
    'README.txt',
    'health.json',
    'versions.json',
    'settings.json',
    'files.json',
    'stops.json',
    'profiles/uat-',
    '-4711.json',
    'logs/boxwright.log',
  ],
};
