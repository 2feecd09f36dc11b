import electronUpdater, { type AppUpdater } from 'electron-updater';
import { ROOT_INSTALL, type PackageKind } from '../updates/release.ts';

export { electronUpdater };

/** A verified package to install, and its SHA-512 in base64. */
export type VerifiedPackage = { readonly path: string; readonly sha512: string };

/**
 * The electron-updater class for a kind of package, changed in one respect: it installs the package that `verified`
 * returns instead of the downloaded file, which other programs may have replaced since.
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

/** The shell command line that installs the package as root; asks for an administrator if the user is not root. */
export function rootCommand({ path, sha512 }: VerifiedPackage, isRoot: boolean): readonly string[] {
  const digest = Buffer.from(sha512, 'base64').toString('hex');
  const script = ['/bin/sh', '-c', ROOT_INSTALL, 'boxwright-update', path, digest].map(quoted);
  return isRoot ? script : ['/usr/bin/pkexec', '--disable-internal-agent', ...script];
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
