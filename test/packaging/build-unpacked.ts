import { join } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { projectRoot } from '../host/electron/settings.ts';
import type { System } from './stand-in-electron.ts';

/** Where the parts of an unpacked app are. */
export interface UnpackedApp {
  readonly system: System;
  /** The folder with the archive. */
  readonly resources: string;
  /** The program that carries the fuses. */
  readonly fused: string;
  /** What tells which hash the archive has; null where Electron does not ask (Linux). */
  readonly integrity: string | null;
}

const platforms = { linux: Platform.LINUX, mac: Platform.MAC, win: Platform.WINDOWS } as const;

/** Packages the built bundles as the release does, without an installer, around an Electron folder. Signs nothing. */
export async function buildUnpacked(
  system: System,
  electronDist: string,
  output: string,
): Promise<UnpackedApp> {
  // Whatever certificates this machine has: nothing of this leaves it.
  process.env['CSC_IDENTITY_AUTO_DISCOVERY'] = 'false';
  await build({
    projectDir: projectRoot,
    publish: 'never',
    targets: platforms[system].createTarget('dir', Arch.x64),
    config: {
      electronDist,
      directories: { output },
      // The signature of a stand-in is nobody's, and only macOS could make another.
      electronFuses: { resetAdHocDarwinSignature: false },
    },
  });
  switch (system) {
    case 'linux': {
      const folder = join(output, 'linux-unpacked');
      return {
        system,
        resources: join(folder, 'resources'),
        fused: join(folder, 'boxwright'),
        integrity: null,
      };
    }
    case 'win': {
      const folder = join(output, 'win-unpacked');
      const program = join(folder, 'Boxwright.exe');
      return { system, resources: join(folder, 'resources'), fused: program, integrity: program };
    }
    case 'mac': {
      const contents = join(output, 'mac/Boxwright.app/Contents');
      return {
        system,
        resources: join(contents, 'Resources'),
        fused: join(contents, 'Frameworks/Electron Framework.framework/Electron Framework'),
        integrity: join(contents, 'Info.plist'),
      };
    }
  }
}
