import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ChosenHost } from '../host/chosen-host.ts';
import { hostCommand } from '../host/command.ts';
import type { Display } from '../host/display.ts';
import { localNetworkFlags } from '../host/local-network.ts';
import { projectRoot } from '../host/electron/settings.ts';

/** Ports on which a debugger finds main and window: those of .vscode/launch.json. */
const DEBUG_PORTS = { main: 9229, window: 9222 } as const;

/** The window holds a socket to the development server. */
const LOCAL_NETWORK = { BOXWRIGHT_HOST_LOCAL_NETWORK: '1' } as const;

/** A started app. */
export interface RunningApp {
  /** The exit code; null after a signal. 0 = its window was closed. */
  readonly exited: Promise<number | null>;
  /** Ends it in order and waits for the end. */
  readonly stop: () => Promise<void>;
}

/** How the app is started. */
export interface AppParts {
  readonly chosen: ChosenHost;
  /** The folder with package.json and `out`. */
  readonly folder: string;
  readonly debug: boolean;
  readonly display: Display | null;
  readonly headless: boolean;
}

/** Starts the app with these variables. It writes to this process's output. */
export function startApp({
  chosen,
  folder,
  debug,
  display,
  env,
}: AppParts & { readonly env: Readonly<Record<string, string>> }): RunningApp {
  const command = hostCommand(chosen, [], folder);
  const windowPort = debug ? String(DEBUG_PORTS.window) : process.env['BOXWRIGHT_HOST_DEBUG_PORT'];
  const flags = [
    ...(debug ? [`--inspect=${DEBUG_PORTS.main}`] : []),
    ...(chosen.host === 'electron' ? localNetworkFlags(LOCAL_NETWORK) : []),
    ...(chosen.host === 'electron' && windowPort !== undefined
      ? [`--remote-debugging-port=${windowPort}`]
      : []),
  ];
  const child = spawn(command.executable, [...flags, ...command.args], {
    // The Chromium host ends when the other end of its input is closed, however this process ends.
    stdio: ['pipe', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...(display?.name ? { DISPLAY: display.name } : {}),
      ...(windowPort === undefined ? {} : { BOXWRIGHT_HOST_DEBUG_PORT: windowPort }),
      BOXWRIGHT_HOST_ENDS_WITH_LAUNCHER: '1',
      ...LOCAL_NETWORK,
      ...command.env,
      ...env,
    },
  });
  return running(child, 'SIGTERM');
}

/** Starts the app through the screenshot run's own walk, which leaves it at a place with the data of that scene. */
export function startScene({
  folder,
  scene,
  display,
  headless,
}: Pick<AppParts, 'folder' | 'display' | 'headless'> & { readonly scene: string }): RunningApp {
  const cli = join(projectRoot, 'node_modules/@playwright/test/cli.js');
  const config = join(import.meta.dirname, 'playwright.config.ts');
  const child = spawn(process.execPath, [cli, 'test', `--config=${config}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...(display?.name ? { DISPLAY: display.name } : {}),
      ...LOCAL_NETWORK,
      BOXWRIGHT_SCENE: JSON.stringify({ scene, folder, headless }),
    },
  });
  // The runner ends its fixtures, the app with them, on this signal alone.
  return running(child, 'SIGINT');
}

function running(child: ChildProcess, signal: NodeJS.Signals): RunningApp {
  const exited = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code));
  });
  return {
    exited,
    stop: async () => {
      child.kill(signal);
      await exited;
    },
  };
}
