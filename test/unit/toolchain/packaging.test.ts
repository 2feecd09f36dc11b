import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

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

describe('the packaged app', () => {
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

  it('runs hardened on macOS, and may do there what it needs alone', () => {
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

  it('is installed on Windows for one person, without an administrator, and keeps the work when it is removed', () => {
    expect(block('nsis')).toEqual({
      oneClick: 'true',
      perMachine: 'false',
      deleteAppDataOnUninstall: 'false',
    });
  });

  it('carries the bundles and nothing that tests or explains them', () => {
    const start = lines.indexOf('files:') + 1;
    const files = lines.slice(start, start + 3).map((line) => line.trim());
    expect(files).toEqual(['- out/**', '- package.json', "- '!**/*.map'"]);
  });

  it('has an exact version of Electron, which the host is compared with', () => {
    expect(readFileSync(join(root, 'package.json'), 'utf8')).toMatch(/"electron": "\d+\.\d+\.\d+"/);
  });
});
