import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  isManaged,
  readEnvironmentProfile,
  readRunSettings,
  refusalLines,
  refusalProblem,
  type Variables,
} from '../../../electron/profiles/environment-profile.ts';
import { standardAssumptions } from '../../../shared/operator/assumptions.ts';

const WHOLE = {
  BOXWRIGHT_ENVIRONMENT: 'uat',
  BOXWRIGHT_BASE_URL: 'https://api.example/access/v3/',
  BOXWRIGHT_API_KEY: 'key-canary',
  BOXWRIGHT_USERNAME: 'manager-canary',
  BOXWRIGHT_PASSWORD: ' pass canary ',
  BOXWRIGHT_CUSTOMER_ID: '4711',
} as const;
const RELAY = {
  BOXWRIGHT_RELAY_URL: 'https://relay.example',
  BOXWRIGHT_RELAY_TOKEN: 'token-canary',
} as const;

const read = (variables: Variables, needsRelay = false) => readEnvironmentProfile(variables, { needsRelay });
const refusalOf = (variables: Variables, needsRelay = false) => {
  const answer = read(variables, needsRelay);
  if (answer.ok) throw new Error('it was taken');
  return answer.error;
};

describe('a profile from the environment', () => {
  test('is whole with the six variables; header and relay are optional', () => {
    expect(read(WHOLE)).toEqual({
      ok: true,
      value: {
        address: {
          environment: 'uat',
          baseUrl: 'https://api.example/access/v3',
          apiKeyHeader: 'service-API-Key',
        },
        credentials: { apiKey: 'key-canary', username: 'manager-canary', password: ' pass canary ' },
        customerId: 4711,
        relay: null,
        assumptions: standardAssumptions,
      },
    });
  });

  test('takes the values that differ from the names of its environment, and refuses unknown ones', () => {
    const given = { paths: { groups: '/vehicle-groups' }, groupProductField: 'id' };
    const answer = read({ ...WHOLE, BOXWRIGHT_ASSUMPTIONS: JSON.stringify(given) });
    expect(answer).toMatchObject({ ok: true, value: { assumptions: given } });
    for (const wrong of [
      '{',
      '[]',
      '{"paths":{"groups":"groups"}}',
      '{"pathes":{}}',
      '{"paths":{"group":"/g"}}',
    ]) {
      expect(refusalOf({ ...WHOLE, BOXWRIGHT_ASSUMPTIONS: wrong }).refused).toMatchObject([
        { name: 'BOXWRIGHT_ASSUMPTIONS' },
      ]);
    }
  });

  test('takes another header name and the relay when they are given', () => {
    expect(read({ ...WHOLE, ...RELAY, BOXWRIGHT_API_KEY_HEADER: 'x-key' })).toMatchObject({
      ok: true,
      value: {
        address: { apiKeyHeader: 'x-key' },
        relay: { relayUrl: 'https://relay.example', relayToken: 'token-canary' },
      },
    });
  });

  test('tolerates additions of files and shells: blanks, line ends, capitals', () => {
    const answer = read({
      ...WHOLE,
      BOXWRIGHT_ENVIRONMENT: 'UAT\n',
      BOXWRIGHT_API_KEY: 'key-canary\r\n',
      BOXWRIGHT_CUSTOMER_ID: ' 4711 ',
    });
    expect(answer).toMatchObject({
      ok: true,
      value: { customerId: 4711, credentials: { apiKey: 'key-canary' } },
    });
  });

  test('names every variable that is missing, at once; empty and blank count as missing', () => {
    expect(
      refusalOf({ BOXWRIGHT_ENVIRONMENT: 'uat', BOXWRIGHT_API_KEY: '', BOXWRIGHT_PASSWORD: '  ' }),
    ).toEqual({
      missing: [
        'BOXWRIGHT_BASE_URL',
        'BOXWRIGHT_API_KEY',
        'BOXWRIGHT_USERNAME',
        'BOXWRIGHT_PASSWORD',
        'BOXWRIGHT_CUSTOMER_ID',
      ],
      refused: [],
    });
  });

  test('asks for the relay only when it is needed', () => {
    expect(refusalOf(WHOLE, true).missing).toEqual(['BOXWRIGHT_RELAY_URL', 'BOXWRIGHT_RELAY_TOKEN']);
    expect(read({ ...WHOLE, ...RELAY }, true).ok).toBe(true);
  });

  test('never takes half a relay', () => {
    expect(refusalOf({ ...WHOLE, BOXWRIGHT_RELAY_URL: RELAY.BOXWRIGHT_RELAY_URL }).missing).toEqual([
      'BOXWRIGHT_RELAY_TOKEN',
    ]);
  });

  test.each([
    ['BOXWRIGHT_ENVIRONMENT', 'staging'],
    ['BOXWRIGHT_BASE_URL', 'http://api.example/v3'],
    ['BOXWRIGHT_BASE_URL', 'https://manager:canary@api.example/v3'],
    ['BOXWRIGHT_BASE_URL', 'api.example/v3'],
    ['BOXWRIGHT_API_KEY', 'canary\nX-Other: canary'],
    ['BOXWRIGHT_API_KEY_HEADER', 'no spaces: canary'],
    ['BOXWRIGHT_USERNAME', 'canary'.repeat(100)],
    ['BOXWRIGHT_CUSTOMER_ID', 'canary'],
    ['BOXWRIGHT_CUSTOMER_ID', '-1'],
    ['BOXWRIGHT_CUSTOMER_ID', '99999999999'],
    ['BOXWRIGHT_RELAY_URL', 'ftp://relay.example'],
    ['BOXWRIGHT_RELAY_TOKEN', 'cänary'],
  ])('refuses %s by name and never repeats its value', (name, value) => {
    const refusal = refusalOf({ ...WHOLE, ...RELAY, [name]: value });
    expect(refusal.refused.map((one) => one.name)).toEqual([name]);
    expect(inspect([refusal, refusalLines(refusal), refusalProblem(refusal)], { depth: 9 })).not.toMatch(
      /c[aä]nary/,
    );
  });

  test('plain HTTP is for this machine only', () => {
    expect(read({ ...WHOLE, BOXWRIGHT_BASE_URL: 'http://127.0.0.1:8080/v3' }).ok).toBe(true);
  });
});

describe('the report of a refusal', () => {
  const refusal = refusalOf({ ...WHOLE, BOXWRIGHT_PASSWORD: '', BOXWRIGHT_ENVIRONMENT: 'staging' });

  test('one plain line each, for a terminal', () => {
    expect(refusalLines(refusal)).toEqual([
      'BOXWRIGHT_PASSWORD is missing.',
      'BOXWRIGHT_ENVIRONMENT must be uat or prod.',
    ]);
  });

  test('one problem with the names, for a screen', () => {
    expect(refusalProblem(refusal)).toMatchObject({
      code: 'configuration-missing',
      params: { name: 'BOXWRIGHT_PASSWORD, BOXWRIGHT_ENVIRONMENT' },
    });
  });
});

describe('a managed laptop', () => {
  test.each(Object.keys({ ...WHOLE, ...RELAY, BOXWRIGHT_API_KEY_HEADER: '' }))(
    'is one where %s is set',
    (name) => expect(isManaged({ [name]: 'x' })).toBe(true),
  );

  test('is not one where only a data folder or a quarantine is set', () => {
    expect(isManaged({ BOXWRIGHT_DATA_DIR: '/data', BOXWRIGHT_QUARANTINE_SECONDS: '1', HOME: '/home' })).toBe(
      false,
    );
  });
});

describe('settings of a run', () => {
  test('default to the own place and 30 seconds', () => {
    expect(readRunSettings({})).toEqual({ ok: true, value: { dataDir: null, quarantineMs: 30_000 } });
  });

  test('are read beside any profile', () => {
    expect(readRunSettings({ BOXWRIGHT_DATA_DIR: '/data', BOXWRIGHT_QUARANTINE_SECONDS: '0.5' })).toEqual({
      ok: true,
      value: { dataDir: '/data', quarantineMs: 500 },
    });
  });

  test.each(['soon', '-1', '1e9', '3601'])('a quarantine of %s is refused by name', (seconds) => {
    expect(readRunSettings({ BOXWRIGHT_QUARANTINE_SECONDS: seconds })).toMatchObject({
      ok: false,
      error: { refused: [{ name: 'BOXWRIGHT_QUARANTINE_SECONDS' }] },
    });
  });
});
