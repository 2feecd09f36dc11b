import { join } from 'node:path';
import { createAppCore, type AppCore, type AppCoreDeps } from './app-core.ts';
import { createDemoServer } from './demo-server.ts';
import { createRouter, type Router } from '../handlers/router.ts';
import { policySourcesOf } from '../profiles/machine-policy.ts';
import { isTrustedSender } from '../shell/calls.ts';
import { type ShellBackground, createNotifier } from '../shell/background.ts';
import {
  createOpenDialog,
  createSaveDialog,
  openFile,
  showInFolder,
  createPowerEvents,
  resolveSystemProxy,
} from '../shell/system.ts';
import { createPdfRenderer, createPrinter } from '../shell/pdf.ts';
import { createPresence } from '../shell/presence.ts';
import type { ReportPages } from '../shell/served-pages.ts';
import { createSecretStore } from '../shell/secrets.ts';
import { openSecretsFile } from '../profiles/profile.ts';
import { createInstaller } from '../shell/updater.ts';
import { loadStartPage } from '../shell/window.ts';

/** Set by the build (electron.vite.config.ts): the publisher whose updates this app accepts, and their source. */
declare const BOXWRIGHT_RELEASE: AppCoreDeps['release'];
const builtIn = BOXWRIGHT_RELEASE;

/** The core with the desktop around it. */
export interface DesktopCore extends Omit<
  AppCore,
  'handlers' | 'ready' | 'inPage' | 'refusal' | 'role' | 'leastByInput'
> {
  readonly router: Router;
  readonly installer: AppCoreDeps['installer'];
}

/** The results of the shell's start, for the window. */
export interface DesktopCoreParts extends Pick<
  AppCoreDeps,
  'dataDir' | 'log' | 'stops' | 'appearance' | 'publish' | 'published'
> {
  readonly background: ShellBackground;
  /** The process environment without the secrets of a managed laptop. */
  readonly environment: AppCoreDeps['env'];
  readonly app: { readonly version: string; readonly isPackaged: boolean; readonly quit: () => void };
  readonly reports: ReportPages;
  /** Null until the window exists. */
  readonly window: Parameters<typeof createNotifier>[0];
}

/** The part of the composition root that is slow to load and opens files: everything behind the window. */
export async function createDesktopCore(parts: DesktopCoreParts): Promise<DesktopCore> {
  const { app, dataDir, environment, log, reports } = parts;
  const installer = createInstaller(log);
  const presence = createPresence(parts.window, process.platform);
  /** An app that runs from its sources reads the release from its environment; a packaged one does not. */
  const fromVariables = {
    key: environment['BOXWRIGHT_UPDATE_KEY'] ?? builtIn.key,
    feed: environment['BOXWRIGHT_UPDATE_URL'] ?? builtIn.feed,
  };
  const { handlers, ready, inPage, refusal, role, leastByInput, ...core } = await createAppCore({
    dataDir,
    version: app.version,
    host: 'electron' in process.versions ? 'electron' : 'chromium',
    clock: {
      now: () => Date.now(),
      passed: () => performance.now(),
      setTimer: (callback, delayMs) => {
        const timer = setTimeout(callback, delayMs);
        return () => clearTimeout(timer);
      },
    },
    env: environment,
    policySources: policySourcesOf(environment, process.platform),
    secrets: createSecretStore(() => openSecretsFile(dataDir, log), process.platform, log),
    pdf: createPdfRenderer(reports),
    printer: createPrinter(reports),
    showInFolder,
    openFile,
    saveDialog: createSaveDialog(),
    openDialog: createOpenDialog(),
    installer,
    release: app.isPackaged ? builtIn : fromVariables,
    resolveProxy: resolveSystemProxy,
    power: createPowerEvents(),
    appearance: parts.appearance,
    notifier: createNotifier(parts.window),
    background: parts.background,
    presence: {
      show: (signs) => {
        presence.show(signs);
        parts.background.show(signs);
      },
    },
    log,
    stops: parts.stops,
    // In a source tree the script lies next to the bundles; a packaged app has no such file.
    demo: createDemoServer(join(import.meta.dirname, '../../test/demo/serve.ts')),
    // Quits only after the answer was sent: the window that asked closes with the app.
    quit: () => setImmediate(() => app.quit()),
    // Loaded after the answer was sent: the page that asked ends with it.
    loadPage: (place) =>
      setImmediate(() => {
        const open = parts.window();
        if (open !== null && !open.isDestroyed()) void loadStartPage(open, place, log);
      }),
    publish: parts.publish,
    ...(parts.published === undefined ? {} : { published: parts.published }),
  });
  const router = createRouter({ handlers, ready, inPage, refusal, role, leastByInput, isTrustedSender, log });
  return { ...core, installer, router };
}
