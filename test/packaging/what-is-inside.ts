import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { getRawHeader } from '@electron/asar';
import plist from 'plist';
import { z } from 'zod';
import { language as languages } from '../../shared/domain/settings.ts';
import { projectRoot } from '../host/electron/settings.ts';
import { PREFERENCE_DOMAIN } from '../../electron/profiles/machine-policy.ts';
import { templateTexts } from './policies/texts.ts';
import type { UnpackedApp } from './build-unpacked.ts';
import { FUSE_MARK, type System } from './stand-in-electron.ts';

/** Nothing else may be in the archive: tests, simulator, host, relay and sources have no way in. */
const MAY_BE_INSIDE = [
  /^package\.json$/,
  /^out\/main\/[\w-]+\.js$/,
  /^out\/main\/chunks\/[\w-]+\.js$/,
  /^out\/preload\/preload\.cjs$/,
  /^out\/renderer\/index\.html$/,
  /^out\/renderer\/assets\/[\w.-]+\.(js|css|woff2?|wasm|svg|png)$/,
  /^node_modules\/better-sqlite3\/(package\.json|LICENSE|lib\/.+\.js|prebuilds\/[\w-]+\.node)$/,
];
const MUST_BE_INSIDE = [
  'package.json',
  'out/main/main.js',
  'out/main/authorities-thread.js',
  'out/main/directory-thread.js',
  'out/main/file-thread.js',
  'out/main/supervision-thread.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'node_modules/better-sqlite3/package.json',
];
/** The archive with everything beside it. macOS has two native modules. */
const LARGEST_MIB = { linux: 15, mac: 17, win: 15 } as const;
const propertyList = z.object({
  CFBundleIdentifier: z.string(),
  CFBundleDocumentTypes: z.array(
    z.object({ CFBundleTypeExtensions: z.array(z.string()), CFBundleTypeRole: z.string() }),
  ),
});
const cultures = Object.values(templateTexts).map(({ culture }) => culture);

/** Texts that only tests, the simulated operator, the host, a source map or a secret would bring. */
const NEVER_WRITTEN = [
  'sourceMappingURL=data:',
  '"sourcesContent"',
  'BOXWRIGHT_HOST_',
  'startDemoServices',
  'playwright',
  'vitest',
  'fastify',
  'PRIVATE KEY-----',
  'npm_',
];

/** The order of Electron's list; `null` is left as Electron has it. */
const FUSES = [false, true, false, false, true, true, null, false] as const;

/** The faults of a package, a sentence each; none for a package that may leave the house. `inside`: the archive, extracted. */
export function faultsOf(app: UnpackedApp, inside: string): readonly string[] {
  return [
    ...faultsOfNames(app, inside),
    ...faultsOfPolicies(app),
    ...faultsOfIdentity(app, inside),
    ...faultsOfSize(app),
    ...faultsOfTexts(inside),
    ...faultsOfManifest(inside),
    ...faultsOfFuses(app),
    ...faultsOfIntegrity(app),
    ...faultsOfTransport(app),
    ...app.changedAfterSigning.map((name) => `${name} is changed after it was signed`),
  ];
}

function faultsOfNames(app: UnpackedApp, inside: string): readonly string[] {
  const names = namesIn(inside);
  const unpacked = namesIn(join(app.resources, 'app.asar.unpacked'));
  const native = unpacked.filter((name) => name.endsWith('.node')).toSorted();
  const wanted = nativeModules(app).map((name) => `node_modules/better-sqlite3/prebuilds/${name}.node`);
  const own = {
    // Without an installer electron-builder writes the update's address on Linux alone.
    linux: ['app-update.yml'],
    mac: ['icon.icns'],
    win: [],
  } as const satisfies Readonly<Record<System, readonly string[]>>;
  const beside = ['LICENSE', 'THIRD_PARTY_NOTICES', 'sbom.cdx.json', ...own[app.system]];
  return [
    ...names
      .filter((name) => !MAY_BE_INSIDE.some((pattern) => pattern.test(name)))
      .map((name) => `${name} has no place in the archive`),
    ...MUST_BE_INSIDE.filter((name) => !names.includes(name)).map((name) => `${name} is not in the archive`),
    ...unpacked
      .filter((name) => !name.startsWith('node_modules/better-sqlite3/'))
      .map((name) => `${name} is outside the archive`),
    ...(native.join() === wanted.join() ? [] : [`the native modules are ${native.join(', ') || 'none'}`]),
    ...beside.filter((name) => !existsSync(join(app.resources, name))).map((name) => `${name} is not there`),
  ];
}

/** On macOS both halves of the app have both. */
const nativeModules = ({ system, processor }: UnpackedApp): readonly string[] => {
  switch (system) {
    case 'linux':
      return [`linux-${processor}`];
    case 'win':
      return [`win32-${processor}`];
    case 'mac':
      return ['darwin-arm64', 'darwin-x64'];
  }
};

/** The templates for administrators, as they are made from the settings. Linux has a file and no template. */
function faultsOfPolicies({ system, resources }: UnpackedApp): readonly string[] {
  const files = {
    linux: [],
    mac: ['macos/Boxwright.mobileconfig', `macos/${PREFERENCE_DOMAIN}.plist`],
    win: ['windows/Boxwright.admx', ...cultures.map((culture) => `windows/${culture}/Boxwright.adml`)],
  } as const satisfies Readonly<Record<System, readonly string[]>>;
  return files[system].flatMap((file) => {
    const packed = join(resources, 'policies', ...file.split('/').slice(1));
    if (!existsSync(packed)) return [`${file} is not there`];
    const made = readFileSync(join(projectRoot, 'resources/policies', file));
    return readFileSync(packed).equals(made) ? [] : [`${file} is another than in resources/policies`];
  });
}

/** The identity of toasts and of the taskbar is that of the shortcut; macOS reads identity and file names in the app. */
function faultsOfIdentity({ system, resources }: UnpackedApp, inside: string): readonly string[] {
  const main = join(inside, 'out/main');
  const texts = namesIn(main).map((name) => readFileSync(join(main, name), 'utf8'));
  if (!texts.some((text) => text.includes('setAppUserModelId(') && text.includes(PREFERENCE_DOMAIN)))
    return ['main does not name itself to Windows by the identity of its shortcut'];
  if (system !== 'mac') return [];
  const found: unknown = plist.parse(readFileSync(join(resources, '../Info.plist'), 'utf8'));
  const { data } = propertyList.safeParse(found);
  const wanted = {
    CFBundleIdentifier: PREFERENCE_DOMAIN,
    CFBundleDocumentTypes: [{ CFBundleTypeExtensions: ['boxwright-job'], CFBundleTypeRole: 'Editor' }],
  };
  return JSON.stringify(data) === JSON.stringify(wanted) ? [] : [`macOS reads ${JSON.stringify(data)}`];
}

/** The size of everything that is not Electron's, in MiB. */
export const sizeOf = ({ resources }: UnpackedApp): number =>
  namesIn(resources).reduce((sum, name) => sum + statSync(join(resources, name)).size, 0) / 2 ** 20;

function faultsOfSize(app: UnpackedApp): readonly string[] {
  const size = sizeOf(app);
  const most = LARGEST_MIB[app.system];
  return size <= most ? [] : [`${size.toFixed(1)} MiB are packed, not at most ${most}`];
}

function faultsOfTexts(inside: string): readonly string[] {
  const bundles = namesIn(join(inside, 'out')).filter((name) => /\.(js|cjs|html|css)$/.test(name));
  const texts = new Map(bundles.map((name) => [name, readFileSync(join(inside, 'out', name), 'utf8')]));
  const never = [...NEVER_WRITTEN, projectRoot];
  const main = [...texts].filter(([name]) => name.startsWith('main/')).map(([, text]) => text);
  const renderer = [...texts].filter(([name]) => name.startsWith('renderer/')).map(([, text]) => text);
  return [
    ...[...texts].flatMap(([name, text]) =>
      never.filter((word) => text.includes(word)).map((word) => `${name} holds ${word}`),
    ),
    ...tablesOf().flatMap((table) =>
      main.some((text) => text.includes(table)) ? [] : [`no bundle makes ${table}`],
    ),
    ...titles().flatMap(({ language, title }) =>
      renderer.some((text) => text.includes(title)) ? [] : [`the window has no words in ${language}`],
    ),
  ];
}

/** Every statement of the migrations that makes or changes a table. */
function tablesOf(): readonly string[] {
  const folder = join(projectRoot, 'electron/db/migrations');
  return readdirSync(folder).flatMap(
    (file) => readFileSync(join(folder, file), 'utf8').match(/(?:CREATE|ALTER) (?:\w+ )?TABLE \w+/g) ?? [],
  );
}

function titles(): readonly { readonly language: string; readonly title: string }[] {
  const words = z.object({ handOver: z.object({ takeSays: z.string() }) });
  return languages.options.map((language) => {
    const file = join(projectRoot, `resources/locales/${language}.json`);
    return { language, title: words.parse(JSON.parse(readFileSync(file, 'utf8'))).handOver.takeSays };
  });
}

function faultsOfManifest(inside: string): readonly string[] {
  const manifest = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(inside, 'package.json'), 'utf8')));
  return ['scripts', 'devDependencies']
    .filter((key) => key in manifest)
    .map((key) => `package.json tells of ${key}`);
}

function faultsOfFuses({ fused }: UnpackedApp): readonly string[] {
  const program = readFileSync(fused);
  const mark = program.indexOf(FUSE_MARK);
  if (mark < 0) return [`${fused} has no fuses`];
  const wire = program.subarray(mark + FUSE_MARK.length + 2).toString('latin1');
  return FUSES.flatMap((wanted, index) =>
    wanted === null || wire[index] === (wanted ? '1' : '0')
      ? []
      : [`fuse ${index} is ${wire[index] ?? 'missing'}`],
  );
}

/** Electron compares the archive's header with this hash before it loads anything; each file's own hash is in the header. */
function faultsOfIntegrity({ resources, integrity }: UnpackedApp): readonly string[] {
  if (integrity === null) return [];
  const { headerString } = getRawHeader(join(resources, 'app.asar'));
  const hash = createHash('sha256').update(headerString).digest('hex');
  return readFileSync(integrity).includes(hash) ? [] : [`the hash of the archive is not in ${integrity}`];
}

/** The connections that macOS allows: encrypted, or from this computer (an update that was proved is fetched from there). */
function faultsOfTransport({ system, resources }: UnpackedApp): readonly string[] {
  if (system !== 'mac') return [];
  const text = readFileSync(join(resources, '../Info.plist'), 'utf8');
  const [, domains = ''] = /<key>NSExceptionDomains<\/key>\s*<dict>([\s\S]*)/.exec(text) ?? [];
  const others = [...domains.matchAll(/<key>([^<]+)<\/key>\s*<dict>/g)]
    .map(([, domain = '']) => domain)
    .filter((domain) => domain !== 'localhost' && domain !== '127.0.0.1');
  return [
    ...(/<key>NSAllowsArbitraryLoads<\/key>\s*<false\s*\/>/.test(text)
      ? []
      : ['macOS lets the app load from anywhere without encryption']),
    ...(/<key>NSAllowsArbitraryLoads(?:InWebContent|ForMedia)<\/key>\s*<true/.test(text)
      ? ['macOS lets pages or media load without encryption']
      : []),
    ...others.map((domain) => `macOS makes an exception for ${domain}`),
  ];
}

/** Every file below a folder, by its path from there. */
function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    );
}
