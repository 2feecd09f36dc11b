/** `npm run dev`: the app on a fleet of its own, its window with hot module replacement, restarted when main changes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { startDemoServices } from '../demo/services.ts';
import { hostOfThisRun } from '../host/choose-host.ts';
import { describeHost } from '../host/chosen-host.ts';
import { ensureDisplay } from '../host/display.ts';
import { projectRoot } from '../host/electron/settings.ts';
import { type DevArguments, readDevArguments, usage } from './arguments.ts';
import { type Bundles, watchBundles } from './bundles.ts';
import { type RunningApp, startApp, startScene } from './running-app.ts';
import { startWindowServer } from './window-server.ts';

/** Kept between runs, and safe to delete: the bundles, and the packages as the window's server prepared them. */
const CACHE = join(projectRoot, 'node_modules/.cache/boxwright/dev');

const say = (line: string): void => {
  console.log(line);
};

/** Work that is undone in reverse order, also when a later start fails. */
class Undoing {
  readonly #steps: (() => Promise<unknown> | void)[] = [];

  add(step: () => Promise<unknown> | void): void {
    this.#steps.push(step);
  }

  async all(): Promise<void> {
    for (const step of this.#steps.toReversed()) await step();
  }
}

async function develop({ scene, debug }: DevArguments): Promise<void> {
  const began = performance.now();
  const undoing = new Undoing();
  const stopped = stopAsked();
  try {
    const chosen = await hostOfThisRun(say);
    say(describeHost(chosen));
    const { config } = await resolveConfig({ root: projectRoot }, 'serve', 'development');
    const { main, preload, renderer } = config ?? {};
    if (!main || !preload || !renderer) throw new Error('electron.vite.config.ts lacks a part');
    const server = await startWindowServer(renderer, join(CACHE, 'packages'));
    undoing.add(server.stop);
    const folder = join(CACHE, 'app');
    const bundles = await watchBundles({ main, preload, folder, windowServer: server.origin, say });
    undoing.add(bundles.stop);
    const headless = process.env['BOXWRIGHT_HEADLESS'] === '1';
    const display = headless && chosen.host === 'chromium' ? null : await ensureDisplay(say);
    undoing.add(() => display?.stop());
    const parts = { chosen, folder, debug, display, headless };
    const start =
      scene === null
        ? await connected((env) => startApp({ ...parts, env }), undoing)
        : () => startScene({ ...parts, scene });
    await keepRunning({ start, bundles, stopped, began });
  } finally {
    await undoing.all();
  }
}

/** A start of the app that is connected to an operator and a relay, and finds its data again. */
async function connected(
  start: (env: Readonly<Record<string, string>>) => RunningApp,
  undoing: Undoing,
): Promise<() => RunningApp> {
  const services = await startDemoServices({ role: 'supervisor' });
  undoing.add(services.stop);
  const dataDir = await mkdtemp(join(tmpdir(), 'boxwright-dev-'));
  undoing.add(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  say(`operator simulator at ${services.operator.url}`);
  say(`relay at ${services.relayUrl}`);
  return () => start({ ...services.env, BOXWRIGHT_DATA_DIR: dataDir });
}

/** Until the window is closed or the end is asked for. An app that failed waits for the change that mends it. */
async function keepRunning({
  start,
  bundles,
  stopped,
  began,
}: {
  readonly start: () => RunningApp;
  readonly bundles: Bundles;
  readonly stopped: Promise<'stopped'>;
  readonly began: number;
}): Promise<void> {
  say(`ready in ${Math.round(performance.now() - began)} ms, starting the app`);
  for (;;) {
    const changed = bundles.changed().then(() => 'changed' as const);
    const app = start();
    const next = await Promise.race([changed, stopped, app.exited]);
    if (next === 0 || next === 'stopped') return app.stop();
    if (next === 'changed') {
      say('main changed, restarting the app');
      await app.stop();
      continue;
    }
    say(`the app ended with ${String(next)}: it starts again with the next change`);
    if ((await Promise.race([changed, stopped])) === 'stopped') return;
  }
}

function stopAsked(): Promise<'stopped'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve('stopped'));
  });
}

try {
  const wanted = readDevArguments(process.argv.slice(2));
  if (wanted.help) {
    say(usage);
  } else {
    // electron-vite and the watchers look from the working directory.
    process.chdir(projectRoot);
    await develop(wanted);
    process.exit(0);
  }
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exit(1);
}
