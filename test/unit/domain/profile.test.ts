import { describe, expect, test } from 'vitest';
import {
  connectionFacts,
  proxyLogin,
  wantedProxyLogin,
  headerName,
  operatorAddress,
  operatorCredentials,
  profileView,
  serviceAddress,
  policy,
} from '../../../shared/domain/profile.ts';
import { misjudged } from './whole.ts';

describe('an address of a service', () => {
  test('has no query, no fragment and no login, and is encrypted unless it is this machine', () => {
    expect(
      misjudged(
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
          'xhttp://127.0.0.1',
          'httpx://127.0.0.1',
          'httpsx://operator.example',
          'operator.example',
          '',
          `https://a.example/${'x'.repeat(1_983)}`,
        ],
      ),
    ).toEqual([]);
    expect(serviceAddress.parse(' https://operator.example/v3/ ')).toBe('https://operator.example/v3');
  });

  test('goes with the name of the key’s header', () => {
    expect(
      misjudged(
        headerName,
        ['a', 'X-Api-Key9', 'x'.repeat(80)],
        ['', 'a b', 'a:b', 'ä', 'a_b', 'x'.repeat(81)],
      ),
    ).toEqual([]);
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
      expect(
        misjudged(
          operatorCredentials,
          ['x'.repeat(500), ' ', '\u{1F697}'].map((secret) => ({ ...credentials, [field]: secret })),
          ['', 'x'.repeat(501), 'a\ud800', '\udc00b'].map((secret) => ({ ...credentials, [field]: secret })),
        ),
      ).toEqual([]);
  });
});

describe('a proxy', () => {
  const login = { username: 'kim', password: 'a:b' };

  test('takes a login without control characters, and a name without a colon', () => {
    expect(proxyLogin.parse(login)).toEqual(login);
    expect(
      misjudged(
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
      ),
    ).toEqual([]);
  });

  test('is named to the window in bounds', () => {
    const tls = { version: 'TLSv1.3', issuer: 'x'.repeat(200), inspected: true };
    const facts = { proxy: 'x'.repeat(300), tls };
    expect(connectionFacts.parse(facts)).toEqual(facts);
    expect(
      misjudged(
        connectionFacts,
        [{ proxy: null, tls: null }],
        [
          { ...facts, proxy: 'x'.repeat(301) },
          { ...facts, tls: { ...tls, issuer: 'x'.repeat(201) } },
        ],
      ),
    ).toEqual([]);
    const wanted = { proxy: 'proxy:8080', refused: true };
    expect(wantedProxyLogin.parse(wanted)).toEqual(wanted);
  });
});

describe('a policy', () => {
  test('reports the named values and leaves the rest to a person', () => {
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
    expect(
      misjudged(
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
      ),
    ).toEqual([]);
  });
});
