import { spawn } from 'node:child_process';
import { type Browser, chromium, type Page } from '@playwright/test';
import { SHORT_LIVED } from '../runner/programs.ts';
import { hostCommand } from './command.ts';
import type { LaunchedApp, LaunchRequest } from './launch.ts';
import { watchProcess } from './watched-process.ts';

const START_DEADLINE_MS = 60_000;
const APP_ORIGIN = 'https://app.boxwright.localhost/';

/** Starts the host with a debugging port and attaches to the window it opens. */
export async function launchInChromium({
  chosen,
  env,
  args,
  folder,
  shortLived,
}: LaunchRequest): Promise<LaunchedApp> {
  const command = hostCommand(chosen, args, folder);
  const child = spawn(command.executable, [...(shortLived ? [SHORT_LIVED] : []), ...command.args], {
    stdio: 'pipe',
    env: { ...env, ...command.env, BOXWRIGHT_HOST_DEBUG_PORT: '0', BOXWRIGHT_HOST_ENDS_WITH_LAUNCHER: '1' },
  });
  const watched = watchProcess(child);
  try {
    const [, address = ''] = await watched.printed(/host debugging on (ws:\S+)/, START_DEADLINE_MS);
    // noDefaults: the window's theme and motion stay what the app made them.
    const browser = await chromium.connectOverCDP(address, { noDefaults: true });
    const page = await mainWindow(browser);
    return {
      host: chosen,
      page,
      process: child,
      output: watched.output,
      exited: watched.exited,
      close: async () => {
        child.kill('SIGTERM');
        return watched.exited;
      },
      sleep: async () => void child.stdin.write('sleep\n'),
      kill: async () => {
        child.kill('SIGKILL');
        await watched.exited;
      },
    };
  } catch (cause) {
    child.kill('SIGTERM');
    await watched.exited;
    throw new Error(`the app did not start:\n${watched.output()}`, { cause });
  }
}

async function mainWindow(browser: Browser): Promise<Page> {
  const context = browser.contexts()[0];
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page', { timeout: START_DEADLINE_MS }));
  if (page === undefined) throw new Error('the browser has no window');
  await page.waitForURL((url) => url.href.startsWith(APP_ORIGIN), {
    waitUntil: 'load',
    timeout: START_DEADLINE_MS,
  });
  return page;
}
