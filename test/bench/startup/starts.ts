import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type LaunchedApp, launchApp } from '../../host/launch.ts';
import { projectRoot } from '../../host/electron/settings.ts';

/** Longer than any start that is worth a figure. */
const LONGEST_START_MS = 120_000;

/** From the process's start to what a person can begin with, in ms. The app is closed again in order. */
export async function startOf(
  folder: string,
  env: Readonly<Record<string, string>>,
  painted: (page: Page) => Promise<void>,
  atRest: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const from = performance.now();
  const launched: LaunchedApp = await launchApp({ folder, env });
  try {
    await painted(launched.page);
    const ms = performance.now() - from;
    await atRest();
    return ms;
  } finally {
    await launched.close();
  }
}

/** The app over a data folder: Home with what one begins from. It is closed as soon as the backup of this start is made. */
export const startOfApp = (env: Readonly<Record<string, string>>, dataDir: string): Promise<number> => {
  const startedAt = Date.now();
  return startOf(
    projectRoot,
    { ...env, BOXWRIGHT_DATA_DIR: dataDir },
    (page) => page.getByRole('button', { name: /New installation/ }).waitFor({ timeout: LONGEST_START_MS }),
    () => backedUpSince(dataDir, startedAt),
  );
};

/** An app that is closed while it copies a large file is ended by its deadline, and its next start is one after a crash. */
async function backedUpSince(dataDir: string, startedAt: number): Promise<void> {
  const isMade = () =>
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).some(
      (name) => Number(/queue-(\d+)\.db$/.exec(name)?.[1]) >= startedAt,
    );
  const deadline = performance.now() + LONGEST_START_MS;
  while (!isMade()) {
    if (performance.now() > deadline) throw new Error('no backup was made');
    await pause(100);
  }
}

/** A window of the same host with nothing in it. `folder` is made for it. */
export function emptyWindow(folder: string): () => Promise<number> {
  const out = join(folder, 'out/main');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty-window', type: 'module' }));
  writeFileSync(join(out, 'preload.cjs'), '');
  copyFileSync(join(import.meta.dirname, 'empty-window.js'), join(out, 'main.js'));
  const env = { BOXWRIGHT_DATA_DIR: join(folder, 'data') };
  mkdirSync(env.BOXWRIGHT_DATA_DIR);
  return () =>
    startOf(folder, env, (page) =>
      page.getByRole('heading', { name: 'An empty window' }).waitFor({ timeout: LONGEST_START_MS }),
    );
}
