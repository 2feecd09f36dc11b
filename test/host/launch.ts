import type { ChildProcess } from 'node:child_process';
import type { Page } from '@playwright/test';
import { ensureBuilt } from './build.ts';
import { hostOfThisRun } from './choose-host.ts';
import { type ChosenHost, describeHost } from './chosen-host.ts';
import { type Display, ensureDisplay } from './display.ts';
import { findHeadlessShell } from './find-chromium.ts';
import { projectRoot } from './electron/settings.ts';
import { launchInChromium } from './launch-in-chromium.ts';
import { launchInElectron } from './launch-in-electron.ts';

/** How to start the app for a test or a demonstration. */
export interface LaunchOptions {
  /** Added to this process's environment; undefined takes a variable away. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The arguments of the app's start, as for an opened file. Default: none. */
  readonly args?: readonly string[];
  /** The folder with the app's package.json and `out`. Default: this project, built if needed. */
  readonly folder?: string;
  /** Without a visible window where the host can (Chromium); Electron draws on an invisible display then. Default true. */
  readonly headless?: boolean;
  /**
   * An app for one test costs less processor time: it starts with more room for new objects, and larger, and in Chromium's headless
   * shell where that is installed. Default false.
   */
  readonly shortLived?: boolean;
  /** Receives the host line, building and displays. Default: none. */
  readonly say?: (line: string) => void;
}

/** The app, running, with Playwright's hands on its window. */
export interface LaunchedApp {
  readonly host: ChosenHost;
  /** The main window, its document loaded. */
  readonly page: Page;
  readonly process: ChildProcess;
  /** Everything the process wrote so far, stdout and stderr. */
  readonly output: () => string;
  /** Resolves with the exit code, null after a signal. */
  readonly exited: Promise<number | null>;
  /** Quits in order and waits for the end; the answer is the exit code. */
  readonly close: () => Promise<number | null>;
  /** The app receives the event of a laptop that falls asleep. */
  readonly sleep: () => Promise<void>;
  /** SIGKILL, as a crash or an empty battery would; waits for the end. */
  readonly kill: () => Promise<void>;
}

/** The input of one host's launcher. */
export interface LaunchRequest {
  readonly chosen: ChosenHost;
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly folder: string;
  readonly shortLived: boolean;
}

/** Builds if needed and starts the built app in whichever host is there. Throws with its output when it does not start. */
export async function launchApp(options: LaunchOptions): Promise<LaunchedApp> {
  const say = options.say ?? (() => {});
  const chosen = await hostOfThisRun(say);
  say(describeHost(chosen));
  if (options.folder === undefined) await ensureBuilt(say);
  const headless = options.headless ?? true;
  const display = headless && chosen.host === 'chromium' ? null : await ensureDisplay(say);
  const env = environment(options.env, headless, display);
  const args = options.args ?? [];
  const folder = options.folder ?? projectRoot;
  const shortLived = options.shortLived ?? false;
  const inShell = shortLived && headless && env['BOXWRIGHT_HOST_CAMERA'] === undefined;
  const shell = inShell ? findHeadlessShell() : null;
  const launched =
    chosen.host === 'chromium'
      ? await launchInChromium({
          chosen: { ...chosen, executable: shell ?? chosen.executable },
          env,
          args,
          folder,
          shortLived,
        })
      : await launchInElectron({ chosen, env, args, folder, shortLived });
  if (display !== null) void launched.exited.then(() => display.stop());
  return launched;
}

function environment(
  changes: LaunchOptions['env'],
  headless: boolean,
  display: Display | null,
): Record<string, string> {
  const wanted: Record<string, string | undefined> = {
    ...process.env,
    BOXWRIGHT_HEADLESS: headless ? '1' : '0',
    ...(display?.name ? { DISPLAY: display.name } : {}),
    ...changes,
  };
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(wanted)) if (value !== undefined) env[name] = value;
  return env;
}
