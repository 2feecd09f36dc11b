import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AfterPackContext,
  Arch,
  build,
  type Configuration,
  DIR_TARGET,
  type PackagerOptions,
  Platform,
} from 'electron-builder';
import { projectRoot } from '../host/electron/settings.ts';
import { linuxInstaller, type Installer } from './installers.ts';
import type { System } from './stand-in-electron.ts';

/** A processor that is packaged for. */
export type Processor = 'x64' | 'arm64';

/** Where the parts of an unpacked app are. On macOS it is one half of the universal app. */
export interface UnpackedApp {
  readonly system: System;
  readonly processor: Processor;
  /** The folder with the archive. */
  readonly resources: string;
  /** The program that carries the fuses. */
  readonly fused: string;
  /** The place of the archive's hash; null where Electron does not ask (Linux). */
  readonly integrity: string | null;
  /** Files that are others than when it was the signature's turn; of macOS alone, whose signature covers each. */
  readonly changedAfterSigning: readonly string[];
}

/** The apps of one system for both processors, and the installers around them up to the tool that makes each. */
export interface Packed {
  readonly apps: readonly UnpackedApp[];
  readonly installers: readonly Installer[];
  /** The identity and the file names that every installer takes from the configuration. */
  readonly named: readonly { readonly id: string; readonly opens: readonly string[] }[];
}

const platforms = { linux: Platform.LINUX, mac: Platform.MAC, win: Platform.WINDOWS } as const;
/** Installers that electron-builder describes in full before it starts a tool from the network. */
const described = { linux: ['deb', 'rpm', 'AppImage'], mac: [DIR_TARGET], win: [DIR_TARGET] } as const;
const suffix = { x64: '', arm64: '-arm64' } as const;

/** Packages the built bundles as the release does, around an Electron folder. Makes no installer, signs nothing. */
export async function buildUnpacked(system: System, electronDist: string, output: string): Promise<Packed> {
  // Whatever certificates this machine has: nothing of this leaves it.
  process.env['CSC_IDENTITY_AUTO_DISCOVERY'] = 'false';
  const signed = new Map<string, ReadonlyMap<string, string>>();
  const installers: Installer[] = [];
  const named: Packed['named'][number][] = [];
  const config: Configuration = {
    electronDist,
    directories: { output },
    // A stand-in has no publisher's signature, and only macOS could make another.
    electronFuses: { resetAdHocDarwinSignature: false },
    beforePack: ({ packager }) => {
      const opens = packager.fileAssociations.flatMap(({ ext }) => ext);
      named.push({ id: packager.appInfo.id, opens });
    },
    // Called where the signature would just have been made; the other systems sign nothing without a certificate.
    ...(system === 'mac' && {
      afterSign: ({ appOutDir }: AfterPackContext) => {
        signed.set(appOutDir, digestsBelow(appOutDir));
      },
    }),
  };
  const common: PackagerOptions = { projectDir: projectRoot, config };
  await build({
    ...common,
    publish: 'never',
    targets: platforms[system].createTarget([...described[system]], Arch.x64, Arch.arm64),
    effectiveOptionComputed: (options: unknown) => {
      installers.push(linuxInstaller(options));
      // The tool that would make the installer is not started.
      return Promise.resolve(true);
    },
  });
  const apps = (['x64', 'arm64'] as const).map((processor) => unpacked(system, processor, output, signed));
  if (system === 'win') {
    for (const processor of ['x64', 'arm64'] as const) {
      installers.push(await msiAround(processor, output, common));
    }
  }
  return { apps, installers, named };
}

/** The project of the MSI; the tool that would make it is not started. */
async function msiAround(processor: Processor, output: string, common: PackagerOptions): Promise<Installer> {
  let text = '';
  const written = new Error('the project is written');
  try {
    await build({
      ...common,
      publish: 'never',
      prepackaged: join(output, `win${suffix[processor]}-unpacked`),
      targets: platforms.win.createTarget(['msi'], Arch[processor]),
      config: {
        directories: { output },
        msiProjectCreated: (path: string) => {
          text = readFileSync(path, 'utf8');
          throw written;
        },
      },
    });
  } catch (cause) {
    if (cause !== written) throw cause;
  }
  return { kind: 'msi', text };
}

function unpacked(
  system: System,
  processor: Processor,
  output: string,
  signed: ReadonlyMap<string, ReadonlyMap<string, string>>,
): UnpackedApp {
  const common = { system, processor, changedAfterSigning: [] };
  switch (system) {
    case 'linux': {
      const folder = join(output, `linux${suffix[processor]}-unpacked`);
      return {
        ...common,
        resources: join(folder, 'resources'),
        fused: join(folder, 'boxwright'),
        integrity: null,
      };
    }
    case 'win': {
      const folder = join(output, `win${suffix[processor]}-unpacked`);
      const program = join(folder, 'Boxwright.exe');
      return { ...common, resources: join(folder, 'resources'), fused: program, integrity: program };
    }
    case 'mac': {
      const folder = join(output, `mac${suffix[processor]}`);
      const contents = join(folder, 'Boxwright.app/Contents');
      return {
        ...common,
        resources: join(contents, 'Resources'),
        fused: join(contents, 'Frameworks/Electron Framework.framework/Electron Framework'),
        integrity: join(contents, 'Info.plist'),
        changedAfterSigning: differing(signed.get(folder) ?? null, digestsBelow(folder)),
      };
    }
  }
}

/** The files in which the two halves of the universal app differ: it cannot be made of them. */
export function differingHalves(apps: readonly UnpackedApp[]): readonly string[] {
  const [one, other] = apps.map(({ resources }) => digestsBelow(join(resources, '..')));
  return one === undefined || other === undefined ? ['everything'] : differing(one, other);
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
