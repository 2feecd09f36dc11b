import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPictureFetcher } from '../../../electron/directory/key-pictures.ts';
import { createNetwork } from '../../../electron/base/network/network.ts';
import { createTrust, readAuthorities } from '../../../electron/base/network/trust.ts';
import { signRelease, signStatement } from '../../../electron/updates/release.ts';
import { createUpdateService, type Installer } from '../../../electron/updates/updates.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { memorySecrets } from '../../unit/profiles/memory-stores.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { operatorWith, startCore } from '../profiles/core.ts';
import { answeringServer } from '../relay-client/answering-server.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
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

  test('reports an untrusted authority, and nothing reaches the operator', async () => {
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

  test('of a kind that Boxwright lacks is named in its exact words', async () => {
    const { start, address } = await laptop({ withLogin: true, offers: 'Negotiate' });
    const { call } = await start();
    const answer = await call('connect.checkAddress', address).catch((cause: unknown) => cause);
    expect(answer instanceof ProblemError && answer.problem.raw).toContain('takes Negotiate logins only');
  });
});

/** The network alone, through a proxy that knows one picture and update server. */
async function wayTo(
  name: string,
  answer: RequestListener,
  { by = 'PROXY', login }: { readonly by?: 'PROXY' | 'SOCKS5'; readonly login?: string | undefined } = {},
) {
  const server = await answeringServer(answer);
  const authority = makeAuthority('Contoso', onTestFinished);
  const front = await tlsFront(authority.issue(name), Number(new URL(server.url).port), onTestFinished);
  const targets = { [`${name}:443`]: front };
  const wanted = login === undefined ? {} : { login };
  const { port, seen } =
    by === 'PROXY'
      ? await companyProxy(targets, wanted, onTestFinished)
      : await socksProxy(targets, wanted, onTestFinished);
  const authorities = readAuthorities(authority.file);
  if (!authorities.ok) throw new Error(authorities.error);
  const network = createNetwork({
    resolveProxy: () => Promise.resolve(`${by} 127.0.0.1:${port}`),
    trust: createTrust(authorities.value, () => undefined),
    logins: {
      read: () => Promise.resolve(login === undefined ? null : LOGIN),
      write: () => Promise.resolve(),
    },
    clock: machineClock,
    onLogin: () => undefined,
  });
  return { network, server, seen };
}

const LOGGED_IN = `${LOGIN.username}:${LOGIN.password}`;
const answerSvg: RequestListener = (_, response) =>
  response
    .writeHead(200, { 'content-type': 'image/svg+xml' })
    .end('<svg xmlns="http://www.w3.org/2000/svg"/>');

describe('every request of main uses the same connection', () => {
  test('key pictures', async () => {
    const { network, server } = await wayTo(PICTURES, answerSvg);
    const { fetchPicture, close } = createPictureFetcher({
      baseUrl: `https://${OPERATOR}/v3`,
      connect: network.connect,
    });
    onTestFinished(close);
    expect((await fetchPicture(`https://${PICTURES}/key.svg`)).kind).toBe('picture');
    expect(server.requests).toHaveLength(1);
  });

  test('an update with its package, through a login and a private authority', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const bytes = randomBytes(300_000);
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    const signed = signStatement({ version: '9.0.0', kind: 'AppImage', sha512 }, privateKey);
    const description = signRelease(
      {
        version: '9.0.0',
        files: [{ url: 'Boxwright.AppImage', sha512, size: bytes.length }],
        boxwright: { signatures: { AppImage: signed } },
      },
      privateKey,
    );
    const { network, server, seen } = await wayTo(
      PICTURES,
      ({ url }, response) => response.end(url === '/Boxwright.AppImage' ? bytes : description),
      { login: LOGGED_IN },
    );
    const path = join(tempFolder(), 'package');
    let from = '';
    // The updater of Electron fetches by HTTP and knows neither the login nor the authority.
    const installer: Installer = {
      kind: 'AppImage',
      isFor: ({ files }, feed) => {
        from = new URL(files[0]?.url ?? '', feed).href;
        return Promise.resolve(true);
      },
      fetch: async () => {
        writeFileSync(path, Buffer.from(await (await fetch(from)).arrayBuffer()));
        return path;
      },
      accept: (digest) => {
        expect(digest).toBe(sha512);
        return Promise.resolve();
      },
      forget: () => undefined,
      installAtEnd: () => undefined,
    };
    const service = createUpdateService({
      connect: network.connect,
      installer,
      version: '1.0.0',
      key: publicKey,
      builtInFeed: `https://${PICTURES}/`,
      settings: { read: () => ({}), write: () => undefined },
      clock: machineClock,
      changed: () => undefined,
    });
    onTestFinished(service.close);
    await service.check();
    expect(service.state()).toMatchObject({ step: { is: 'ready', version: '9.0.0' }, problem: null });
    expect(new URL(from).hostname).toBe('127.0.0.1');
    expect(server.requests.map(({ url }) => url)).toContain('/Boxwright.AppImage');
    expect(seen).toContainEqual({ target: `${PICTURES}:443`, login: LOGGED_IN, status: 200 });
  });

  test.each([[undefined], [LOGGED_IN]])('by SOCKS 5, with login %s', async (login) => {
    const { network, seen } = await wayTo(PICTURES, answerSvg, { by: 'SOCKS5', login });
    const { fetchPicture, close } = createPictureFetcher({
      baseUrl: `https://${OPERATOR}/v3`,
      connect: network.connect,
    });
    onTestFinished(close);
    expect((await fetchPicture(`https://${PICTURES}/key.svg`)).kind).toBe('picture');
    expect(seen).toEqual([`${PICTURES}:443`]);
  });
});
