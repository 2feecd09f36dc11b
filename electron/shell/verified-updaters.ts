import electronUpdater, { type AppUpdater } from 'electron-updater';
import { ROOT_INSTALL } from '../updates/private-copy.ts';
import type { PackageKind } from '../updates/release.ts';

/** A package to install, and its SHA-512 in base64. */
export type VerifiedPackage = { readonly path: string; readonly sha512: string };

/**
 * Electron-updater for a kind of package, but for one thing: it installs the package that `verified` answers, not the file that it
 * fetched, which other programs can have exchanged since.
 */
export function updaterFor(kind: PackageKind | null, verified: () => VerifiedPackage | null): AppUpdater {
  const path = () => verified()?.path ?? null;
  switch (kind) {
    case 'exe':
      return new (class extends electronUpdater.NsisUpdater {
        protected override get installerPath() {
          return path();
        }
      })();
    case 'zip':
      return new electronUpdater.MacUpdater();
    case 'deb':
      return new (class extends electronUpdater.DebUpdater {
        protected override get installerPath() {
          return path();
        }
        protected override doInstall(): boolean {
          const toInstall = verified();
          if (toInstall === null) return false;
          const [program = '', ...words] = rootCommand(toInstall, this.isRunningAsRoot());
          this.spawnSyncLog(program, words);
          return true;
        }
      })();
    case 'AppImage':
    case null:
      return new (class extends electronUpdater.AppImageUpdater {
        protected override get installerPath() {
          return path();
        }
      })();
  }
}

/** The shell command line that installs the package as root; it asks for an administrator where the user is not one. */
export function rootCommand({ path, sha512 }: VerifiedPackage, isRoot: boolean): readonly string[] {
  const digest = Buffer.from(sha512, 'base64').toString('hex');
  const script = ['/bin/sh', '-c', ROOT_INSTALL, 'boxwright-update', path, digest].map(quoted);
  return isRoot ? script : ['/usr/bin/pkexec', '--disable-internal-agent', ...script];
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
