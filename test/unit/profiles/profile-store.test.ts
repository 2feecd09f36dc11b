import { describe, expect, test } from 'vitest';
import { connectionIdOf, viewOf } from '../../../electron/profiles/profile.ts';
import {
  createProfileStore,
  idOfSaved,
  MOST_CONNECTIONS,
  type ProfileToSave,
} from '../../../electron/profiles/profile-store.ts';
import { customerId } from '../../../shared/ids.ts';
import { resolveAssumptions, standardAssumptions } from '../../../shared/operator/assumptions.ts';
import { manualClock } from '../relay-client/manual-clock.ts';
import { type MemorySecrets, memorySecrets, type MemorySettings, memorySettings } from './memory-stores.ts';

const UAT: ProfileToSave = {
  address: { environment: 'uat', baseUrl: 'https://api.example/v3', apiKeyHeader: 'service-API-Key' },
  credentials: { apiKey: 'uat-key-canary', username: 'uat-user-canary', password: 'uat-password-canary' },
  customer: { id: customerId.parse(4711), name: 'Fleet North' },
  relay: { relayUrl: 'https://relay.example', relayToken: 'uat-token-canary' },
};
const PROD: ProfileToSave = {
  ...UAT,
  address: { ...UAT.address, environment: 'prod' },
  credentials: { apiKey: 'prod-key-canary', username: 'prod-user-canary', password: 'prod-password-canary' },
  relay: null,
};

const SOUTH: ProfileToSave = {
  ...UAT,
  customer: { id: customerId.parse(4712), name: 'Fleet South' },
  relay: { relayUrl: 'https://relay.example', relayToken: 'south-token' },
};
const idOf = ({ address, customer }: ProfileToSave) => connectionIdOf({ address, customerId: customer.id });

function storeOver(parts: { settings?: MemorySettings; secrets?: MemorySecrets } = {}) {
  const settings = parts.settings ?? memorySettings();
  const secrets = parts.secrets ?? memorySecrets();
  return { settings, secrets, store: createProfileStore({ settings, secrets, clock: manualClock() }) };
}

describe('the saved profile', () => {
  test('does not exist before the first connection', async () => {
    expect(await storeOver().store.load()).toEqual({ state: 'none' });
  });

  test('is restored whole after a restart', async () => {
    const { store, settings, secrets } = storeOver();
    await store.save(UAT);
    const loaded = await storeOver({ settings, secrets }).store.load();
    expect(loaded).toEqual({
      state: 'ready',
      profile: { ...UAT, keeping: 'os-store', assumptions: standardAssumptions },
    });
  });

  test('keeps the paths of its environment for its address, also while another is connected', async () => {
    const { store } = storeOver();
    const own = resolveAssumptions({ paths: { groups: '/vehicle-groups' } });
    await store.save(UAT);
    store.keepAssumptions(UAT.address, own);
    expect((await store.save(PROD)).assumptions).toEqual(standardAssumptions);
    await store.disconnect();
    expect((await store.save(UAT)).assumptions).toEqual(own);
  });

  test('loses only names that cannot be understood any more, not itself', async () => {
    const { store, settings, secrets } = storeOver();
    await store.save(UAT);
    store.keepAssumptions(UAT.address, resolveAssumptions({ paths: { groups: '/vehicle-groups' } }));
    const damaged: unknown = JSON.parse((settings.text() ?? '').replace('/vehicle-groups', 'no path'));
    const again = storeOver({ settings: memorySettings(damaged), secrets });
    expect(await again.store.load()).toMatchObject({
      state: 'ready',
      profile: { customer: UAT.customer, assumptions: standardAssumptions },
    });
  });

  test('has no secret in its settings, nor in the window’s view of it', async () => {
    const { store, settings } = storeOver();
    const profile = await store.save(UAT);
    expect(settings.text()).not.toContain('canary');
    expect(JSON.stringify(viewOf(profile))).not.toContain('canary');
    expect(viewOf(profile)).toMatchObject({
      customerName: 'Fleet North',
      secrets: 'os-store',
      baseUrl: 'https://api.example/v3',
    });
  });

  test('names the missing values when the secrets were kept in memory only', async () => {
    const { store, settings } = storeOver({ secrets: memorySecrets('memory-only') });
    await store.save(UAT);
    const loaded = await storeOver({ settings, secrets: memorySecrets('memory-only') }).store.load();
    expect(loaded).toMatchObject({
      state: 'incomplete',
      saved: { customer: { name: 'Fleet North' } },
      missing: ['api-key', 'username', 'password', 'relay-token'],
      problem: { code: 'configuration-missing' },
    });
  });

  test('does not miss a relay token when there is no relay', async () => {
    const { store, secrets } = storeOver();
    await store.save({ ...UAT, relay: null });
    expect(await store.load()).toMatchObject({ state: 'ready', profile: { relay: null } });
    secrets.kept.clear();
    expect(await store.load()).toMatchObject({ missing: ['api-key', 'username', 'password'] });
  });
});

describe('environments', () => {
  test('never read each other’s secrets, also at the same address', async () => {
    const { store, settings, secrets } = storeOver();
    await store.save(UAT);
    const uatSecrets = new Map(secrets.kept);
    await store.save(PROD);
    const prodSecrets = [...secrets.kept].filter(([key]) => !uatSecrets.has(key));
    expect(prodSecrets.map(([, value]) => value).toSorted()).toEqual(
      Object.values(PROD.credentials).toSorted(),
    );
    for (const [key] of prodSecrets) secrets.kept.delete(key);
    expect(await storeOver({ settings, secrets }).store.load()).toMatchObject({ state: 'incomplete' });
  });

  test('the previous login is cleared when another replaces it', async () => {
    const { store, secrets } = storeOver();
    await store.save(UAT);
    await store.save(PROD, idOf(UAT));
    expect([...secrets.kept.values()].join(' ')).not.toContain('uat');
    expect(store.list()).toHaveLength(1);
  });

  test('a relay token is cleared when the relay is removed', async () => {
    const { store, secrets } = storeOver();
    await store.save(UAT);
    await store.save({ ...UAT, relay: null });
    expect([...secrets.kept.values()]).not.toContain('uat-token-canary');
  });
});

describe('several customers', () => {
  test('of one user name share its login; a changed password holds for both', async () => {
    const { store, secrets } = storeOver();
    await store.save(UAT);
    await store.save({ ...SOUTH, credentials: { ...UAT.credentials, password: 'changed' } });
    expect(await store.loadOne(idOf(UAT))).toMatchObject({
      state: 'ready',
      profile: { credentials: { password: 'changed' }, relay: UAT.relay },
    });
    expect([...secrets.kept.values()].sort()).toEqual(
      ['changed', 'south-token', 'uat-key-canary', 'uat-token-canary', 'uat-user-canary'].sort(),
    );
  });

  test('of two user names at one address never share a login or a token', async () => {
    const { store } = storeOver();
    const credentials = { apiKey: 'south-key', username: 'south-user', password: 'south-password' };
    await store.save(UAT);
    await store.save({ ...SOUTH, credentials });
    expect(await store.loadOne(idOf(UAT))).toMatchObject({
      profile: { credentials: UAT.credentials, relay: UAT.relay },
    });
    expect(await store.loadOne(idOf(SOUTH))).toMatchObject({ profile: { credentials, relay: SOUTH.relay } });
  });

  test('of a login that was typed again after its secrets were gone all have it back', async () => {
    const { store, secrets } = storeOver();
    await store.save({ ...UAT, relay: null });
    await store.save({ ...SOUTH, relay: null });
    secrets.kept.clear();
    await store.save({ ...UAT, relay: null });
    expect(await store.loadOne(idOf(SOUTH))).toMatchObject({ state: 'ready' });
  });

  test('the last one saved or shown is shown after a restart, and the order stays', async () => {
    const { store, settings, secrets } = storeOver();
    await store.save(UAT);
    await store.save(SOUTH);
    store.show(idOf(UAT));
    await store.save(PROD);
    store.show(idOf(SOUTH));
    const again = storeOver({ settings, secrets }).store;
    expect(again.shown()).toBe(idOf(SOUTH));
    expect(again.list().map(idOfSaved)).toEqual([UAT, SOUTH, PROD].map(idOf));
    expect(await again.load()).toMatchObject({ profile: { customer: SOUTH.customer } });
  });

  test('a removed profile’s token is cleared, and the login only with its last customer', async () => {
    const { store, secrets } = storeOver();
    await store.save(UAT);
    await store.save(SOUTH);
    await store.remove(idOf(SOUTH));
    expect([...secrets.kept.values()]).not.toContain('south-token');
    expect(await store.load()).toMatchObject({ state: 'ready', profile: { customer: UAT.customer } });
    await store.remove(idOf(UAT));
    expect(secrets.kept.size).toBe(0);
    expect(await store.load()).toEqual({ state: 'none' });
  });

  test('are limited to what a laptop can run; replacing one is always possible', async () => {
    const { store } = storeOver();
    const numbered = (id: number) => ({
      ...UAT,
      customer: { id: customerId.parse(id), name: `Fleet ${id}` },
    });
    for (let id = 1; id <= MOST_CONNECTIONS; id += 1) await store.save(numbered(id));
    await expect(store.save(numbered(99))).rejects.toThrow('customers-full');
    await store.save(numbered(3));
    await store.save(numbered(99), idOf(numbered(1)));
    expect(store.list().map(({ customer }) => customer.id)).toEqual([99, 2, 3, 4, 5, 6]);
  });
});

test('disconnecting clears the profile and all its secrets', async () => {
  const { store, secrets } = storeOver();
  await store.save(UAT);
  await store.disconnect();
  expect(secrets.kept.size).toBe(0);
  expect(await store.load()).toEqual({ state: 'none' });
});

test('disconnecting also clears secrets that damaged settings no longer name', async () => {
  const { store, secrets } = storeOver();
  await store.save(UAT);
  const damaged = storeOver({ settings: memorySettings('torn'), secrets });
  await damaged.store.load();
  await damaged.store.disconnect();
  expect([...secrets.kept]).toEqual([]);
});

describe('settings that cannot be understood', () => {
  test.each<readonly [string, unknown]>([
    ['a torn file', '{"version":1,"conn'],
    ['another version', { version: 9, profile: {} }],
    [
      'a damaged address',
      {
        version: 1,
        damaged: [],
        shown: null,
        connections: [{ address: {}, customer: {}, relayUrl: null, login: 1 }],
      },
    ],
  ])('%s: reported once, kept aside, and connecting again works', async (_, content) => {
    const { store, settings } = storeOver({ settings: memorySettings(content) });
    expect(await store.load()).toMatchObject({
      state: 'damaged',
      problem: { code: 'configuration-missing' },
    });
    expect(settings.read()).toMatchObject({ connections: [], shown: null, damaged: [{ content }] });
    expect(await store.load()).toEqual({ state: 'none' });
    await store.save(UAT);
    expect(await store.load()).toMatchObject({ state: 'ready' });
    expect(settings.read()).toMatchObject({ damaged: [{ content }] });
  });

  test('connecting without looking first keeps them too', async () => {
    const { store, settings } = storeOver({ settings: memorySettings('torn') });
    await store.save(UAT);
    expect(settings.read()).toMatchObject({ damaged: [{ content: 'torn' }] });
  });
});
