import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { LOCK_MINUTES, lockMinutes, lockProof, lockState } from '../../../shared/domain/idle-lock.ts';
import { laptopCode, typedLaptopCode } from '../../../shared/domain/laptop-code.ts';
import { typedLogPlace } from '../../../shared/domain/log-check.ts';
import { connectionFacts, proxyLogin, wantedProxyLogin } from '../../../shared/domain/network.ts';
import { personChange, pin } from '../../../shared/domain/people.ts';
import { policy } from '../../../shared/domain/policy.ts';
import {
  defaultPreferences,
  MOST_CHECKLIST_CHOICES,
  preferences,
} from '../../../shared/domain/preferences.ts';
import {
  headerName,
  operatorAddress,
  operatorCredentials,
  profileView,
  serviceAddress,
} from '../../../shared/domain/profile.ts';
import { scannerSettings, standardScanner } from '../../../shared/domain/scanner.ts';
import { LONGEST_WORKER_NAME } from '../../../shared/domain/worker-name.ts';

/** `taken` pass and `refused` do not. */
function bounds(schema: z.ZodType, taken: readonly unknown[], refused: readonly unknown[]): void {
  for (const value of taken) expect([value, schema.safeParse(value).success]).toEqual([value, true]);
  for (const value of refused) expect([value, schema.safeParse(value).success]).toEqual([value, false]);
}
const person = '00000000-0000-4000-8000-000000000001';

describe('the preferences of a laptop', () => {
  const withField = (fields: object) => ({ ...defaultPreferences, ...fields });
  const choice = { make: 'ford transit', checklist: 'van' };

  test('are a person’s until that one changes them, and reach the window whole', () => {
    expect(preferences.parse(defaultPreferences)).toEqual(defaultPreferences);
    expect(defaultPreferences).toMatchObject({
      theme: 'system',
      worker: '',
      testMinutes: 15,
      notifications: true,
      staysInTray: false,
      startsAtLogin: false,
      checklistChoices: [],
    });
    const chosen = withField({
      worker: 'Kim',
      checklistChoices: [choice],
      cameraId: 'front',
      batchMapping: { fin: 'vin' },
    });
    expect(preferences.parse(chosen)).toEqual(chosen);
  });

  test('are bounded', () => {
    const choices = (count: number) => Array.from({ length: count }, () => choice);
    bounds(
      preferences,
      [
        { testMinutes: 1 },
        { testMinutes: 1440 },
        { worker: 'x'.repeat(LONGEST_WORKER_NAME) },
        { checklistChoices: choices(MOST_CHECKLIST_CHOICES) },
        { cameraId: 'x'.repeat(200) },
        { checklistChoices: [{ ...choice, make: 'x'.repeat(400) }] },
        { theme: 'light' },
        { theme: 'dark' },
        ...['en', 'de', 'fr', 'es'].map((language) => ({ language })),
      ].map(withField),
      [
        { testMinutes: 0 },
        { testMinutes: 1441 },
        { testMinutes: 1.5 },
        { worker: 'x'.repeat(LONGEST_WORKER_NAME + 1) },
        { checklistChoices: choices(MOST_CHECKLIST_CHOICES + 1) },
        { cameraId: 'x'.repeat(201) },
        { checklistChoices: [{ ...choice, make: 'x'.repeat(401) }] },
        { theme: 'blue' },
        { language: 'nl' },
      ].map(withField),
    );
  });
});

test('the settings of a scanner are those of hands and scanners', () => {
  const withField = (fields: object) => ({ ...standardScanner, ...fields });
  expect(standardScanner).toEqual({
    maxGapMs: 50,
    minLength: 6,
    end: 'key',
    prefix: '',
    suffix: '',
    layout: 'computer',
  });
  bounds(
    scannerSettings,
    [
      { maxGapMs: 10 },
      { maxGapMs: 200 },
      { minLength: 3 },
      { minLength: 30 },
      { end: 'pause' },
      { prefix: 'x'.repeat(20), suffix: 'x'.repeat(20) },
      ...['computer', 'qwerty', 'qwertz', 'azerty'].map((layout) => ({ layout })),
    ].map(withField),
    [
      { maxGapMs: 9 },
      { maxGapMs: 201 },
      { minLength: 2 },
      { minLength: 31 },
      { end: 'enter' },
      { prefix: 'x'.repeat(21) },
      { suffix: 'x'.repeat(21) },
      { layout: 'dvorak' },
    ].map(withField),
  );
  const other = withField({ prefix: 'a', suffix: 'b', layout: 'azerty', end: 'pause' });
  expect(scannerSettings.parse(other)).toEqual(other);
});

describe('the idle lock', () => {
  test('has three times, or none', () => {
    expect(LOCK_MINUTES).toEqual([5, 15, 30]);
    bounds(lockMinutes, [5, 15, 30, null], [0, 10, '5', undefined]);
  });

  test('shows a locked window the look of its person, and no other preference', () => {
    const { theme, language, scanner, worker } = defaultPreferences;
    const state = { locked: true, minutes: 5, look: { theme, language, scanner, worker } };
    expect(lockState.parse({ ...state, look: { ...defaultPreferences } })).toEqual(state);
    const proof = { person, pin: '1'.repeat(200) };
    expect(lockProof.parse(proof)).toEqual(proof);
    expect(lockProof.safeParse({ ...proof, pin: '1'.repeat(201) }).success).toBe(false);
  });
});

describe('a person of the laptop', () => {
  test('has a PIN of four to eight digits', () => {
    bounds(pin, ['0000', '12345678'], ['000', '123456789', '12a4', ' 1234', '1234\n', '', '١٢٣٤']);
  });

  test('is changed by fields of bounded length; one left out stays, null removes', () => {
    const change = {
      id: person,
      name: 'x'.repeat(20_000),
      oldPin: '1'.repeat(200),
      pin: '1'.repeat(200),
      badge: 'x'.repeat(2_000),
    };
    expect(personChange.parse(change)).toEqual(change);
    expect(personChange.parse({ id: null, name: 'Kim', pin: null, badge: null })).toEqual({
      id: null,
      name: 'Kim',
      pin: null,
      badge: null,
    });
    bounds(
      personChange,
      [{ id: null, name: 'Kim' }],
      [
        { ...change, name: `${change.name}x` },
        { ...change, oldPin: `${change.oldPin}1` },
        { ...change, pin: `${change.pin}1` },
        { ...change, badge: `${change.badge}x` },
      ],
    );
  });
});

describe('the code of a laptop', () => {
  test('has eight characters of an alphabet without look-alikes, the last one a check', () => {
    bounds(
      laptopCode,
      ['0000-0000'],
      ['0000-0001', '00000000', '0000-00000', 'x0000-0000', '0000-0000x', '000O-0000', '0000 0000', ''],
    );
  });

  test('is typed with look-alikes and anything between its characters', () => {
    const code = typedLaptopCode('0000-0000');
    expect(code).toBe('0000-0000');
    for (const typed of ['oooo oooo', ' 0000.0000 ', '00000000', 'O0o0—0000'])
      expect([typed, typedLaptopCode(typed)]).toEqual([typed, code]);
    for (const typed of ['', '0000-000', '0000-00000', '0000-0001', 'U000-0000'])
      expect([typed, typedLaptopCode(typed)]).toEqual([typed, null]);
  });

  test('notices two wrong characters that make up for each other in a sum without places', () => {
    expect(typedLaptopCode('0100-0003')).toBe('0100-0003');
    expect(typedLaptopCode('0010-0003')).toBeNull();
    expect(typedLaptopCode('1000-0001')).toBe('1000-0001');
  });
});

describe('a place in the log as a person types it', () => {
  const hash = '0123456789abcdef'.repeat(4);

  test.each([
    [`412:${hash}`, 412],
    [` 41 2 : ${hash.toUpperCase()}\n`, 412],
    [`0:${hash}`, 0],
    [`${'9'.repeat(15)}:${hash}`, 999_999_999_999_999],
  ])('%.20s is one', (typed, number) => {
    expect(typedLogPlace(typed)).toEqual({ number, hash });
  });

  test.each([
    '',
    '412',
    `:${hash}`,
    `412:`,
    `412:${hash}:`,
    `412:${hash}0`,
    `412:${hash.slice(1)}`,
    `412:g${hash.slice(1)}`,
    `-1:${hash}`,
    `4.5:${hash}`,
    `4x:${hash}`,
    `x4:${hash}`,
    `${'9'.repeat(16)}:${hash}`,
  ])('%.20j is none', (typed) => {
    expect(typedLogPlace(typed)).toBeNull();
  });
});

describe('an address of a service', () => {
  test('has no query, no fragment and no login, and is encrypted unless it is this machine', () => {
    bounds(
      serviceAddress,
      [
        'https://operator.example',
        'http://localhost:80',
        ' https://operator.example/v3/ ',
        `https://a.example/${'x'.repeat(1_982)}`,
      ],
      [
        'https://operator.example?x=1',
        'https://operator.example/#x',
        'https://kim@operator.example',
        'https://:secret@operator.example',
        'http://operator.example',
        'ftp://operator.example',
        'xhttps://operator.example',
        'httpsx://operator.example',
        'operator.example',
        '',
        `https://a.example/${'x'.repeat(1_983)}`,
      ],
    );
    expect(serviceAddress.parse(' https://operator.example/v3/ ')).toBe('https://operator.example/v3');
  });

  test('goes with the name of the key’s header', () => {
    bounds(headerName, ['a', 'X-Api-Key9', 'x'.repeat(80)], ['', 'a b', 'a:b', 'ä', 'a_b', 'x'.repeat(81)]);
    expect(headerName.parse(' X-Key ')).toBe('X-Key');
    const address = { environment: 'uat', baseUrl: 'https://operator.example', apiKeyHeader: 'X-Key' };
    expect(operatorAddress.parse(address)).toEqual(address);
    const view = { ...address, customerId: 1, customerName: 'Fleet', relayUrl: null, secrets: 'memory-only' };
    expect(profileView.parse(view)).toEqual(view);
    expect(profileView.safeParse({ ...view, secrets: 'file' }).success).toBe(false);
  });

  test('goes with secrets that can be sent', () => {
    const credentials = { apiKey: 'k', username: 'u', password: 'p' };
    expect(operatorCredentials.parse(credentials)).toEqual(credentials);
    for (const field of ['apiKey', 'username', 'password'])
      bounds(
        operatorCredentials,
        ['x'.repeat(500), ' ', '\u{1F697}'].map((secret) => ({ ...credentials, [field]: secret })),
        ['', 'x'.repeat(501), 'a\ud800', '\udc00b'].map((secret) => ({ ...credentials, [field]: secret })),
      );
  });
});

describe('a proxy', () => {
  const login = { username: 'kim', password: 'a:b' };

  test('takes a login without control characters, and a name without a colon', () => {
    expect(proxyLogin.parse(login)).toEqual(login);
    bounds(
      proxyLogin,
      [
        { ...login, username: 'x'.repeat(200) },
        { ...login, password: 'x'.repeat(500) },
        { username: ' ', password: 'é' },
      ],
      [
        { ...login, username: '' },
        { ...login, username: 'a:b' },
        { ...login, username: 'a\nb' },
        { ...login, username: 'x'.repeat(201) },
        { ...login, password: '' },
        { ...login, password: 'a\0' },
        { ...login, password: '\nb' },
        { ...login, password: 'x'.repeat(501) },
      ],
    );
  });

  test('is named to the window in bounds', () => {
    const tls = { version: 'TLSv1.3', issuer: 'x'.repeat(200), inspected: true };
    const facts = { proxy: 'x'.repeat(300), tls };
    expect(connectionFacts.parse(facts)).toEqual(facts);
    bounds(
      connectionFacts,
      [{ proxy: null, tls: null }],
      [
        { ...facts, proxy: 'x'.repeat(301) },
        { ...facts, tls: { ...tls, issuer: 'x'.repeat(201) } },
      ],
    );
    const wanted = { proxy: 'proxy:8080', refused: true };
    expect(wantedProxyLogin.parse(wanted)).toEqual(wanted);
  });
});

describe('a policy', () => {
  test('says what it names and leaves the rest to a person', () => {
    const whole = {
      environment: 'prod',
      address: 'https://operator.example',
      relay: 'https://relay.example',
      customers: [1],
      roles: ['installer'],
      role: 'lead',
      updates: '',
      proxy: 'proxy:8080',
      caFile: '/etc/ca.pem',
      language: 'de',
      staysInTray: true,
      startsAtLogin: false,
    };
    expect(policy.parse(whole)).toEqual(whole);
    expect(policy.parse({})).toEqual({});
  });

  test('is refused where it names something unknown, or nothing where it names something', () => {
    const customers = (count: number) => Array.from({ length: count }, (_, index) => index);
    bounds(
      policy,
      [
        { customers: customers(100) },
        { roles: ['installer', 'supervisor', 'admin'] },
        { proxy: 'x'.repeat(1_000), caFile: 'x'.repeat(1_000) },
        { updates: 'https://updates.example' },
      ],
      [
        { customer: 1 },
        { customers: [] },
        { customers: customers(101) },
        { roles: [] },
        { roles: ['installer', 'supervisor', 'admin', 'admin'] },
        { roles: ['lead'] },
        { proxy: '' },
        { proxy: 'x'.repeat(1_001) },
        { caFile: '' },
        { caFile: 'x'.repeat(1_001) },
        { updates: 'updates' },
        { role: undefined },
      ],
    );
  });
});
