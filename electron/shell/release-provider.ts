import electronUpdater, { type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater';
import type { Provider, ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider';
import type { Release } from '../updates/release.ts';

/** The class of a provider, as electron-updater takes it. */
type ReleaseProvider = new (
  options: unknown,
  updater: unknown,
  runtime: ProviderRuntimeOptions,
) => Provider<UpdateInfo>;

/**
 * A provider of electron-updater that asks no server: it offers a release that was fetched and verified before
 * (electron/updates/update-server.ts). Electron-updater's own would parse any YAML of any size.
 *
 * @param from the address that the packages' addresses are relative to.
 */
export function releaseProvider(release: Release, from: string): ReleaseProvider {
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
