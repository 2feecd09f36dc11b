import { EventEmitter } from 'node:events';
import type { Frame, Page, Request as PageRequest, Route } from '@playwright/test';
import { toAppUrl, toBrowserUrl } from './addresses.ts';
import { preventable } from './app.ts';
import { engineProcessId, WEBRTC_POLICY } from './engine.ts';
import { type HostFrame, handleInvoke, recordTraffic } from './ipc-main.ts';
import { type Bounds, linkPage, type PageLink } from './page-link.ts';
import { applyPermissions, type Permissions } from './permissions.ts';
import { printDocument } from './print-document.ts';
import { answerOwnScheme, ownSchemes } from './protocol.ts';
import { requestAllowed } from './session.ts';

type Surface = Pick<
  Electron.WebContents,
  'id' | 'send' | 'getURL' | 'getOSProcessId' | 'isDestroyed' | 'reload' | 'setWebRTCIPHandlingPolicy'
>;
type OpenHandler = (details: { readonly url: string }) => { readonly action: 'deny' | 'allow' };

let lastId = 0;

/** Electron's `WebContents` over one Chromium page. */
export class HostWebContents extends EventEmitter implements Surface {
  readonly id = ++lastId;
  /** Called when the person moved or resized the window. */
  onBounds: (bounds: Bounds) => void = () => {};
  /** Called when a page whose process is gone is to be loaded again: Chromium gives it a new one. */
  onRelaunch: () => void = () => {};
  #page: Page | null = null;
  #link: PageLink | null = null;
  #permissions: Permissions | null = null;
  #sending: Promise<void> = Promise.resolve();
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  /** The address this host itself is loading: not the page's wish, so no handler is asked. */
  #loading: string | null = null;
  #destroyed = false;
  #crashed = false;

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** The engine is started with the only policy there is. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    if (policy !== WEBRTC_POLICY) throw new Error(`the Chromium host has no WebRTC policy "${policy}"`);
  }

  send(channel: string, ...args: unknown[]): void {
    recordTraffic(channel, args);
    // Something has changed, and Chromium asks nothing at the moment of use: what a page may use is settled before it hears of it.
    const settled = async () => this.#permissions?.update();
    this.#sending = this.#sending.then(settled).catch(() => {});
    void this.#sending.then(() => this.#link?.send(channel, args));
  }

  getURL(): string {
    return this.#page === null ? '' : toAppUrl(this.#page.url(), ownSchemes);
  }

  /** Chromium's first process: it starts those of pages by itself. */
  getOSProcessId(): number {
    return engineProcessId();
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  reload(): void {
    if (this.#crashed) this.onRelaunch();
    else void this.#page?.reload().catch(() => {});
  }

  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    if (this.#page === null) throw new Error('nothing is loaded');
    return this.#page.pdf({
      format: typeof options.pageSize === 'string' ? options.pageSize : 'A4',
      printBackground: options.printBackground ?? false,
      preferCSSPageSize: options.preferCSSPageSize ?? false,
      tagged: options.generateTaggedPDF ?? false,
    });
  }

  /** Chromium has no dialog for a hidden page: the document goes to `BOXWRIGHT_HOST_PRINT_DIR`, else to the printer of `lp`. */
  print(_options: Electron.WebContentsPrintOptions, done: (printed: boolean, reason: string) => void): void {
    const answer = async () => {
      const fault = await this.#printed();
      done(fault === null, fault ?? '');
    };
    void answer();
  }

  /** Prints, and returns why it did not; null when it did. */
  async #printed(): Promise<string | null> {
    try {
      await printDocument(await this.printToPDF({ printBackground: true, preferCSSPageSize: true }));
      return null;
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause);
    }
  }

  /** Takes over a page before its first document. */
  async attach(page: Page, preload: string | null): Promise<void> {
    const isFirst = this.#page === null;
    this.#page = page;
    this.#crashed = false;
    page.on('close', () => {
      if (page === this.#page) this.#destroyed = true;
    });
    page.on('crash', () => {
      this.#crashed = true;
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    if (isFirst) {
      await page.context().route('**/*', (route, request) => this.#answer(route, request));
      page.context().on('page', (opened) => void this.#onOpened(opened));
    }
    if (preload === null) return;
    this.#link = await linkPage(page, preload, {
      invoke: (channel, args) =>
        handleInvoke(channel, { sender: this, senderFrame: this.#mainFrame() }, args),
      bounds: (bounds) => this.onBounds(bounds),
    });
  }

  /** Resolves when the document and what it names are loaded. */
  async load(url: string): Promise<void> {
    if (this.#page === null) throw new Error('no page');
    const address = toBrowserUrl(url, ownSchemes);
    if (this.#link !== null) this.#permissions = await applyPermissions(this.#page, url);
    this.#loading = address;
    try {
      await this.#page.goto(address, { waitUntil: 'load' });
    } finally {
      this.#loading = null;
    }
    this.emit('did-finish-load');
  }

  async #answer(route: Route, request: PageRequest): Promise<void> {
    const url = toAppUrl(request.url(), ownSchemes);
    const refused =
      (request.isNavigationRequest() && !this.#mayNavigate(request, url)) ||
      !(await requestAllowed(url, request.method()));
    if (refused) return quietly(route.abort('aborted'));
    const own =
      url === request.url() ? null : await answerOwnScheme(request.method(), url, request.headers());
    if (own === null) return quietly(route.continue());
    const body = Buffer.from(await own.arrayBuffer());
    return quietly(route.fulfill({ status: own.status, headers: Object.fromEntries(own.headers), body }));
  }

  /** Asks `will-navigate` (top frame) as Electron does; loads by the app itself are not asked about. */
  #mayNavigate(request: PageRequest, url: string): boolean {
    if (request.url() === this.#loading) return true;
    const frame = frameOf(request);
    if (frame === null || frame.page() !== this.#page) return this.#openHandler({ url }).action === 'allow';
    if (frame.parentFrame() !== null) {
      const asked = Object.assign(preventable(), { url, isMainFrame: false });
      this.emit('will-frame-navigate', asked);
      return !asked.defaultPrevented;
    }
    const event = Object.assign(preventable(), { url });
    this.emit('will-navigate', event);
    return !event.defaultPrevented;
  }

  /** A window the page opened: its address was judged above; one without any (`about:blank`) is judged here. */
  async #onOpened(opened: Page): Promise<void> {
    // While the page has no process, only this host opens one: the next for the same window.
    if (opened === this.#page || this.#crashed) return;
    if (this.#openHandler({ url: opened.url() }).action === 'deny') await opened.close().catch(() => {});
  }

  #mainFrame(): HostFrame {
    return { url: this.getURL(), parent: null };
  }
}

/** Null while a navigation has no frame yet (a new window's first request). */
function frameOf(request: PageRequest): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

/** A page that closed meanwhile no longer wants its answer. */
async function quietly(done: Promise<void>): Promise<void> {
  await done.catch(() => {});
}
