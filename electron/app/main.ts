import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { Language } from '../../shared/domain/settings.ts';
import type { StopKind } from '../../shared/domain/diagnostics.ts';
import { maskSecrets } from '../base/mask.ts';
import { asFileProblem } from '../db/file-problem.ts';
import { createLogFile, type LogFile, createStopRecords, watchOwnFaults } from '../diagnostics/records.ts';
import { createPublisher } from '../base/publisher.ts';
import { fileAmong } from '../jobs/hand-over/file-argument.ts';
import type { DesktopCore } from './desktop-core.ts';
import type { Log } from '../base/ports.ts';
import type { AppCore } from './app-core.ts';
import { createPreferencesStore } from '../profiles/preferences-store.ts';
import { createSettingsFile, openKeyedSettings } from '../profiles/settings-store.ts';
import { withdrawSecrets } from '../profiles/withdraw-secrets.ts';
import {
  askBeforeClosing,
  identifyApp,
  listenForOpenedFiles,
  closeBeforeQuit,
  claimSingleInstance,
  onSessionEnd,
  watchHanging,
  watchHelpers,
} from '../shell/lifecycle.ts';
import { createAppearance, focusWindow, goTo, openMainWindow } from '../shell/window.ts';
import { createBackground } from '../shell/background.ts';
import { startedAtLogin } from '../shell/login-item.ts';
import { contextMenuWords, openContextMenus, installMenu } from '../shell/menu.ts';
import { answerCalls, sendTopics } from '../shell/calls.ts';
import { hardenContents, hardenSession } from '../shell/hardening.ts';
import { registerAppScheme, serveAppScheme } from '../shell/protocol.ts';
import { createReportPages } from '../shell/served-pages.ts';

/**
 * Composition root of the desktop app. Instances are made here; those that the window need not wait for are made in
 * desktop-core.ts.
 */

let logFile: LogFile = { append: () => undefined };

const log: Log = (level, event, detail) => {
  const line = { at: new Date().toISOString(), level, event, detail: detail && maskSecrets(detail) };
  const text = JSON.stringify(line);
  process.stderr.write(`${text}\n`);
  logFile.append(text);
};

const environment = withdrawSecrets(process.env);
// All stored data, including the instance lock, lies in the chosen folder.
const chosenDataDir = environment['BOXWRIGHT_DATA_DIR'];
if (chosenDataDir !== undefined && chosenDataDir !== '') app.setPath('userData', resolve(chosenDataDir));

let mainWindow: BrowserWindow | null = null;
let quitting = false;
/** Before the core exists no call is answered, and the page has no screen that uses the camera. */
let isLocked: AppCore['isLocked'] = () => false;

/** The file that the app was started with, kept until the core can open it. */
let startedWith: { readonly file: string; readonly from: string } | null = null;
let openFile: AppCore['openFile'] = async (file, from) => {
  startedWith = { file, from };
};

/** Opens the file named on the command line, if any, and brings the window to the front. */
function takeStart(args: readonly string[], from: string): void {
  const file = fileAmong(args);
  if (file !== null) void openFile(file, from);
  if (mainWindow !== null && !mainWindow.isDestroyed()) focusWindow(mainWindow);
}
const publisher = createPublisher(sendTopics, setImmediate, setTimeout);
const stops = createStopRecords({
  folder: join(app.getPath('userData'), 'stops'),
  version: app.getVersion(),
  now: () => Date.now(),
  onChange: () => publisher.publish(new Set(['stops'])),
});
const keepStop = (kind: StopKind, reason: string) => stops.keep(kind, { reason, code: null, frames: [] });

/**
 * The window is created first: its process starts and loads its page while the core is loaded and opens its databases.
 * Calls from the window wait until the core is ready.
 */
async function start(): Promise<void> {
  hardenContents(log);
  await app.whenReady();
  hardenSession(log, () => isLocked());
  const dataDir = app.getPath('userData');
  asFileProblem(dataDir, () => mkdirSync(dataDir, { recursive: true }));
  logFile = createLogFile(join(dataDir, 'logs'));
  stops.begin();
  watchHelpers(keepStop, log);
  const reports = createReportPages();
  serveAppScheme(join(import.meta.dirname, '../renderer'), reports);
  installMenu(process.platform, null);
  const appearance = createAppearance();
  const readPreferences = () =>
    createPreferencesStore(createSettingsFile(join(dataDir, 'preferences.json'))).read();
  appearance.use(readPreferences());

  const coming = Promise.withResolvers<DesktopCore>();
  const core = coming.promise;
  closeBeforeQuit(async () => {
    const { close, installer } = await core;
    stops.end();
    await close();
    // Nothing is being sent and every database is closed: the only safe moment to replace the app.
    installer.installAtEnd();
  });
  app.on('before-quit', () => {
    quitting = true;
  });
  answerCalls(async () => (await core).router);
  const windowSettings = openKeyedSettings(dataDir, 'window', log);
  const background = createBackground({
    platform: process.platform,
    variables: process.env,
    isPackaged: app.isPackaged,
    window: () => mainWindow,
    quit: () => app.quit(),
    settings: windowSettings,
    log,
  });
  const startsHidden = readPreferences().staysInTray && startedAtLogin(process.platform, process.argv);
  const begun = Promise.withResolvers<void>();
  const opening = openMainWindow({
    preload: join(import.meta.dirname, '../preload/preload.cjs'),
    settings: windowSettings,
    startsHidden,
    log,
    onGone: (reason) => keepStop('window', reason),
    begun: begun.resolve,
    painted: () => void core.then(({ painted }) => painted(), ignored),
  });
  const readCore = async () => {
    // Loading the core blocks this thread for a quarter of a second. The start of the window's process needs it first.
    await begun.promise;
    const { createDesktopCore } = await import('./desktop-core.ts');
    return createDesktopCore({
      dataDir,
      environment,
      app: { version: app.getVersion(), isPackaged: app.isPackaged, quit: () => app.quit() },
      log,
      stops,
      reports,
      appearance: {
        use: (preferences) => {
          appearance.use(preferences);
          void speakMenu(preferences.language);
        },
      },
      background,
      window: () => mainWindow,
      publish: publisher.publish,
      published: publisher.published,
    });
  };
  readCore().then(coming.resolve, coming.reject);
  void core.then((begun) => {
    ({ isLocked } = begun);
  }, ignored);
  const [{ openFile: open, hasOpenWork }, window] = await Promise.all([core, opening]);
  openFile = open;
  if (startedWith !== null) void openFile(startedWith.file, startedWith.from);
  mainWindow = window;
  // The policy may override the person's choice, and the tray icon may have been clicked first.
  if (startsHidden && (!background.staysInTray() || background.wasAskedFor())) focusWindow(window);
  openContextMenus(mainWindow, async () => {
    // Loaded with the core: the texts of all languages would delay the window.
    const { createTranslator } = await import('../base/translator.ts');
    return contextMenuWords(createTranslator(readPreferences().language));
  });
  watchHanging(mainWindow, keepStop, log);
  onSessionEnd(mainWindow, stops.end);
  askBeforeClosing(mainWindow, {
    hasOpenWork,
    isQuitting: () => quitting,
    staysInTray: background.staysInTray,
    hide: background.hide,
    passed: () => performance.now(),
  });
}

/** Loads the texts with the core or later: the texts of all languages would delay the window. */
async function speakMenu(language: Language): Promise<void> {
  const { createTranslator } = await import('../base/translator.ts');
  const label = createTranslator(language)({ key: 'menu.help', params: {} });
  const open = () => {
    if (mainWindow !== null && !mainWindow.isDestroyed()) goTo(mainWindow, { screen: 'help' });
  };
  installMenu(process.platform, { label, open });
}

/** A core that could not be created ends the app with a message: see `failToStart`. */
const ignored = () => undefined;

async function failToStart(cause: unknown): Promise<void> {
  const { startFailure } = await import('./start-profile.ts');
  const { title, text } = startFailure(cause, app.getPath('userData'));
  log('error', 'app.start-failed', text);
  stops.end();
  dialog.showErrorBox(title, text);
  app.exit(1);
}

watchOwnFaults(process, { stops, log });
identifyApp(process.platform);
registerAppScheme();
const isOnlyInstance = claimSingleInstance(takeStart);
if (isOnlyInstance) {
  listenForOpenedFiles((path) => takeStart([path], process.cwd()));
  takeStart(process.argv.slice(1), process.cwd());
  start().catch(failToStart);
} else {
  log('info', 'app.already-running', 'its window was brought forward');
  app.exit(0);
}
