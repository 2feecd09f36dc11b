import { setTimeout as pause } from 'node:timers/promises';
import { app, BrowserWindow, screen, nativeTheme } from 'electron';
import { GO_CHANNEL } from '../../shared/ipc/bridge.ts';
import type { ConnectionId } from '../../shared/ids.ts';
import type { Place } from '../../shared/ipc/messages.ts';
import type { Log, Appearance } from '../base/ports.ts';
import { APP_START_URL } from './origin.ts';
import { MIN_SIZE, openingBounds, type RememberedBounds } from './window-bounds.ts';
import type { WindowSettings } from '../profiles/settings-store.ts';

/* The main window: its opening, its reload after a crash, the places it leads to, and its background colour. */

const BOUNDS_KEY = 'bounds';
/**
 * A window that crashes again within this time in milliseconds after a reload stays closed, because endless reloads
 * would hide the fault.
 */
const CRASH_LOOP_MS = 10_000;

/** The dependencies of the main window. */
interface MainWindowParts {
  readonly preload: string;
  readonly settings: WindowSettings;
  readonly log: Log;
  /** Called when the page's process ended unexpectedly. */
  readonly onGone: (reason: string) => void;
  /** The system started the app at login: the window stays hidden in the tray. */
  readonly startsHidden: boolean;
  /** Called once the page's process runs, or `LONGEST_START_MS` after the window was created. */
  readonly begun: () => void;
  /** Called when the first frame is drawn, also for a hidden window. */
  readonly painted: () => void;
}

/** Opens the app's window and shows it when its first frame is ready. Resolves once the renderer is loaded. */
export async function openMainWindow(parts: MainWindowParts): Promise<BrowserWindow> {
  const { maximized, ...bounds } = openingBounds(
    parts.settings.get(BOUNDS_KEY),
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    title: 'Boxwright',
    autoHideMenuBar: true,
    backgroundColor: groundColour(),
    webPreferences: {
      preload: parts.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  window.once('ready-to-show', () => {
    if (!parts.startsHidden) {
      if (maximized) window.maximize();
      window.show();
    }
    parts.painted();
  });
  rememberBounds(window, parts.settings);
  reloadAfterCrash(window, parts);
  void whenProcessRuns(window).then(parts.begun);
  await window.loadURL(APP_START_URL);
  return window;
}

/** A page whose process cannot be started must not keep the app from its work. */
const LONGEST_START_MS = 1000;
const LOOK_EVERY_MS = 5;

/** Electron announces no start of a page's process. A pause of 20 ms was too short for three of five starts. */
async function whenProcessRuns(window: BrowserWindow): Promise<void> {
  const from = performance.now();
  do await pause(LOOK_EVERY_MS);
  while (
    !window.isDestroyed() &&
    window.webContents.getOSProcessId() === 0 &&
    performance.now() - from < LONGEST_START_MS
  );
}

/** Brings the window forward, for a second start of the app. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Brings the window forward and opens a place, of the customer `connection` if given. */
export function goTo(window: BrowserWindow, place: Place, connection: ConnectionId | null = null): void {
  focusWindow(window);
  window.webContents.send(GO_CHANNEL, place, connection);
}

/** Reloads the page, so that nothing that the window showed remains. Then opens the place. Never rejects. */
export async function loadStartPage(window: BrowserWindow, place: Place | null, log: Log): Promise<void> {
  try {
    await window.loadURL(APP_START_URL);
    if (place !== null) goTo(window, place);
  } catch (cause) {
    // Another reload replaced this one.
    log('warn', 'window.load-replaced', String(cause));
  }
}

function rememberBounds(window: BrowserWindow, settings: WindowSettings): void {
  window.on('close', () => {
    const bounds: RememberedBounds = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    settings.set(BOUNDS_KEY, bounds);
  });
}

function reloadAfterCrash(
  window: BrowserWindow,
  { log, onGone }: Pick<MainWindowParts, 'log' | 'onGone'>,
): void {
  let lastCrash = 0;
  window.webContents.on('render-process-gone', (_event, details) => {
    log('error', 'window.renderer-gone', details.reason);
    if (details.reason !== 'clean-exit') onGone(details.reason);
    const now = performance.now();
    const looping = lastCrash > 0 && now - lastCrash < CRASH_LOOP_MS;
    lastCrash = now;
    if (details.reason !== 'clean-exit' && !looping && !window.isDestroyed()) window.webContents.reload();
  });
}

/** The background of each theme (the renderer's own colours), so that the first paint does not flash. */
const GROUND = { light: '#f4f6f8', dark: '#11171d' } as const;

/** The background of the current theme. */
function groundColour(): string {
  return nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light;
}

function paintWindows(): void {
  for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(groundColour());
}

/** Makes title bar, `prefers-color-scheme` and background follow the chosen theme. */
export function createAppearance(): Appearance {
  nativeTheme.on('updated', paintWindows);
  return {
    use: ({ theme }) => {
      nativeTheme.themeSource = theme;
    },
  };
}
