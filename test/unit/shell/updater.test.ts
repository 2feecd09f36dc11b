import { EventEmitter } from 'node:events';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createInstaller } from '../../../electron/shell/updater.ts';

// A Mac: its own updater, and electron-updater with the package already fetched.
const held = vi.hoisted((): { native: unknown; made: { autoInstallOnAppQuit?: boolean }[] } => ({
  native: null,
  made: [],
}));
const asked = vi.hoisted(() => ({ count: 0 }));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  held.native = Object.assign(new Emitter(), { checkForUpdates: () => (asked.count += 1) });
  return { app: { isPackaged: true }, autoUpdater: held.native };
});
vi.mock('electron-updater', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class MacUpdater extends Emitter {
    autoInstallOnAppQuit = true;
    constructor() {
      super();
      held.made.push(this);
    }
    setFeedURL = () => undefined;
    checkForUpdates = () => Promise.resolve({ isUpdateAvailable: true, updateInfo: { version: '9.0.0' } });
    downloadUpdate = () => Promise.resolve(['/fetched/Boxwright.zip']);
  }
  class CancellationToken {
    cancel = () => undefined;
  }
  class Provider {
    executor = null;
  }
  return { default: { MacUpdater, CancellationToken, Provider } };
});

const DIGEST = 'A'.repeat(86) + '==';
// Vitest runs no hook of a file whose tests are all left out, and files share a process.
beforeAll(() => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'darwin' });
  return () => Object.defineProperty(process, 'platform', { value: platform });
});
beforeEach(() => {
  asked.count = 0;
  held.made.length = 0;
});

/** The answer of macOS about the package. */
function says(event: string, detail?: Error): void {
  if (!(held.native instanceof EventEmitter)) throw new Error('the module was not loaded');
  held.native.emit(event, detail);
}

const listening = (event: string) =>
  held.native instanceof EventEmitter ? held.native.listenerCount(event) : null;

async function fetched() {
  const installer = createInstaller(() => undefined);
  expect(installer.kind).toBe('zip');
  const release = {
    version: '9.0.0',
    files: [{ url: 'Boxwright.zip', sha512: DIGEST, size: 1 }],
    boxwright: { signatures: {} },
  };
  expect(await installer.isFor(release, 'https://updates.example/')).toBe(true);
  await installer.fetch(() => undefined, new AbortController().signal);
  return installer;
}

it('gives macOS a package only once it is proved genuine, and says when it has been taken', async () => {
  const installer = await fetched();
  expect(held.made.map(({ autoInstallOnAppQuit }) => autoInstallOnAppQuit)).toEqual([false]);
  expect(asked.count).toBe(0);
  const accepted = installer.accept(DIGEST);
  expect(asked.count).toBe(1);
  says('update-downloaded');
  await accepted;
  expect(listening('error')).toBe(0);
});

it('never passes on a dropped one', async () => {
  const installer = await fetched();
  installer.forget();
  await installer.accept(DIGEST);
  installer.installAtEnd();
  expect(asked.count).toBe(0);
});

it('reports when macOS refuses the update', async () => {
  const installer = await fetched();
  const accepted = installer.accept(DIGEST);
  says('error', new Error('the signature is another'));
  await expect(accepted).rejects.toThrow('the signature is another');
  expect(listening('update-downloaded')).toBe(0);
});
