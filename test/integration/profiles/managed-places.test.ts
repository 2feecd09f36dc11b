import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import plist, { type PlistObject } from 'plist';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type PolicySource,
  policySourcesOf,
  readPolicy,
  type SystemTool,
} from '../../../electron/profiles/machine-policy.ts';
import type { AppCoreDeps } from '../../../electron/app/app-core.ts';
import { startCore } from './core.ts';
import { problemOf } from './problem-of.ts';

/* The places of Windows and macOS, read by real processes that stand in for `reg.exe` and `plutil`. */

const POLICIES = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies';
const KEY = `${POLICIES}\\Boxwright`;
const MICROSOFT = { [`${POLICIES}\\Microsoft`]: [] };

type Rows = readonly (readonly [name: string, type: string, value: string])[];

const PLUTIL: SystemTool = [process.execPath, join(import.meta.dirname, 'stand-in-plutil.ts')];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'boxwright-managed-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/**
 * `reg.exe query KEY /reg:64` of Windows over a folder: the file of a key has the answer. A missing file is an error in the language of
 * the system, as a missing key is.
 */
const REG = `
const [folder, verb, key, view] = process.argv.slice(1);
if (verb !== 'query' || view !== '/reg:64') process.exit(1);
const { readFileSync } = require('node:fs');
try {
  process.stdout.write(readFileSync(folder + '/' + key.replaceAll('\\\\', '.')));
} catch {
  process.stderr.write('FEHLER: Der angegebene Registrierungsschlüssel wurde nicht gefunden.\\r\\n');
  process.exit(1);
}`;

/** A registry of these keys and their values. Null in place of the values: access is denied. */
function registry(keys: Readonly<Record<string, Rows | null>>): PolicySource {
  const hive = folder();
  for (const key of [POLICIES, KEY]) {
    const rows = Object.hasOwn(keys, key) ? keys[key] : [];
    const below = Object.keys(keys).filter(
      (other) => other.startsWith(`${key}\\`) && !other.slice(key.length + 1).includes('\\'),
    );
    if (rows === null || rows === undefined || (rows.length === 0 && below.length === 0)) continue;
    const values = rows.map((row) => `    ${row.join('    ')}`);
    const answer = ['', ...(values.length > 0 ? [key, ...values, ''] : []), ...below, ''];
    const name = key.replace('HKEY_LOCAL_MACHINE', 'HKLM').replaceAll('\\', '.');
    writeFileSync(join(hive, name), Buffer.from(answer.join('\r\n'), 'latin1'));
  }
  return { kind: 'registry', reg: [process.execPath, '--eval', REG, '--', hive] };
}

const ownKey = (rows: Rows) => registry({ ...MICROSOFT, [KEY]: rows });

function profile(values: PlistObject): Extract<PolicySource, { kind: 'managed-preferences' }> {
  const file = join(folder(), 'org.boxwright.desktop.plist');
  writeFileSync(file, plist.build(values));
  return { kind: 'managed-preferences', file, plutil: PLUTIL };
}

function jsonFile(text: string): PolicySource {
  const file = join(folder(), 'policy.json');
  writeFileSync(file, text);
  return { kind: 'file', file };
}

describe('the registry of Windows', () => {
  test('gives texts and lists', async () => {
    const source = ownKey([
      ['environment', 'REG_SZ', 'uat'],
      ['customers', 'REG_MULTI_SZ', '4711\\04712'],
      ['roles', 'REG_MULTI_SZ', 'installer\\0supervisor\\0'],
      ['caFile', 'REG_SZ', 'C:\\Program    Files\\ca.pem'],
      ['updates', 'REG_SZ', ''],
      ['staysInTray', 'REG_DWORD', '0x1'],
      ['startsAtLogin', 'REG_DWORD', '0x0'],
    ]);
    expect(await readPolicy([source])).toEqual({
      environment: 'uat',
      customers: [4711, 4712],
      roles: ['installer', 'supervisor'],
      caFile: 'C:\\Program    Files\\ca.pem',
      updates: '',
      staysInTray: true,
      startsAtLogin: false,
    });
  });

  test('sets nothing where it has no key of the app', async () => {
    expect(await readPolicy([registry(MICROSOFT)])).toEqual({});
    expect(
      await readPolicy([registry({ ...MICROSOFT, [`${KEY}er`]: [['environment', 'REG_SZ', 'uat']] })]),
    ).toEqual({});
  });

  test.each<[string, Rows, string]>([
    ['an unknown name', [['adress', 'REG_SZ', 'https://a.example']], 'adress'],
    ['a value out of range', [['environment', 'REG_SZ', 'test']], 'environment'],
    ['a text instead of a list', [['customers', 'REG_SZ', '4711']], 'customers'],
    ['another type', [['language', 'REG_DWORD', '0x1']], 'language'],
    ['a switch that is neither on nor off', [['staysInTray', 'REG_DWORD', '0x2']], 'staysInTray'],
    ['a type without a form', [['language', 'REG_BINARY', '6465']], 'language'],
    ['characters of another code page', [['caFile', 'REG_SZ', 'C:\\Pr\u00fcfung\\ca.pem']], 'caFile'],
    [
      'one name twice',
      [
        ['language', 'REG_SZ', 'de'],
        ['language', 'REG_SZ', 'fr'],
      ],
      'language',
    ],
    ['a name of JavaScript itself', [['__proto__', 'REG_SZ', 'x']], '__proto__'],
    ['a line that is no value', [['language', 'REG_SZ', 'de\r\nfr']], 'line 4'],
  ])('%s stops the start and is named', async (_, rows, name) => {
    expect(await problemOf(startCore({ policySources: [ownKey(rows)] }))).toBe(`policy-unreadable: ${name}`);
  });

  test('a key below the one of the app stops the start', async () => {
    const source = registry({ ...MICROSOFT, [KEY]: [['language', 'REG_SZ', 'de']], [`${KEY}\\more`]: [] });
    expect(await problemOf(readPolicy([source]))).toMatch(/^policy-unreadable: line/);
  });

  test('a key that cannot be read stops the start, as does a program that is missing or ends in failure', async () => {
    const denied = registry({ ...MICROSOFT, [KEY]: null });
    const missing: PolicySource = { kind: 'registry', reg: [join(folder(), 'reg.exe')] };
    const failing: PolicySource = {
      kind: 'registry',
      reg: [process.execPath, '--eval', 'process.exit(1)', '--'],
    };
    for (const source of [denied, missing, failing])
      expect(await problemOf(readPolicy([source]))).toBe('policy-unreadable: reg.exe');
  });

  test('a program that writes without an end is stopped', async () => {
    const endless = 'const write = () => process.stdout.write("x".repeat(9999), write); write()';
    const source: PolicySource = { kind: 'registry', reg: [process.execPath, '--eval', endless, '--'] };
    expect(await problemOf(readPolicy([source]))).toBe('policy-unreadable: reg.exe');
  });

  test('its reader gets no variable of the app', async () => {
    const says =
      'process.exit(Object.keys(process.env).some((name) => name.startsWith("BOXWRIGHT")) ? 1 : 0)';
    process.env['BOXWRIGHT_PASSWORD'] = 'not for others';
    onTestFinished(() => void delete process.env['BOXWRIGHT_PASSWORD']);
    expect(await readPolicy([{ kind: 'registry', reg: [process.execPath, '--eval', says, '--'] }])).toEqual(
      {},
    );
  });
});

describe('the managed preferences of macOS', () => {
  test('give texts, numbers and lists, and names of the profile itself are passed over', async () => {
    const source = profile({
      environment: 'prod',
      customers: [4711],
      roles: ['installer'],
      PayloadUUID: '6B0F2F0E-0000-4000-8000-000000000000',
    });
    expect(await readPolicy([source])).toEqual({
      environment: 'prod',
      customers: [4711],
      roles: ['installer'],
    });
  });

  test('set nothing without a file', async () => {
    const file = join(folder(), 'none.plist');
    expect(await readPolicy([{ ...profile({}), file }])).toEqual({});
  });

  test('an unknown name, a file that is no property list, and a large one stop the start', async () => {
    const unknown = profile({ adress: 'https://a.example' });
    const broken = profile({});
    writeFileSync(broken.file, '<plist>');
    const large = profile({});
    writeFileSync(large.file, ' '.repeat(300 * 1024));
    expect(await problemOf(readPolicy([unknown]))).toBe('policy-unreadable: adress');
    expect(await problemOf(readPolicy([broken]))).toMatch(/^policy-unreadable: (?:plutil|JSON)$/);
    expect(await problemOf(readPolicy([large]))).toBe('policy-unreadable: size');
  });
});

describe('precedence', () => {
  const file = () => jsonFile(JSON.stringify({ environment: 'uat', language: 'de' }));
  const merged = { environment: 'prod', language: 'de' };

  test('a value of the management tool wins over the file, which keeps the others', async () => {
    expect(await readPolicy([file(), ownKey([['environment', 'REG_SZ', 'prod']])])).toEqual(merged);
    expect(await readPolicy([file(), profile({ environment: 'prod' })])).toEqual(merged);
  });

  test('the window shows the merged policy, and main refuses other values', async () => {
    const { call } = await startCore({
      policySources: [file(), ownKey([['environment', 'REG_SZ', 'prod']])],
    });
    expect(await call('connect.policy', {})).toEqual(merged);
    expect(await problemOf(call('app.changePreferences', { language: 'fr' }))).toBe(
      'set-by-policy: language',
    );
  });

  test('the tray and the start at login follow the policy, and main refuses others', async () => {
    const used: boolean[][] = [];
    const background: AppCoreDeps['background'] = {
      use: ({ staysInTray, startsAtLogin }) => used.push([staysInTray, startsAtLogin]),
    };
    const policySources = [
      ownKey([
        ['staysInTray', 'REG_DWORD', '0x1'],
        ['startsAtLogin', 'REG_DWORD', '0x0'],
      ]),
    ];
    const { call } = await startCore({ policySources, background });
    expect(await problemOf(call('app.changePreferences', { staysInTray: false }))).toBe(
      'set-by-policy: staysInTray',
    );
    expect(await problemOf(call('app.changePreferences', { startsAtLogin: true }))).toBe(
      'set-by-policy: startsAtLogin',
    );
    await call('app.changePreferences', { theme: 'dark' });
    expect(used).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  test('without a policy they are off until a person wants them', async () => {
    const used: boolean[][] = [];
    const background: AppCoreDeps['background'] = {
      use: ({ staysInTray, startsAtLogin }) => used.push([staysInTray, startsAtLogin]),
    };
    const { call } = await startCore({ policySources: [], background });
    await call('app.changePreferences', { staysInTray: true, startsAtLogin: true });
    expect(used).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('a file that cannot be understood stops the start although the management tool sets all of its values', async () => {
    const sources = [jsonFile('{"language":"xx"}'), ownKey([['language', 'REG_SZ', 'de']])];
    expect(await problemOf(readPolicy(sources))).toBe('policy-unreadable: language');
  });
});

describe('the places of a system', () => {
  test('are those of the machine, never those of an account', () => {
    const home = {
      HOME: '/home/kim',
      USERPROFILE: 'C:\\Users\\kim',
      APPDATA: 'C:\\Users\\kim\\AppData',
      LOCALAPPDATA: 'C:\\Users\\kim\\AppData\\Local',
    };
    for (const platform of ['win32', 'darwin', 'linux'] as const)
      expect(JSON.stringify(policySourcesOf(home, platform))).not.toMatch(/kim|HKCU|~/);
    expect(policySourcesOf({}, 'win32')).toEqual([
      { kind: 'file', file: 'C:\\ProgramData\\Boxwright\\policy.json' },
      { kind: 'registry', reg: ['C:\\Windows\\System32\\reg.exe'] },
    ]);
    expect(policySourcesOf({}, 'darwin')).toMatchObject([
      { file: '/Library/Application Support/Boxwright/policy.json' },
      { file: '/Library/Managed Preferences/org.boxwright.desktop.plist' },
    ]);
  });

  test('a variable names a file that takes the place of all', () => {
    for (const platform of ['win32', 'darwin', 'linux'] as const)
      expect(policySourcesOf({ BOXWRIGHT_POLICY_FILE: ' /p.json ' }, platform)).toEqual([
        { kind: 'file', file: '/p.json' },
      ]);
  });
});
