import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PREFERENCE_DOMAIN as APP_ID } from '../../electron/profiles/machine-policy.ts';
import type { Packed } from './build-unpacked.ts';
import type { System } from './stand-in-electron.ts';

/*
 * The entries of an installer in the system: the app's identity and the files that it opens. electron-builder writes that down
 * before it starts the tool that makes the installer; the tools themselves come from a network.
 */

/** `text`: the MSI's project, or the desktop entry and the MIME type of Linux. */
export interface Installer {
  readonly kind: 'AppImage' | 'deb' | 'rpm' | 'msi';
  readonly text: string;
}

const FILE_NAME = 'boxwright-job';
const MIME_TYPE = 'application/x-boxwright-job';
/** Installers of each system, for x64 and arm64. The NSIS installer and the dmg take both facts from the configuration. */
const kinds = {
  linux: ['AppImage', 'AppImage', 'deb', 'deb', 'rpm', 'rpm'],
  mac: [],
  win: ['msi', 'msi'],
} as const satisfies Readonly<Record<System, readonly Installer['kind'][]>>;

const appImage = z.object({ desktop: z.string() });
const byFpm = z.tuple([z.array(z.string()), z.string()]);

/** The description that electron-builder gives of an installer for Linux. */
export function linuxInstaller(options: unknown): Installer {
  const one = appImage.safeParse(options);
  if (one.success) return { kind: 'AppImage', text: one.data.desktop };
  const [args, desktop] = byFpm.parse(options);
  const [mimeType = ''] = args.filter((arg) => arg.includes('=/usr/share/mime/packages/'));
  const made = args[args.indexOf('--package') + 1] ?? '';
  const files = [desktop, mimeType.split('=')[0] ?? ''].map((file) => readFileSync(file, 'utf8'));
  return { kind: made.endsWith('.rpm') ? 'rpm' : 'deb', text: files.join('\n') };
}

/** The faults of the installers of a system, a sentence each. */
export function faultsOfInstallers(system: System, { installers, named }: Packed): readonly string[] {
  const found = installers.map(({ kind }) => kind).toSorted();
  const wanted = [...kinds[system]];
  return [
    ...(found.join() === wanted.join() ? [] : [`${found.join(', ')} are made, not ${wanted.join(', ')}`]),
    ...named.flatMap(({ id, opens }) => [
      ...(id === APP_ID ? [] : [`the app is ${id}, not ${APP_ID}`]),
      ...(opens.join() === FILE_NAME ? [] : [`the app opens ${opens.join(', ')}, not ${FILE_NAME}`]),
    ]),
    ...installers.flatMap(({ kind, text }) =>
      wordsOf(kind)
        .filter((word) => !text.includes(word))
        .map((word) => `${kind}: ${word} is missing`),
    ),
    ...installers
      .filter(({ text }) => text.includes('--no-sandbox'))
      .map(({ kind }) => `${kind}: the sandbox is turned off`),
  ];
}

function wordsOf(kind: Installer['kind']): readonly string[] {
  const entry = [`MimeType=${MIME_TYPE};`, ' %U', 'Categories=Utility;'];
  switch (kind) {
    case 'AppImage':
      return entry;
    case 'deb':
    case 'rpm':
      return [...entry, `<mime-type type="${MIME_TYPE}">`, `<glob pattern="*.${FILE_NAME}"/>`];
    case 'msi':
      return [
        `<ShortcutProperty Key="System.AppUserModel.ID" Value="${APP_ID}"/>`,
        `<Extension Id="${FILE_NAME}"`,
        'Argument="&quot;%1&quot;"',
        '<Property Id="ALLUSERS" Secure="yes" Value="1"/>',
      ];
  }
}
