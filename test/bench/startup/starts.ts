import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type LaunchedApp, launchApp } from '../../host/launch.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { notable } from '../../operator/seed/notable.ts';
import { BASE_URL } from '../search/boxwright.ts';

/** Longer than any start that is worth a figure. */
const LONGEST_START_MS = 120_000;

/** A managed laptop whose operator is not to be reached: what is shown comes from the laptop alone. */
export const laptop: Readonly<Record<string, string>> = {
  BOXWRIGHT_ENVIRONMENT: 'uat',
  BOXWRIGHT_BASE_URL: BASE_URL,
  BOXWRIGHT_API_KEY: 'key',
  BOXWRIGHT_USERNAME: 'user',
  BOXWRIGHT_PASSWORD: 'word',
  BOXWRIGHT_CUSTOMER_ID: String(notable.customerId),
};

/** From the process's start to what a person can begin with, in ms. The app is closed again in order. */
export async function startOf(
  folder: string,
  env: Readonly<Record<string, string>>,
  painted: (page: Page) => Promise<void>,
): Promise<number> {
  const from = performance.now();
  const launched: LaunchedApp = await launchApp({ folder, env });
  try {
    await painted(launched.page);
    return performance.now() - from;
  } finally {
    await launched.close();
  }
}

/** The app over a data folder: Home with what one begins from. */
export const startOfApp = (env: Readonly<Record<string, string>>, dataDir: string): Promise<number> =>
  startOf(projectRoot, { ...env, BOXWRIGHT_DATA_DIR: dataDir }, (page) =>
    page.getByRole('button', { name: /New installation/ }).waitFor({ timeout: LONGEST_START_MS }),
  );

/** A window of the same host with nothing in it. `folder` is made for it. */
export function emptyWindow(folder: string, disk: Readonly<Record<string, string>>): () => Promise<number> {
  const out = join(folder, 'out/main');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty-window', type: 'module' }));
  writeFileSync(join(out, 'preload.cjs'), '');
  copyFileSync(join(import.meta.dirname, 'empty-window.js'), join(out, 'main.js'));
  const env = { ...disk, BOXWRIGHT_DATA_DIR: join(folder, 'data') };
  mkdirSync(env.BOXWRIGHT_DATA_DIR);
  return () =>
    startOf(folder, env, (page) =>
      page.getByRole('heading', { name: 'An empty window' }).waitFor({ timeout: LONGEST_START_MS }),
    );
}
