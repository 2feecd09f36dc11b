import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, autoUpdater } from 'electron';
import electronUpdater, { type AppUpdater, type UpdateInfo } from 'electron-updater';
import { z } from 'zod';
import type { Installer, Log } from '../ports.ts';
import { packageKind, type PackageKind } from '../updates/statement.ts';

const signed = z.object({
  boxwright: z.object({ signatures: z.partialRecord(packageKind, z.string()) }),
});

/** What electron-updater wants to find beside a packaged app, for a copy that runs from its sources. */
const STAND_IN = 'provider: generic\nurl: https://updates.invalid/\nupdaterCacheDirName: boxwright-updater\n';

/** electron-updater behind the core's port: it looks, fetches and, when the app has closed its databases, installs. */
export function createInstaller(log: Log): Installer {
  const kind = installedAs();
  let updater: AppUpdater | null = null;
  let fetched = false;
  let accepted = false;
  const started = () => (updater ??= startUpdater(kind, log));
  return {
    kind,
    look: async (feed) => {
      accepted = false;
      const own = started();
      own.setFeedURL({ provider: 'generic', url: feed, useMultipleRangeRequest: false });
      const answer = await own.checkForUpdates();
      if (answer === null || !answer.isUpdateAvailable) return null;
      const { version } = answer.updateInfo;
      return { version, notes: notesOf(answer.updateInfo), signatures: signaturesOf(answer.updateInfo) };
    },
    fetch: async (onProgress, stop) => {
      const own = started();
      const cancel = new electronUpdater.CancellationToken();
      const listener = ({ transferred, total }: { readonly transferred: number; readonly total: number }) =>
        onProgress(transferred, total);
      const abort = () => cancel.cancel();
      own.on('download-progress', listener);
      stop.addEventListener('abort', abort);
      try {
        const [path] = await own.downloadUpdate(cancel);
        fetched = path !== undefined;
        return path ?? null;
      } catch (cause) {
        if (stop.aborted) return null;
        throw cause;
      } finally {
        own.off('download-progress', listener);
        stop.removeEventListener('abort', abort);
      }
    },
    accept: async () => {
      accepted = fetched;
      if (accepted && kind === 'zip') await handToSystem();
    },
    forget: () => {
      fetched = false;
      accepted = false;
      updater = null;
    },
    installAtEnd: () => {
      if (!accepted || updater === null || kind === 'zip') return;
      log('info', 'updates.installing');
      updater.quitAndInstall(true, false);
    },
  };
}

/**
 * macOS's own updater takes longer than the app's end: it is given the package before, from where electron-updater offers it,
 * looks at Apple's signature, and exchanges the app when it has ended. Rejects when it does not take it.
 */
function handToSystem(): Promise<void> {
  return new Promise((resolve, reject) => {
    const taken = () => {
      autoUpdater.off('error', refused);
      resolve();
    };
    const refused = (cause: Error) => {
      autoUpdater.off('update-downloaded', taken);
      reject(cause);
    };
    autoUpdater.once('update-downloaded', taken);
    autoUpdater.once('error', refused);
    autoUpdater.checkForUpdates();
  });
}

/** How this copy was installed; null where it cannot exchange itself. */
function installedAs(): PackageKind | null {
  if (process.platform === 'linux') {
    if ((process.env['APPIMAGE'] ?? '') !== '') return 'AppImage';
    // Beside the archive.
    const type = app.isPackaged ? join(app.getAppPath(), '../package-type') : '';
    return type !== '' && existsSync(type) && readFileSync(type, 'utf8').trim() === 'deb' ? 'deb' : null;
  }
  if (!app.isPackaged) return null;
  return process.platform === 'win32' ? 'exe' : process.platform === 'darwin' ? 'zip' : null;
}

function startUpdater(kind: PackageKind | null, log: Log): AppUpdater {
  const made = new (classOf(kind))();
  made.autoDownload = false;
  // Only what was proved genuine is installed, and only when everything is closed. On macOS this would give the package to the
  // system as soon as it is fetched: Apple's signature tells who made it, not that it is newer.
  made.autoInstallOnAppQuit = false;
  made.allowDowngrade = false;
  made.disableWebInstaller = true;
  made.disableDifferentialDownload = true;
  made.logger = {
    info: () => undefined,
    warn: (message: unknown) => log('warn', 'updates.updater', String(message)),
    error: (message: unknown) => log('warn', 'updates.updater', String(message)),
  };
  if (!app.isPackaged) {
    const config = join(app.getPath('userData'), 'app-update.yml');
    writeFileSync(config, STAND_IN);
    made.forceDevUpdateConfig = true;
    made.updateConfigPath = config;
  }
  return made;
}

function classOf(kind: PackageKind | null) {
  switch (kind) {
    case 'exe':
      return electronUpdater.NsisUpdater;
    case 'zip':
      return electronUpdater.MacUpdater;
    case 'deb':
      return electronUpdater.DebUpdater;
    case 'AppImage':
    case null:
      return electronUpdater.AppImageUpdater;
  }
}

function notesOf({ releaseNotes }: UpdateInfo): string {
  return typeof releaseNotes === 'string' ? releaseNotes.slice(0, 20_000) : '';
}

function signaturesOf(info: UpdateInfo): z.infer<typeof signed>['boxwright']['signatures'] {
  const parsed = signed.safeParse(info);
  return parsed.success ? parsed.data.boxwright.signatures : {};
}
