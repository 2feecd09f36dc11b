import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPdfRenderer } from '../../../electron/shell/pdf.ts';
import { createReportPages } from '../../../electron/shell/served-pages.ts';
import { openMainWindow } from '../../../electron/shell/window.ts';

// Every window that is made, with what it was made of.
const made = vi.hoisted(() => {
  const windows: { webPreferences?: Readonly<Record<string, unknown>> }[] = [];
  /** `looks`: how often the process of the newest window was asked for. */
  return { windows, packaged: false, processId: 1, newest: { looks: 0 } };
});
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class BrowserWindow extends EventEmitter {
    readonly #own = { looks: 0 };
    readonly webContents = Object.assign(new EventEmitter(), {
      printToPDF: async () => new Uint8Array(1),
      getOSProcessId: () => {
        this.#own.looks += 1;
        return made.processId;
      },
    });
    constructor(options: object) {
      super();
      made.windows.push(options);
      made.newest = this.#own;
    }
    async loadURL(): Promise<void> {}
    isDestroyed(): boolean {
      return false;
    }
    destroy(): void {}
  }
  return {
    BrowserWindow,
    app: {
      get isPackaged() {
        return made.packaged;
      },
    },
    nativeTheme: {},
    screen: { getAllDisplays: () => [] },
  };
});

const openMain = (begun = () => {}) =>
  openMainWindow({
    preload: '/app/preload.cjs',
    settings: { get: () => undefined, set: () => {} },
    log: () => {},
    onGone: () => {},
    startsHidden: false,
    begun,
    painted: () => {},
  });
const print = () => createPdfRenderer(createReportPages()).render('<p>report</p>');

/** Electron's switches that open something; each is off where it is not named. */
const OPENINGS = [
  'nodeIntegration',
  'nodeIntegrationInWorker',
  'nodeIntegrationInSubFrames',
  'webviewTag',
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'enableBlinkFeatures',
  'enableDeprecatedPaste',
  'navigateOnDragDrop',
  'plugins',
] as const;

beforeEach(() => {
  made.windows.length = 0;
  made.packaged = false;
  made.processId = 1;
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe.each([
  ['the app’s window', () => openMain()],
  ['the window that prints', print],
])('%s', (_name, open) => {
  it('is sandboxed, isolated, and without Node', async () => {
    await open();
    expect(made.windows).toHaveLength(1);
    expect(made.windows[0]?.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    });
  });

  it('opens nothing that Electron keeps shut, and shuts nothing that protects', async () => {
    await open();
    const preferences = made.windows[0]?.webPreferences ?? {};
    expect(OPENINGS.filter((name) => Boolean(preferences[name]))).toEqual([]);
    expect(preferences['webSecurity']).not.toBe(false);
  });
});

it('the window that prints runs no script and has no bridge', async () => {
  await print();
  expect(made.windows[0]?.webPreferences).toMatchObject({ javascript: false });
  expect(made.windows[0]?.webPreferences).not.toHaveProperty('preload');
});

it('a packaged app has no developer tools', async () => {
  await openMain();
  made.packaged = true;
  await openMain();
  expect(made.windows.map(({ webPreferences }) => webPreferences?.['devTools'])).toEqual([true, false]);
});

describe('the core, which blocks the thread, is loaded', () => {
  it('after the process of the page runs', async () => {
    made.processId = 0;
    const begun = Promise.withResolvers<void>();
    const called = vi.fn<() => void>(begun.resolve);
    await openMain(called);
    await vi.waitFor(() => expect(made.newest.looks).toBeGreaterThan(2));
    expect(called).not.toHaveBeenCalled();
    made.processId = 4711;
    await begun.promise;
  });

  it('after a second where no process starts', async () => {
    made.processId = 0;
    vi.spyOn(performance, 'now').mockImplementation(() =>
      made.newest.looks < 3 ? 999 * Math.sign(made.newest.looks) : 1000,
    );
    const begun = Promise.withResolvers<void>();
    await openMain(begun.resolve);
    await begun.promise;
    expect(made.newest.looks).toBe(3);
  });
});
