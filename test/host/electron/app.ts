import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { closeEngine } from './engine.ts';
import { InstanceLock } from './instance-lock.ts';
import { whenLauncherSays } from './launcher.ts';
import { defaultPaths } from './paths.ts';
import { projectRoot, settings } from './settings.ts';
import { openWindows } from './window-registry.ts';

type Surface = Pick<
  Electron.App,
  | 'whenReady'
  | 'getPath'
  | 'setPath'
  | 'getAppPath'
  | 'getName'
  | 'getVersion'
  | 'isPackaged'
  | 'requestSingleInstanceLock'
  | 'enableSandbox'
  | 'setAboutPanelOptions'
  | 'setAppUserModelId'
  | 'setBadgeCount'
  | 'setLoginItemSettings'
  | 'quit'
  | 'exit'
>;

const manifest = z
  .object({ name: z.string(), version: z.string() })
  .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')));

/** Electron's `app`: start, folders, single instance, and the order of quitting. */
class HostApp extends EventEmitter implements Surface {
  readonly isPackaged = false;
  readonly #paths = defaultPaths(manifest.name);
  #ready: Promise<void> | null = null;
  #lock: InstanceLock | null = null;
  #knocking: Promise<void> = Promise.resolve();
  #leaving = false;
  #quitting = false;

  /** Ready one turn after the main script has run, as in Electron: what must come before (schemes) has come. */
  whenReady(): Promise<void> {
    this.#ready ??= new Promise((resolve) => setImmediate(resolve));
    return this.#ready;
  }

  getPath(name: string): string {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`the Chromium host has no path "${name}"`);
    return path;
  }

  /** Chromium's own sandbox is on wherever it can be (`engine.ts`). */
  enableSandbox(): void {}

  /** No menu leads to the panel here. */
  setAboutPanelOptions(_options: Electron.AboutPanelOptionsOptions): void {}

  /** Of Windows alone, whose taskbar has Chromium's own. */
  setAppUserModelId(_id: string): void {}

  /** No copy from its sources is registered. */
  setLoginItemSettings(_settings: Electron.Settings): void {}

  getLoginItemSettings(_options?: Electron.LoginItemSettingsOptions) {
    return { openAtLogin: false, wasOpenedAtLogin: false };
  }

  /** One line on stdout; the icon is Chromium's. */
  setBadgeCount(count = 0): boolean {
    process.stdout.write(`host badge ${count}\n`);
    return true;
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  getAppPath(): string {
    return projectRoot;
  }

  getName(): string {
    return manifest.name;
  }

  getVersion(): string {
    return manifest.version;
  }

  requestSingleInstanceLock(): boolean {
    this.#lock ??= new InstanceLock(this.getPath('userData'));
    const taken = this.#lock.take(({ args, from }) => this.emit('second-instance', {}, args, from, {}));
    if (!taken) this.#knocking = this.#lock.knock({ args: process.argv, from: process.cwd() });
    return taken;
  }

  quit(): void {
    if (this.#quitting) return;
    this.#quitting = true;
    void this.#quitInOrder();
  }

  exit(code = 0): void {
    if (this.#leaving) return;
    this.#leaving = true;
    void this.#leave(code);
  }

  /** The last window is gone: the app's word, or else quitting, as in Electron. */
  allWindowsClosed(): void {
    if (this.#quitting) return;
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }

  async #quitInOrder(): Promise<void> {
    this.emit('before-quit', preventable());
    const closing = [...openWindows];
    for (const window of closing) window.close();
    await Promise.all(closing.map((window) => window.whenClosed));
    const event = preventable();
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#quitting = false;
    else this.exit(0);
  }

  async #leave(code: number): Promise<void> {
    await this.#knocking;
    await closeEngine();
    this.#lock?.release();
    this.emit('quit', {}, code);
    process.exit(code);
  }
}

/** An event object whose default the app may prevent. */
export function preventable(): { defaultPrevented: boolean; preventDefault: () => void } {
  const event = {
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

export const app = new HostApp();

// Chromium ends its helpers and starts them again by itself, and tells no one outside.
whenLauncherSays('gpu-crash', () => {
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139 });
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
if (settings.endsWithLauncher) process.stdin.resume().on('end', () => app.quit());
