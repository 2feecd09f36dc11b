import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { StopKind } from '../shared/domain/unexpected-stop.ts';
import { createAppCore } from './app-core.ts';
import { maskSecrets } from './ipc/mask.ts';
import { asFileProblem } from './db/file-problem.ts';
import { createDemoServer } from './demo-server.ts';
import { createLogFile, type LogFile } from './diagnostics/log-file.ts';
import { createStopRecords } from './diagnostics/stop-records.ts';
import { watchOwnFaults } from './diagnostics/watch-own-faults.ts';
import { createPublisher } from './ipc/publisher.ts';
import { createRouter } from './ipc/router.ts';
import { fileAmong } from './jobs/hand-over/opened-file.ts';
import type { AppCore, AppCoreDeps, Log } from './ports.ts';
import { startFailure } from './start-failure.ts';
import { withdrawSecrets } from './profiles/withdraw-secrets.ts';
import { askBeforeClosing } from './shell/ask-before-closing.ts';
import { createAppearance } from './shell/appearance.ts';
import { answerCalls, isTrustedSender, sendTopics } from './shell/calls.ts';
import { createOpenDialog, createSaveDialog } from './shell/dialogs.ts';
import { hardenContents, hardenSession } from './shell/hardening.ts';
import { installMenu } from './shell/menu.ts';
import { createNotifier } from './shell/notifications.ts';
import { listenForOpenedFiles } from './shell/opened-files.ts';
import { createPdfRenderer } from './shell/pdf.ts';
import { createPowerEvents } from './shell/power.ts';
import { registerAppScheme, serveAppScheme } from './shell/protocol.ts';
import { closeBeforeQuit } from './shell/quitting.ts';
import { createInstaller } from './shell/updater.ts';
import { createReportPages } from './shell/report-pages.ts';
import { createSecretStore } from './shell/secrets.ts';
import { openSettingsFile } from './shell/settings-file.ts';
import { claimSingleInstance } from './shell/single-instance.ts';
import { onSessionEnd, watchHanging, watchHelpers } from './shell/watch-stops.ts';
import { focusWindow, openMainWindow } from './shell/window.ts';

/** Composition root of the desktop app: instances are made here and nowhere else. */

let logFile: LogFile = { append: () => undefined };

const log: Log = (level, event, detail) => {
  const line = { at: new Date().toISOString(), level, event, detail: detail && maskSecrets(detail) };
  const text = JSON.stringify(line);
  process.stderr.write(`${text}\n`);
  logFile.append(text);
};

const environment = withdrawSecrets(process.env);
// Everything that is kept, the instance lock included, follows the chosen folder.
const chosenDataDir = environment['BOXWRIGHT_DATA_DIR'];
if (chosenDataDir !== undefined && chosenDataDir !== '') app.setPath('userData', resolve(chosenDataDir));

let mainWindow: BrowserWindow | null = null;
let quitting = false;

/** Written in by the build (electron.vite.config.ts): whose updates this app takes, and from where. */
declare const BOXWRIGHT_RELEASE: AppCoreDeps['release'];
const builtIn = BOXWRIGHT_RELEASE;
/** A copy that runs from its sources is told by its environment; a packaged one is not. */
const fromVariables = {
  key: environment['BOXWRIGHT_UPDATE_KEY'] ?? builtIn.key,
  feed: environment['BOXWRIGHT_UPDATE_URL'] ?? builtIn.feed,
};
/** The file the app was started with, until there is a core to open it. */
let startedWith: { readonly file: string; readonly from: string } | null = null;
let openFile: AppCore['openFile'] = async (file, from) => {
  startedWith = { file, from };
};

/** Opens the file that a start names, and brings the window forward whether there is one or not. */
function takeStart(args: readonly string[], from: string): void {
  const file = fileAmong(args);
  if (file !== null) void openFile(file, from);
  if (mainWindow !== null && !mainWindow.isDestroyed()) focusWindow(mainWindow);
}
const publisher = createPublisher(sendTopics, setImmediate);
const stops = createStopRecords({
  folder: join(app.getPath('userData'), 'stops'),
  version: app.getVersion(),
  now: () => Date.now(),
  onChange: () => publisher.publish(new Set(['stops'])),
});
const keepStop = (kind: StopKind, reason: string) => stops.keep(kind, { reason, code: null, frames: [] });

async function start(): Promise<void> {
  hardenContents(log);
  await app.whenReady();
  hardenSession(log);
  const dataDir = app.getPath('userData');
  asFileProblem(dataDir, () => mkdirSync(dataDir, { recursive: true }));
  logFile = createLogFile(join(dataDir, 'logs'));
  stops.begin();
  watchHelpers(keepStop, log);
  const reports = createReportPages();
  serveAppScheme(join(import.meta.dirname, '../renderer'), reports);
  installMenu(process.platform);
  const installer = createInstaller(log);
  const core = await createAppCore({
    dataDir,
    version: app.getVersion(),
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
    secrets: createSecretStore(() => openSettingsFile(dataDir, 'secrets', log), process.platform, log),
    pdf: createPdfRenderer(reports),
    saveDialog: createSaveDialog(),
    openDialog: createOpenDialog(),
    installer,
    release: app.isPackaged ? builtIn : fromVariables,
    power: createPowerEvents(),
    appearance: createAppearance(),
    notifier: createNotifier(() => mainWindow),
    log,
    stops,
    // Beside the bundles in a source tree; a packaged app has no such file.
    demo: createDemoServer(join(import.meta.dirname, '../../test/demo/serve.ts')),
    // After the answer has left: the window that asked goes with the app.
    quit: () => setImmediate(() => app.quit()),
    publish: publisher.publish,
  });
  openFile = core.openFile;
  if (startedWith !== null) void openFile(startedWith.file, startedWith.from);
  closeBeforeQuit(async () => {
    stops.end();
    await core.close();
    // Nothing is being sent any more and every database is closed: the only moment at which the app is exchanged.
    installer.installAtEnd();
  });
  app.on('before-quit', () => {
    quitting = true;
  });
  answerCalls(createRouter({ handlers: core.handlers, ready: core.ready, isTrustedSender, log }));
  mainWindow = await openMainWindow({
    preload: join(import.meta.dirname, '../preload/preload.cjs'),
    settings: openSettingsFile(dataDir, 'window', log),
    log,
    onGone: (reason) => keepStop('window', reason),
    painted: core.painted,
  });
  watchHanging(mainWindow, keepStop, log);
  onSessionEnd(mainWindow, stops.end);
  askBeforeClosing(mainWindow, {
    hasLooseEnds: core.hasLooseEnds,
    isQuitting: () => quitting,
    passed: () => performance.now(),
  });
}

async function failToStart(cause: unknown): Promise<void> {
  const { title, text } = startFailure(cause, app.getPath('userData'));
  log('error', 'app.start-failed', text);
  stops.end();
  dialog.showErrorBox(title, text);
  app.exit(1);
}

watchOwnFaults(process, { stops, log });
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
