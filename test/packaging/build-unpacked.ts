import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AfterPackContext, Arch, build, Platform } from 'electron-builder';
import { projectRoot } from '../host/electron/settings.ts';
import type { System } from './stand-in-electron.ts';

/** Where the parts of an unpacked app are. */
export interface UnpackedApp {
  readonly system: System;
  /** The folder with the archive. */
  readonly resources: string;
  /** The program that carries the fuses. */
  readonly fused: string;
  /** The place of the archive's hash; null where Electron does not ask (Linux). */
  readonly integrity: string | null;
  /** Files that are others than when it was the signature's turn; of macOS alone, whose signature covers each. */
  readonly changedAfterSigning: readonly string[];
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
  let signed: ReadonlyMap<string, string> | null = null;
  await build({
    projectDir: projectRoot,
    publish: 'never',
    targets: platforms[system].createTarget('dir', Arch.x64),
    config: {
      electronDist,
      directories: { output },
      // A stand-in has no publisher's signature, and only macOS could make another.
      electronFuses: { resetAdHocDarwinSignature: false },
      // Called where the signature would just have been made; the other systems sign nothing without a certificate.
      ...(system === 'mac' && {
        afterSign: ({ appOutDir }: AfterPackContext) => {
          signed = digestsBelow(appOutDir);
        },
      }),
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
        changedAfterSigning: [],
      };
    }
    case 'win': {
      const folder = join(output, 'win-unpacked');
      const program = join(folder, 'Boxwright.exe');
      return {
        system,
        resources: join(folder, 'resources'),
        fused: program,
        integrity: program,
        changedAfterSigning: [],
      };
    }
    case 'mac': {
      const contents = join(output, 'mac/Boxwright.app/Contents');
      return {
        system,
        resources: join(contents, 'Resources'),
        fused: join(contents, 'Frameworks/Electron Framework.framework/Electron Framework'),
        integrity: join(contents, 'Info.plist'),
        changedAfterSigning: differing(signed, digestsBelow(join(output, 'mac'))),
      };
    }
  }
}

/** The digest of every file below a folder, by its path from there. */
function digestsBelow(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}

function differing(
  before: ReadonlyMap<string, string> | null,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  if (before === null) return ['everything: nothing was ever to be signed'];
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
}
