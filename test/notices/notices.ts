import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const names = z.record(z.string(), z.string()).default({});
const manifestShape = z.object({
  dependencies: names,
});
const lockedPackage = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dependencies: names,
});
type LockedPackage = z.infer<typeof lockedPackage>;
const lockShape = z.object({ packages: z.record(z.string(), lockedPackage) });

/** A package whose code leaves the house with ours. */
export interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Below the root of the repository. */
  readonly folder: string;
}

/**
 * Packages in the window's bundle that are only development dependencies: everything that `renderer/` imports.
 * A test compares it with the imports.
 */
export const bundledInTheWindow = [
  '@fontsource-variable/inter',
  '@fontsource/ibm-plex-mono',
  '@mantine/core',
  '@mantine/dates',
  '@mantine/hooks',
  '@tabler/icons-react',
  'bwip-js',
  'dayjs',
  'get-nonce',
  'papaparse',
  'react',
  'react-dom',
  'react-i18next',
  'zustand',
  'zxing-wasm',
] as const;

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The package a package asks for: beside it, then further up; null where it is not installed (optional ones). */
function placeOf(
  name: string,
  from: string,
  packages: Readonly<Record<string, LockedPackage>>,
): string | null {
  const parents = from
    .split('/node_modules/')
    .map((_part, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
  const places = from === '' ? [] : parents.map((parent) => `${parent}/node_modules/${name}`).toReversed();
  return [...places, `node_modules/${name}`].find((place) => place in packages) ?? null;
}

/** All packages that are packaged or bundled, with all that they need, by name and version; read from the lockfile. */
export function shippedPackages(root: string): readonly Shipped[] {
  const { packages } = lockShape.parse(readJson(join(root, 'package-lock.json')));
  const manifest = manifestShape.parse(readJson(join(root, 'package.json')));
  const found = new Map<string, Shipped>();
  const waiting = [...Object.keys(manifest.dependencies), ...bundledInTheWindow].map((name) => ({
    name,
    from: '',
  }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const folder = placeOf(next.name, next.from, packages);
    const locked = folder === null ? undefined : packages[folder];
    if (folder === null || locked === undefined || found.has(folder)) continue;
    found.set(folder, {
      name: next.name,
      version: locked.version ?? '',
      licence: locked.license ?? 'see its text',
      folder,
    });
    waiting.push(...Object.keys(locked.dependencies).map((name) => ({ name, from: folder })));
  }
  const key = ({ name, version }: Shipped) => `${name} ${version}`;
  const once = new Map([...found.values()].map((shipped) => [key(shipped), shipped]));
  return [...once.values()].toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** The line by which a package stands in the notices; a test looks for it. */
export const headingOf = ({ name, version, licence }: Shipped): string => `${name} ${version} (${licence})`;

/** The texts a package brings: its licence and its notice. */
function textsOf(root: string, { folder }: Shipped): string {
  const path = join(root, folder);
  if (!existsSync(path)) throw new Error(`${folder} is not installed: npm ci`);
  const files = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => entry.name)
    .toSorted();
  return files
    .map((name) => readFileSync(join(path, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}

/** THIRD_PARTY_NOTICES as it is to stand in the repository. Packages with the same text share it. */
export function noticesOf(root: string): string {
  const byText = new Map<string, string[]>();
  for (const shipped of shippedPackages(root)) {
    const text =
      textsOf(root, shipped) ||
      `It brings no text of its own; its package names the licence ${shipped.licence}.`;
    byText.set(text, [...(byText.get(text) ?? []), headingOf(shipped)]);
  }
  const parts = [...byText].map(([text, headings]) => `${headings.join('\n')}\n\n${text}`);
  const head =
    'What Boxwright and its relay bring of others, with the licences. Written by `npm run notices`.\n' +
    'The installed app also brings Electron (MIT), whose own notices stand beside it as LICENSES.chromium.html.';
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
