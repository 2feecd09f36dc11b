import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hostOfThisRun } from '../../host/choose-host.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { watchProcess } from '../../host/watched-process.ts';
import { STALLED_AFTER_MS } from '../../runner/patience.ts';

/** A copy of the project whose sources may be edited; its packages are those of the project. */
let copy: string;
let browser: Browser | null = null;
let endDev: () => void = () => {};

beforeEach(async () => {
  await hostOfThisRun(() => undefined);
  copy = mkdtempSync(join(tmpdir(), 'boxwright-dev-copy-'));
  for (const part of ['docs', 'electron', 'renderer', 'shared', 'relay', 'resources', 'test'])
    cpSync(join(projectRoot, part), join(copy, part), { recursive: true });
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.base.json', 'electron.vite.config.ts'])
    cpSync(join(projectRoot, file), join(copy, file));
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(projectRoot, 'node_modules')).filter((each) => each !== '.cache'))
    symlinkSync(join(projectRoot, 'node_modules', name), join(copy, 'node_modules', name), 'junction');
});

afterEach(async () => {
  endDev();
  await browser?.close();
  rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
});

function startDev(args: readonly string[] = []) {
  const child = spawn(process.execPath, [join(copy, 'test/dev/main.ts'), ...args], {
    cwd: copy,
    // A group of its own, as a terminal gives it to a command: Ctrl+C goes to each process in it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: copy, BOXWRIGHT_HEADLESS: '1', BOXWRIGHT_HOST_DEBUG_PORT: '0' },
  });
  const watched = watchProcess(child);
  // After a failure, where Ctrl+C was never pressed.
  endDev = () => {
    if (child.exitCode === null) child.kill('SIGTERM');
  };
  return {
    ...watched,
    /** The window of the app's n-th start. */
    window: async (start: number): Promise<Page> => {
      const announced = String.raw`(?:(?:host debugging|DevTools listening) on (ws:\S+)[^]*?)`;
      const [, address = ''] = await watched.printed(new RegExp(`${announced}{${start}}`), STALLED_AFTER_MS);
      await browser?.close();
      browser = await chromium.connectOverCDP(address, { noDefaults: true });
      const [context] = browser.contexts();
      const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
      if (page === undefined) throw new Error('the browser has no window');
      page.setDefaultTimeout(STALLED_AFTER_MS);
      return page;
    },
    pressCtrlC: () => process.kill(-(child.pid ?? Number.NaN), 'SIGINT'),
  };
}

function edit(file: string, from: string, to: string): void {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

/** Processes that name the copy in their command line. */
function leftBehind(): readonly string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        return readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return [];
      }
    })
    .filter((command) => command.includes(copy));
}

describe('npm run dev', () => {
  it('exchanges a saved component in the open window, restarts the app for main, and ends with Ctrl+C @long', async () => {
    const dev = startDev();
    const page = await dev.window(1);
    await page.getByRole('link', { name: 'Home' }).waitFor();
    await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));

    edit('renderer/navigation/NavigationRail.tsx', "label={text('navigation.home')}", 'label="Edited"');
    await page.getByRole('link', { name: 'Edited' }).waitFor();
    expect(await page.locator('html[data-same-document]').count()).toBe(1);

    edit('electron/app/desktop-core.ts', 'version: app.version,', "version: '9.9.9',");
    const restarted = await dev.window(2);
    await restarted.getByRole('link', { name: 'Edited' }).waitFor();
    expect(await restarted.evaluate(() => window.boxwright.app.info({}))).toMatchObject({
      ok: true,
      value: { version: '9.9.9' },
    });

    dev.pressCtrlC();
    expect(await dev.exited).toBe(0);
    await vi.waitFor(() => expect(leftBehind()).toEqual([]));
  });

  it('walks to a place of the screenshot run, and ends with Ctrl+C @long', async () => {
    const dev = startDev(['--scene', 'settings-look-and-work']);
    await dev.printed(/at settings-look-and-work/, STALLED_AFTER_MS);
    dev.pressCtrlC();
    expect(await dev.exited).toBe(0);
    await vi.waitFor(() => expect(leftBehind()).toEqual([]));
  });
});
