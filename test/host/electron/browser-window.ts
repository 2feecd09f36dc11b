import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { app, preventable } from './app.ts';
import { openAppPage, openHiddenPage } from './engine.ts';
import { whenLauncherSays } from './launcher.ts';
import { nativeTheme } from './native-theme.ts';
import { HostWebContents } from './web-contents.ts';
import { registerWindow } from './window-registry.ts';

type Surface = Pick<
  Electron.BrowserWindow,
  | 'show'
  | 'hide'
  | 'focus'
  | 'restore'
  | 'maximize'
  | 'isMinimized'
  | 'isMaximized'
  | 'isDestroyed'
  | 'getNormalBounds'
  | 'setBackgroundColor'
  | 'setOverlayIcon'
  | 'loadURL'
  | 'close'
  | 'destroy'
>;

const visible = new Set<BrowserWindow>();

/**
 * Electron's `BrowserWindow`. One with a preload script is the app's window: Chromium in app mode. One without is a
 * document to print, and opens out of sight.
 */
export class BrowserWindow extends EventEmitter implements Surface {
  readonly webContents = new HostWebContents();
  readonly #options: Electron.BrowserWindowConstructorOptions;
  #page: Promise<Page>;
  readonly #whenClosed: Promise<void>;
  /** The page of the window: another one after a crash. */
  #taken: Page | null = null;
  #bounds: Electron.Rectangle;
  #destroyed = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    this.#options = options;
    const { width = 800, height = 600, x = 0, y = 0 } = options;
    this.#bounds = { x, y, width, height };
    this.webContents.onBounds = (bounds) => {
      this.#bounds = { ...bounds };
      this.emit('resize');
    };
    this.webContents.onRelaunch = () => {
      this.#page = this.#relaunch(this.#page);
      this.#page.catch(() => this.#closed());
    };
    this.#whenClosed = new Promise((resolve) => {
      this.once('closed', () => resolve());
    });
    registerWindow({ close: () => this.close(), whenClosed: this.#whenClosed }, () => {
      if (this.#isAppWindow()) app.allWindowsClosed();
    });
    visible.add(this);
    app.emit('web-contents-created', {}, this.webContents);
    this.#page = this.#open();
    // The caller of load gets a failed start; no other part needs it.
    this.#page.catch(() => this.#closed());
  }

  static getAllWindows(): BrowserWindow[] {
    return [...visible];
  }

  async loadURL(url: string): Promise<void> {
    await this.#page;
    await this.webContents.load(url);
    this.emit('ready-to-show');
  }

  show(): void {
    if (this.#isAppWindow()) process.stdout.write('host window shown\n');
    this.focus();
  }

  /** One line on stdout; Chromium goes on showing it. */
  hide(): void {
    process.stdout.write('host window hidden\n');
  }

  focus(): void {
    void this.#withPage((page) => page.bringToFront());
  }

  restore(): void {
    this.focus();
  }

  maximize(): void {
    void this.#withPage(async (page) => {
      const cdp = await page.context().newCDPSession(page);
      const { windowId } = await cdp.send('Browser.getWindowForTarget');
      await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'maximized' } });
      await cdp.detach();
    });
  }

  isMinimized(): boolean {
    return false;
  }

  isMaximized(): boolean {
    return false;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  getNormalBounds(): Electron.Rectangle {
    return this.#bounds;
  }

  setBackgroundColor(_colour: string): void {
    void this.#withPage((page) => applyTheme(page));
  }

  /** Of Windows alone. */
  setOverlayIcon(_overlay: object | null, _description: string): void {}

  close(): void {
    const event = preventable();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    void this.#withPage((page) => page.close());
  }

  async #open(): Promise<Page> {
    const { javascript = true } = this.#options.webPreferences ?? {};
    await app.whenReady();
    return this.#take(this.#isAppWindow() ? await this.#openApp() : await openHiddenPage(javascript));
  }

  async #take(page: Page): Promise<Page> {
    const { preload } = this.#options.webPreferences ?? {};
    page.on('close', () => {
      if (page === this.#taken) this.#closed();
    });
    this.#taken = page;
    await this.webContents.attach(page, preload === undefined ? null : await readFile(preload, 'utf8'));
    if (this.#isAppWindow()) await applyTheme(page);
    return page;
  }

  /** Playwright's page is of no use after a crash: another one takes its place, at the same address. */
  async #relaunch(crashed: Promise<Page>): Promise<Page> {
    const old = await crashed;
    const address = this.webContents.getURL();
    const page = await this.#take(await old.context().newPage());
    await old.close();
    await this.webContents.load(address);
    return page;
  }

  #openApp(): Promise<Page> {
    const { x, y } = this.#options;
    return openAppPage(app.getPath('userData'), {
      width: this.#bounds.width,
      height: this.#bounds.height,
      x,
      y,
    });
  }

  #isAppWindow(): boolean {
    return this.#options.webPreferences?.preload !== undefined;
  }

  #closed(): void {
    if (this.#destroyed) return;
    // Closed by the person: Chromium does not ask, so the app hears of it afterwards.
    this.emit('close', preventable());
    this.#destroyed = true;
    visible.delete(this);
    this.emit('closed');
  }

  async #withPage(work: (page: Page) => Promise<unknown>): Promise<void> {
    try {
      await work(await this.#page);
    } catch {
      // The window went away first.
    }
  }
}

// A person's closing, as Electron asks before it: by Chromium's own button the page is gone first.
whenLauncherSays('close', () => {
  for (const window of visible) window.close();
});

async function applyTheme(page: Page): Promise<void> {
  const { themeSource } = nativeTheme;
  await page.emulateMedia({ colorScheme: themeSource === 'system' ? null : themeSource });
}
