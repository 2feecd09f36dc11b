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
import { projectRoot } from '../host/electron/settings.ts';
import { watchProcess, type WatchedProcess } from '../host/watched-process.ts';
import { STALLED_AFTER_MS } from '../runner/patience.ts';

/** A copy of the project whose sources may be edited; its packages are those of the project. */
export interface EditableProject {
  readonly folder: string;
  /** `npm run dev` of the copy, without a window on the screen. */
  readonly startDev: (args?: readonly string[]) => RunningDev;
  /** Saves a file of the copy in which the one text stands in the place of the other. */
  readonly edit: (file: string, from: string, to: string) => void;
  /** Ends what still runs and takes the copy away. */
  readonly remove: () => Promise<void>;
}

/** A running `npm run dev`. */
export interface RunningDev extends WatchedProcess {
  /** The window of the app's n-th start. */
  readonly window: (start: number) => Promise<Page>;
  readonly pressCtrlC: () => void;
}

/** Copies the project. */
export function copyProject(): EditableProject {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-dev-copy-'));
  let browser: Browser | null = null;
  let endDev: () => void = () => {};
  for (const part of ['docs', 'electron', 'renderer', 'shared', 'relay', 'resources', 'test'])
    cpSync(join(projectRoot, part), join(folder, part), { recursive: true });
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.base.json', 'electron.vite.config.ts'])
    cpSync(join(projectRoot, file), join(folder, file));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(projectRoot, 'node_modules')).filter((each) => each !== '.cache'))
    symlinkSync(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  return {
    folder,
    startDev: (args = []) => {
      const child = spawn(process.execPath, [join(folder, 'test/dev/main.ts'), ...args], {
        cwd: folder,
        // A group of its own, as a terminal gives it to a command: Ctrl+C goes to each process in it.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, TMPDIR: folder, BOXWRIGHT_HEADLESS: '1', BOXWRIGHT_HOST_DEBUG_PORT: '0' },
      });
      const watched = watchProcess(child);
      // After a failure, where Ctrl+C was never pressed.
      endDev = () => {
        if (child.exitCode === null) child.kill('SIGTERM');
      };
      return {
        ...watched,
        window: async (start) => {
          const announced = String.raw`(?:(?:host debugging|DevTools listening) on (ws:\S+)[^]*?)`;
          const [, address = ''] = await watched.printed(
            new RegExp(`${announced}{${start}}`),
            STALLED_AFTER_MS,
          );
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
    },
    edit: (file, from, to) => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      writeFileSync(path, text.replace(from, to));
    },
    remove: async () => {
      endDev();
      await browser?.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
