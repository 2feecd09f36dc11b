import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Policy } from '../../../shared/domain/profile.ts';
import { customerId } from '../../../shared/ids.ts';
import { memorySecrets } from '../../unit/profiles/memory-stores.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { operatorWith, startCore, variablesFor } from './core.ts';
import { problemOf } from './problem-of.ts';

const CUSTOMER = { id: customerId.parse(4711), name: 'Fleet North' };

/** A laptop with this policy, before an operator and a relay. */
async function laptop(policy: (at: { readonly operator: string; readonly relay: string }) => Policy) {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-policy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const operator = await operatorWith({});
  const relay = await runningRelay();
  const file = join(folder, 'policy.json');
  writeFileSync(file, JSON.stringify(policy({ operator: operator.url, relay: relay.url })));
  const { apiKey, username, password, apiKeyHeader } = operator.settings;
  const address = { environment: 'uat', baseUrl: operator.url, apiKeyHeader } as const;
  const credentials = { apiKey, username, password };
  const connection = { address, credentials, customer: CUSTOMER, relay: null };
  const secrets = memorySecrets();
  const dataDir = join(folder, 'data');
  const start = (env: Readonly<Record<string, string>> = {}) =>
    startCore({ dataDir, secrets, env: { BOXWRIGHT_POLICY_FILE: file, ...env } });
  return { operator, relay, file, start, address, credentials, connection };
}

describe('a connection that the policy sets otherwise is refused in main, and nothing is asked', () => {
  test.each([
    ['environment', () => ({ environment: 'prod' }) as const],
    ['address', () => ({ address: 'https://api.operator.example/v3' }) as const],
    ['customers', () => ({ customers: [customerId.parse(1)] })],
    ['relay', ({ relay }: { readonly relay: string }) => ({ relay }) as const],
  ])('%s', async (field, policy) => {
    const { start, connection, operator } = await laptop(policy);
    const { call } = await start();
    expect(await problemOf(call('connect.save', connection))).toBe(`set-by-policy: ${field}`);
    expect((await call('app.status', {})).profile).toBeNull();
    expect(operator.journal.entries).toEqual([]);
  });
});

test.each([
  ['environment', { environment: 'prod' } as const],
  ['address', { address: 'https://api.operator.example/v3' } as const],
])('another %s is not even tried', async (field, policy) => {
  const { start, address, credentials, operator } = await laptop(() => policy);
  const { call } = await start();
  const refused = `set-by-policy: ${field}`;
  expect(await problemOf(call('connect.checkAddress', address))).toBe(refused);
  expect(await problemOf(call('connect.checkLogin', { address, credentials }))).toBe(refused);
  expect(await problemOf(call('connect.customers', { address, credentials }))).toBe(refused);
  expect(operator.journal.entries).toEqual([]);
});

test('customers that are not named are not offered', async () => {
  const { start, address, credentials } = await laptop(() => ({ customers: [customerId.parse(4711)] }));
  const { call } = await start();
  const { customers } = await call('connect.customers', { address, credentials });
  expect(customers.map(({ id }) => Number(id))).toEqual([4711]);
});

test('a token of a role that is not named is refused, also where it was not tested before it is saved', async () => {
  const { start, relay, connection } = await laptop(() => ({ roles: ['installer'] }));
  const { call } = await start();
  const access = async (role?: 'admin') => ({
    relayUrl: relay.url,
    relayToken: (await tokenFor(relay, role === undefined ? [4711] : [], role)).token,
  });
  const foreign = await access('admin');
  const asked = { ...foreign, environment: 'uat', customerId: 4711 } as const;
  expect(await problemOf(call('connect.checkRelay', asked))).toBe('role-not-allowed');
  expect(await problemOf(call('connect.save', { ...connection, relay: foreign }))).toBe('role-not-allowed');
  expect((await call('app.status', {})).profile).toBeNull();
  expect(await problemOf(call('connect.save', { ...connection, relay: await access() }))).toBe('passed');
});

test('language and update server cannot be changed, everything else can', async () => {
  const updates = 'https://updates.example';
  const { start } = await laptop(() => ({ language: 'de', updates }));
  const { call } = await start();
  expect((await call('app.preferences', {})).language).toBe('de');
  expect(await problemOf(call('app.changePreferences', { language: 'fr' }))).toBe('set-by-policy: language');
  expect((await call('app.changePreferences', { theme: 'dark' })).language).toBe('de');
  expect((await call('updates.state', {})).feed).toBe(updates);
  expect(await problemOf(call('updates.changeFeed', { feed: null }))).toBe('set-by-policy: updates');
  expect(await call('connect.policy', {})).toEqual({ language: 'de', updates });
});

test('a saved connection that the policy sets otherwise is not opened any more', async () => {
  const { start, connection, file } = await laptop(() => ({}));
  const first = await start();
  await first.call('connect.save', connection);
  await first.close();
  const again = await start();
  expect((await again.call('app.status', {})).profile).not.toBeNull();
  await again.close();
  writeFileSync(file, JSON.stringify({ address: 'https://api.operator.example/v3' }));
  const later = await start();
  expect((await later.call('app.status', {})).profile).toBeNull();
});

test('variables of the environment win', async () => {
  const { start, operator } = await laptop(() => ({
    address: 'https://api.operator.example/v3',
  }));
  const { call } = await start(variablesFor(operator));
  expect((await call('app.status', {})).profile?.baseUrl).toBe(operator.url);
});

test.each([
  ['{', 'JSON'],
  ['[]', 'JSON'],
  ['{"adress":"https://a.example"}', 'adress'],
  ['{"address":"http://a.example"}', 'address'],
  ['{"language":"xx"}', 'language'],
  ['{"__proto__":1}', '__proto__'],
])('a policy %s sets nothing, and the app does not start with it', async (text, name) => {
  const { start, file } = await laptop(() => ({}));
  writeFileSync(file, text);
  expect(await problemOf(start())).toBe(`policy-unreadable: ${name}`);
});
