import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { app } from './app.ts';
import { whenLauncherSays } from './launcher.ts';
import { HostMenu } from './menu.ts';
import { settings } from './settings.ts';

/** No secret store here: the app keeps secrets in memory for the run, and says so. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async (): Promise<boolean> => false,
  getSelectedStorageBackend: () => 'basic_text' as const,
  encryptStringAsync: (_text: string): Promise<Buffer> => Promise.reject(noStore()),
  decryptStringAsync: (_bytes: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> =>
    Promise.reject(noStore()),
} satisfies Pick<
  Electron.SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/**
 * Dialogs that no person can click: saving goes to the suggested place, or to `BOXWRIGHT_HOST_SAVE_DIR`. The folder is made where it is missing,
 * as a person could: a machine without a desktop has no Documents.
 */
export const dialog = {
  showSaveDialog: async (options: Electron.SaveDialogOptions): Promise<Electron.SaveDialogReturnValue> => {
    const suggested = options.defaultPath ?? join(app.getPath('documents'), 'untitled');
    const filePath = settings.saveDir === undefined ? suggested : join(settings.saveDir, basename(suggested));
    await mkdir(dirname(filePath), { recursive: true });
    return { canceled: false, filePath };
  },
  showOpenDialog: async (_options: Electron.OpenDialogOptions): Promise<Electron.OpenDialogReturnValue> =>
    settings.openFile === undefined
      ? { canceled: true, filePaths: [] }
      : { canceled: false, filePaths: [settings.openFile] },
  showErrorBox: (title: string, content: string): void => {
    process.stderr.write(`${title}: ${content}\n`);
  },
};

/** Sleep is not seen from here; the app's own clock finds out. The launcher says `sleep`, `wake` or `lock` where a test wants it. */
export const powerMonitor = new EventEmitter();
whenLauncherSays('sleep', () => powerMonitor.emit('suspend'));
whenLauncherSays('wake', () => powerMonitor.emit('resume'));
whenLauncherSays('lock', () => powerMonitor.emit('lock-screen'));

/** One line on stdout for each change; nothing is kept awake. */
export const powerSaveBlocker = {
  start: (type: 'prevent-app-suspension' | 'prevent-display-sleep'): number => {
    process.stdout.write(`host awake ${type}\n`);
    return 1;
  },
  stop: (_id: number): void => {
    process.stdout.write('host awake no more\n');
  },
};

/** Pictures of the tray and of Windows' taskbar: only their size is known. */
export const nativeImage = {
  createFromDataURL: (_address: string) => blank(32),
  createFromBitmap: (_buffer: Buffer, { width }: Electron.CreateFromBitmapOptions) => blank(width),
};

const blank = (size: number) => ({ toBitmap: () => Buffer.alloc(size * size * 4) });

/** Chromium places its window itself; one large screen lets every remembered place through. */
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 7680, height: 4320 } }],
};

let applicationMenu: HostMenu | null = null;

/** The launcher's word `menu LABEL` chooses an entry of the application's menu. */
export const Menu = {
  buildFromTemplate: (template: readonly Electron.MenuItemConstructorOptions[]) => new HostMenu(template),
  setApplicationMenu: (menu: HostMenu | null): void => {
    applicationMenu = menu;
  },
};
whenLauncherSays('menu', (label) => applicationMenu?.press(label));

/** Opened by the desktop; one line on stdout tells the path. */
export const shell = {
  openPath: async (path: string): Promise<string> => {
    process.stdout.write(`host file ${JSON.stringify(path)}\n`);
    openByDesktop(path);
    return '';
  },
  showItemInFolder: (path: string): void => {
    process.stdout.write(`host folder ${JSON.stringify(path)}\n`);
    openByDesktop(dirname(path));
  },
} satisfies Pick<Electron.Shell, 'openPath' | 'showItemInFolder'>;

function openByDesktop(path: string): void {
  if (settings.headless) return;
  const opened = spawn('xdg-open', [path], { stdio: 'ignore', detached: true });
  // A machine without a desktop has no such program.
  opened.on('error', () => undefined);
  opened.unref();
}

function noStore(): Error {
  return new Error('the Chromium host has no secret store');
}
