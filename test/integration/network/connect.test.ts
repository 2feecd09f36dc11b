import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPictureFetcher } from '../../../electron/directory/picture-fetch.ts';
import { createNetwork } from '../../../electron/base/network/network.ts';
import { createTrust, readAuthorities } from '../../../electron/base/network/trust.ts';
import { fetchRelease, signRelease } from '../../../electron/updates/release.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { memorySecrets } from '../../unit/profiles/memory-stores.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { operatorWith, startCore } from '../profiles/core.ts';
import { answeringServer } from '../relay-client/answering-server.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { makeAuthority } from './authority.ts';
import { companyNetwork, LOGIN, OPERATOR, RELAY } from './company.ts';
import { companyProxy, socksProxy, tlsFront } from './company-proxy.ts';

const PICTURES = 'pictures.boxwright.test';

/** The window's core in a company's network, which `list` leads out of. */
async function laptop(
  options: { readonly withLogin?: boolean; readonly offers?: string } = {},
  list: (port: number) => string = (port) => `PROXY 127.0.0.1:${port}`,
) {
  const operator = await operatorWith({});
  const relay = await runningRelay();
  const company = await companyNetwork({ onTestFinished }, { operator, relayUrl: relay.url }, options);
  const secrets = memorySecrets();
  const asked: string[] = [];
  const start = (authority = company.authority) =>
    startCore({
      secrets,
      env: { BOXWRIGHT_CA_FILE: authority.file },
      resolveProxy: (url) => {
        asked.push(url);
        return Promise.resolve(list(company.proxy.port));
      },
    });
  const baseUrl = company.variables['BOXWRIGHT_BASE_URL'] ?? '';
  const address = { environment: 'uat', baseUrl, apiKeyHeader: operator.settings.apiKeyHeader } as const;
  const { apiKey, username, password } = operator.settings;
  const login = { address, credentials: { apiKey, username, password } };
  return { operator, relay, company, secrets, asked, start, address, login };
}

const problemOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'passed',
    (cause: unknown) => (cause instanceof ProblemError ? cause.problem.code : cause),
  );

describe('Connect', () => {
  test('names the proxy, TLS and issuer of each connection, and that the traffic is inspected', async () => {
    const { start, address, login, asked, relay } = await laptop();
    const { call } = await start();
    const connection = (await call('connect.checkAddress', address)).connection;
    const proxy: unknown = expect.stringMatching(/^127\.0\.0\.1:\d+$/);
    const found = {
      proxy,
      tls: { version: 'TLS 1.3', issuer: 'Contoso Inspection', inspected: true },
    };
    expect(connection).toEqual(found);
    expect(await call('connect.checkLogin', login)).toEqual({});
    const { token } = await tokenFor(relay, [4711]);
    const access = {
      relayUrl: `https://${RELAY}`,
      relayToken: token,
      environment: 'uat',
      customerId: 4711,
    } as const;
    expect((await call('connect.checkRelay', access)).connection).toEqual(found);
    // A script decides for each address.
    expect(new Set(asked)).toEqual(new Set([`https://${OPERATOR}/`, `https://${RELAY}/`]));
  });

  test('says that the authority is not trusted, and nothing reaches the operator', async () => {
    const { start, address, login, operator } = await laptop();
    const { call } = await start(makeAuthority('Another', onTestFinished));
    expect(await problemOf(call('connect.checkAddress', address))).toBe('certificate-untrusted');
    expect(await problemOf(call('connect.customers', login))).toBe('certificate-untrusted');
    expect(operator.journal.entries).toEqual([]);
  });

  test('goes to the next proxy where one does not answer, and not around them', async () => {
    const there = await laptop({}, (port) => `PROXY 127.0.0.1:9; HTTPS 127.0.0.1:9; PROXY 127.0.0.1:${port}`);
    const { call } = await there.start();
    expect((await call('connect.checkAddress', there.address)).connection?.proxy).toMatch(/:\d{2,}$/);
    const away = await laptop({}, () => 'PROXY 127.0.0.1:9; nonsense');
    expect(await problemOf((await away.start()).call('connect.checkAddress', away.address))).toBe(
      'proxy-unreachable',
    );
    const unreadable = await laptop({}, () => 'nonsense');
    expect(await problemOf((await unreadable.start()).call('connect.checkAddress', unreadable.address))).toBe(
      'proxy-unreachable',
    );
  });

  test.each([
    [403, 'proxy-refused'],
    [502, 'proxy-unreachable'],
    [407, 'proxy-login-needed'],
  ] as const)('takes no page of the proxy (%i) for the operator', async (status, code) => {
    const { start, address, login, company, operator } = await laptop();
    company.proxy.answer(status);
    const { call } = await start();
    expect(await problemOf(call('connect.checkAddress', address))).toBe(code);
    expect(await problemOf(call('connect.customers', login))).toBe(code);
    expect(operator.journal.entries).toEqual([]);
  });
});

describe('the login of a proxy', () => {
  test('is asked for once, kept as a secret, and not given again while it is refused', async () => {
    const { start, address, company, secrets } = await laptop({ withLogin: true });
    const { call, close } = await start();
    const { seen } = company.proxy;
    const check = () => problemOf(call('connect.checkAddress', address));
    const proxy = `127.0.0.1:${company.proxy.port}`;
    const wanted = async () => (await call('app.status', {})).proxyLogin;
    expect(await wanted()).toBeNull();
    expect(await check()).toBe('proxy-login-needed');
    expect(await wanted()).toEqual({ proxy, refused: false });

    await call('connect.signInToProxy', { proxy, ...LOGIN, password: 'wrong' });
    expect(await check()).toBe('proxy-login-needed');
    expect(await wanted()).toEqual({ proxy, refused: true });
    const tries = seen.length;
    expect(await check()).toBe('proxy-login-needed');
    expect(seen).toHaveLength(tries);

    await call('connect.signInToProxy', { proxy, ...LOGIN });
    expect(await wanted()).toBeNull();
    expect(await check()).toBe('passed');
    expect([...secrets.kept.values()].map((text): unknown => JSON.parse(text))).toEqual([LOGIN]);
    await close();

    const again = await start();
    expect(await problemOf(again.call('connect.checkAddress', address))).toBe('passed');
    expect(seen.at(-1)).toMatchObject({ status: 200 });
  });

  test('of a kind that Boxwright does not have is named by the exact words', async () => {
    const { start, address } = await laptop({ withLogin: true, offers: 'Negotiate' });
    const { call } = await start();
    const answer = await call('connect.checkAddress', address).catch((cause: unknown) => cause);
    expect(answer instanceof ProblemError && answer.problem.raw).toContain('takes Negotiate logins only');
  });
});

/** The network alone, through a proxy that knows one picture and update server. */
async function wayTo(name: string, body: string | Buffer, type: string, socks?: { readonly login?: string }) {
  const server = await answeringServer((_, response) =>
    response.writeHead(200, { 'content-type': type }).end(body),
  );
  const authority = makeAuthority('Contoso', onTestFinished);
  const front = await tlsFront(authority.issue(name), Number(new URL(server.url).port), onTestFinished);
  const targets = { [`${name}:443`]: front };
  const proxy =
    socks === undefined
      ? await companyProxy(targets, {}, onTestFinished)
      : await socksProxy(targets, socks, onTestFinished);
  const authorities = readAuthorities(authority.file);
  if (!authorities.ok) throw new Error(authorities.error);
  const network = createNetwork({
    resolveProxy: () =>
      Promise.resolve(`${socks === undefined ? 'PROXY' : 'SOCKS5'} 127.0.0.1:${proxy.port}`),
    trust: createTrust(authorities.value, () => undefined),
    logins: {
      read: () => Promise.resolve(socks?.login === undefined ? null : LOGIN),
      write: () => Promise.resolve(),
    },
    clock: machineClock,
    onLogin: () => undefined,
  });
  return { network, server, proxy };
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('everything that main asks for goes the same way', () => {
  test('key pictures', async () => {
    const { network, server } = await wayTo(PICTURES, SVG, 'image/svg+xml');
    const { fetchPicture, close } = createPictureFetcher({
      baseUrl: `https://${OPERATOR}/v3`,
      connect: network.connect,
    });
    onTestFinished(close);
    expect((await fetchPicture(`https://${PICTURES}/key.svg`)).kind).toBe('picture');
    expect(server.requests).toHaveLength(1);
  });

  test('updates', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const release = {
      version: '9.0.0',
      files: [{ url: 'Boxwright.AppImage', sha512: `${'A'.repeat(86)}==`, size: 1 }],
      boxwright: { signatures: {} },
    };
    const { network } = await wayTo(PICTURES, signRelease(release, privateKey), 'text/yaml');
    const { connect } = network;
    const stop = new AbortController().signal;
    const found = await fetchRelease(`https://${PICTURES}/`, {
      kind: 'AppImage',
      key: publicKey,
      stop,
      connect,
    });
    expect(found.version).toBe('9.0.0');
  });

  test.each([[undefined], [`${LOGIN.username}:${LOGIN.password}`]])(
    'by SOCKS 5, with login %s',
    async (login) => {
      const socks = login === undefined ? {} : { login };
      const { network, proxy } = await wayTo(PICTURES, SVG, 'image/svg+xml', socks);
      const { fetchPicture, close } = createPictureFetcher({
        baseUrl: `https://${OPERATOR}/v3`,
        connect: network.connect,
      });
      onTestFinished(close);
      expect((await fetchPicture(`https://${PICTURES}/key.svg`)).kind).toBe('picture');
      expect(proxy.seen).toEqual([`${PICTURES}:443`]);
    },
  );
});
