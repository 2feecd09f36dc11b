import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ICNS_TYPES, ICO_SIZES } from '../../packaging/icon-files.ts';

const root = join(import.meta.dirname, '../../..');
const lines = readFileSync(join(root, 'electron-builder.yml'), 'utf8').split('\n');

/** The settings of one block of the configuration, as they are written. */
function block(name: string): Readonly<Record<string, string>> {
  const start = lines.indexOf(`${name}:`);
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => !/^\s/.test(line));
  const own = after
    .slice(0, end < 0 ? undefined : end)
    .flatMap((line) => [...line.matchAll(/^ {2}(\w+): (\S.*)$/g)]);
  return Object.fromEntries(own.map(([, key = '', value = '']) => [key, value]));
}

const built = z.object({
  files: z.array(z.object({ filter: z.string() })),
  target: z.array(z.object({ target: z.string(), arch: z.array(z.string()) })),
});
const configuration = z
  .object({
    linux: built,
    win: built,
    mac: built,
    msi: z.record(z.string(), z.unknown()),
    appImage: z.record(z.string(), z.unknown()),
  })
  .parse(parse(lines.join('\n')));
const targets = {
  linux: configuration.linux.target,
  win: configuration.win.target,
  mac: configuration.mac.target,
} as const;

describe('the packaged app', () => {
  it('is made for both processors of each system, on macOS as one app', () => {
    expect(targets.win).toEqual([
      { target: 'nsis', arch: ['x64', 'arm64'] },
      { target: 'msi', arch: ['x64', 'arm64'] },
    ]);
    expect(targets.mac).toEqual([
      { target: 'dmg', arch: ['universal'] },
      { target: 'zip', arch: ['universal'] },
    ]);
  });

  it('is installed by its msi for every person of the machine, without a question', () => {
    expect(configuration.msi).toEqual({ perMachine: true, oneClick: true, runAfterFinish: false });
  });

  it('is fixed in its binary: no other script, no debugger, no archive but the signed one', () => {
    expect(block('electronFuses')).toEqual({
      runAsNode: 'false',
      enableCookieEncryption: 'true',
      enableNodeOptionsEnvironmentVariable: 'false',
      enableNodeCliInspectArguments: 'false',
      enableEmbeddedAsarIntegrityValidation: 'true',
      onlyLoadAppFromAsar: 'true',
      grantFileProtocolExtraPrivileges: 'false',
      resetAdHocDarwinSignature: 'true',
    });
    expect(lines).toContain('asar: true');
  });

  it('runs hardened on macOS, with only the entitlements that it needs', () => {
    const mac = block('mac');
    expect(mac).toMatchObject({ hardenedRuntime: 'true' });
    expect(mac['entitlementsInherit']).toBe(mac['entitlements']);
    const file = join(root, mac['entitlements'] ?? 'none');
    expect(existsSync(file)).toBe(true);
    const allowed = [...readFileSync(file, 'utf8').matchAll(/<key>([^<]+)<\/key>\s*<true\/>/g)];
    expect(allowed.map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
      'com.apple.security.device.camera',
    ]);
  });

  it('is touched by one hook alone, which comes before fuses and signature', () => {
    const hooks = lines.filter((line) => /^(?:before|after|artifact|on|msiProject|appx)\w*:/.test(line));
    expect(hooks).toEqual(['afterPack: ./test/packaging/strict-transport.ts']);
    expect(lines.filter((line) => /^\s+(?:sign|signtoolOptions):/.test(line))).toEqual([]);
  });

  it('is installed on Windows for one person, without an administrator, and keeps the work when it is removed', () => {
    expect(block('nsis')).toEqual({
      oneClick: 'true',
      perMachine: 'false',
      deleteAppDataOnUninstall: 'false',
    });
  });

  it('carries the bundles and nothing that tests or explains them', () => {
    const start = lines.indexOf('files:') + 1;
    const files = lines.slice(start, start + 8).map((line) => line.trim());
    expect(files).toEqual([
      '- out/**',
      "- '!out/{docs,relay}/**'",
      '- package.json',
      "- '!**/*.map'",
      "- '!node_modules/**'",
      '- node_modules/better-sqlite3/package.json',
      '- node_modules/better-sqlite3/LICENSE',
      '- node_modules/better-sqlite3/lib/**',
    ]);
  });

  it('carries the native module of its system and processor, on macOS of both processors', () => {
    const { linux, mac, win } = configuration;
    const folder = 'node_modules/better-sqlite3/prebuilds';
    expect([linux.files, mac.files, win.files]).toEqual([
      [{ filter: `${folder}/linux-\${arch}.node` }],
      [{ filter: `${folder}/darwin-*.node` }],
      [{ filter: `${folder}/win32-\${arch}.node` }],
    ]);
  });

  it('keeps the sandbox where its AppImage is opened from the menu', () => {
    expect(configuration.appImage).toEqual({ executableArgs: [] });
  });

  it('is installed as a package or run as one file on Linux, and its files are opened with it', () => {
    expect(targets.linux).toEqual([
      { target: 'AppImage', arch: ['x64', 'arm64'] },
      { target: 'deb', arch: ['x64', 'arm64'] },
      { target: 'rpm', arch: ['x64', 'arm64'] },
    ]);
    expect(lines).toContain('  - ext: boxwright-job');
  });

  it('asks no server for updates unless the release names one', () => {
    expect(block('publish')).toEqual({ provider: 'generic', url: 'https://updates.invalid/' });
  });

  it('has icons with every size that Windows and macOS show', () => {
    const ico = readFileSync(join(root, block('win')['icon'] ?? 'none'));
    const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico[6 + 16 * index]);
    expect(sizes).toEqual(ICO_SIZES.map((size) => size % 256));
    const icns = readFileSync(join(root, block('mac')['icon'] ?? 'none'));
    expect(icns.readUInt32BE(4)).toBe(icns.byteLength);
    const types: string[] = [];
    for (let at = 8; at < icns.byteLength; at += icns.readUInt32BE(at + 4)) {
      types.push(icns.toString('latin1', at, at + 4));
      expect(icns.toString('latin1', at + 9, at + 12)).toBe('PNG');
    }
    expect(types).toEqual(Object.values(ICNS_TYPES).flat());
    expect(existsSync(join(root, block('linux')['icon'] ?? 'none', '512x512.png'))).toBe(true);
  });

  it('has an exact version of Electron, which the host is compared with', () => {
    expect(readFileSync(join(root, 'package.json'), 'utf8')).toMatch(/"electron": "\d+\.\d+\.\d+"/);
  });
});
