import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, autoUpdater } from 'electron';
import type { AppUpdater, ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater';
import type { Provider, ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider';
import type { Log } from '../base/ports.ts';
import type { Installer } from '../updates/updates.ts';
import { copyVerified, isForWholeMachine, type PackageKind, type Release } from '../updates/release.ts';
import type { VerifiedPackage } from './verified-updaters.ts';

/** Loaded with the first update that is offered: electron-updater is a seventh of the core's code. */
const loadUpdaters = () => import('./verified-updaters.ts');
type Updaters = Awaited<ReturnType<typeof loadUpdaters>>;

/** Stands in for the file that electron-updater reads beside a packaged app, when running from sources. */
const STAND_IN = 'provider: generic\nurl: https://updates.invalid/\nupdaterCacheDirName: boxwright-updater\n';

/**
 * Implements the core's installer by electron-updater: checks, downloads, and installs after the app has closed its
 * databases.
 */
export function createInstaller(log: Log): Installer {
  const kind = installedAs();
  let updater: AppUpdater | null = null;
  let fetched: string | null = null;
  let accepted: VerifiedPackage | null = null;
  /** The verified copy that the updater installs, instead of the downloaded file. */
  let verified: VerifiedPackage | null = null;
  const started = ({ updaterFor }: Updaters) =>
    (updater ??= startUpdater(
      updaterFor(kind, () => verified),
      log,
    ));
  const ownFolder = () => join(app.getPath('userData'), 'update-install');
  return {
    kind,
    isFor: async (release, from) => {
      accepted = null;
      const updaters = await loadUpdaters();
      const own = started(updaters);
      own.setFeedURL({ provider: 'custom', updateProvider: releaseProvider(updaters, release, from) });
      return (await own.checkForUpdates())?.isUpdateAvailable === true;
    },
    fetch: async (onProgress, stop) => {
      const updaters = await loadUpdaters();
      if (stop.aborted) return null;
      const own = started(updaters);
      const cancel = new updaters.electronUpdater.CancellationToken();
      const listener = ({ transferred, total }: { readonly transferred: number; readonly total: number }) =>
        onProgress(transferred, total);
      const abort = () => cancel.cancel();
      own.on('download-progress', listener);
      stop.addEventListener('abort', abort);
      try {
        const [path] = await own.downloadUpdate(cancel);
        fetched = path ?? null;
        return fetched;
      } catch (cause) {
        if (stop.aborted) return null;
        throw cause;
      } finally {
        own.off('download-progress', listener);
        stop.removeEventListener('abort', abort);
      }
    },
    accept: async (sha512) => {
      accepted = fetched === null ? null : { path: fetched, sha512 };
      if (accepted !== null && kind === 'zip') await handToSystem();
    },
    forget: () => {
      fetched = null;
      accepted = null;
      updater = null;
    },
    installAtEnd: () => {
      if (accepted === null || updater === null || kind === 'zip') return;
      try {
        verified = { ...accepted, path: copyVerified(accepted.path, ownFolder(), accepted.sha512) };
      } catch (cause) {
        log('error', 'updates.changed', cause instanceof Error ? cause.message : undefined);
        return;
      }
      log('info', 'updates.installing');
      updater.quitAndInstall(true, false);
      // On Windows the installer still runs from this folder; the next copy removes it.
      if (kind !== 'exe') rmSync(ownFolder(), { recursive: true, force: true });
    },
  };
}

/**
 * Hands the package to macOS's own updater before the app exits, because that updater takes longer than the exit.
 * It downloads the package from electron-updater's local server, checks Apple's signature, and replaces the app
 * after its exit. Rejects if it refuses the package.
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

/** How this copy was installed; null if it cannot update itself. */
function installedAs(): PackageKind | null {
  if (process.platform === 'linux') {
    if ((process.env['APPIMAGE'] ?? '') !== '') return 'AppImage';
    // The file is next to app.asar.
    const type = app.isPackaged ? join(app.getAppPath(), '../package-type') : '';
    return type !== '' && existsSync(type) && readFileSync(type, 'utf8').trim() === 'deb' ? 'deb' : null;
  }
  if (!app.isPackaged) return null;
  if (process.platform === 'win32') return isForWholeMachine(process.execPath, process.env) ? null : 'exe';
  return process.platform === 'darwin' ? 'zip' : null;
}

function startUpdater(made: AppUpdater, log: Log): AppUpdater {
  made.autoDownload = false;
  // Only a verified package is installed, and only when everything is closed. On macOS this option would pass the
  // package to the system right after the download; Apple's signature proves its origin, not that it is newer.
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

/** The class type that electron-updater takes as a provider. */
type ReleaseProvider = new (
  options: unknown,
  updater: unknown,
  runtime: ProviderRuntimeOptions,
) => Provider<UpdateInfo>;

/**
 * A provider for electron-updater that makes no request: it offers a release that was fetched and verified before
 * (electron/updates/update-servers.ts). The provider of electron-updater would parse any YAML of any size.
 *
 * @param from the address that the packages' addresses are relative to.
 */
function releaseProvider({ electronUpdater }: Updaters, release: Release, from: string): ReleaseProvider {
  const [first] = release.files;
  const { releaseNotes = null, ...described } = release;
  const info: UpdateInfo = {
    ...described,
    releaseNotes,
    path: first?.url ?? '',
    sha512: first?.sha512 ?? '',
    releaseDate: release.releaseDate ?? '',
  };
  return class extends electronUpdater.Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super({ ...runtime, isUseMultipleRangeRequest: false });
    }
    getLatestVersion(): Promise<UpdateInfo> {
      return Promise.resolve(info);
    }
    resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((file) => ({ url: new URL(file.url, from), info: file }));
    }
  };
}
