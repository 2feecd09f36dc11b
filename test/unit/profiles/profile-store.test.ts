import { describe, expect, test } from 'vitest';
import { createProfileStore, type ProfileToSave } from '../../../electron/profiles/profile-store.ts';
import { viewOf } from '../../../electron/profiles/profile.ts';
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

function storeOver(parts: { settings?: MemorySettings; secrets?: MemorySecrets } = {}) {
  const settings = parts.settings ?? memorySettings();
  const secrets = parts.secrets ?? memorySecrets();
  return { settings, secrets, store: createProfileStore({ settings, secrets, clock: manualClock() }) };
}

describe('the saved profile', () => {
  test('is none before anybody connected', async () => {
    expect(await storeOver().store.load()).toEqual({ state: 'none' });
  });

  test('comes back whole after a restart', async () => {
    const { store, settings, secrets } = storeOver();
    await store.save(UAT);
    const loaded = await storeOver({ settings, secrets }).store.load();
    expect(loaded).toEqual({
      state: 'ready',
      profile: { ...UAT, keeping: 'os-store', assumptions: standardAssumptions },
    });
  });

  test('keeps what its environment calls things for its address, also while another is connected', async () => {
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

  test('has nothing secret in its settings, nor in what the window sees', async () => {
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

  test('names what is missing when the secrets were kept in memory only', async () => {
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
    const prodSecrets = new Map(secrets.kept);
    expect([...prodSecrets.keys()].filter((key) => uatSecrets.has(key))).toEqual([]);
    for (const [key, value] of uatSecrets) secrets.kept.set(key, value);
    for (const key of prodSecrets.keys()) secrets.kept.delete(key);
    expect(await storeOver({ settings, secrets }).store.load()).toMatchObject({ state: 'incomplete' });
  });

  test('the login of the one before is forgotten when another is saved', async () => {
    const { store, secrets } = storeOver();
    await store.save(UAT);
    await store.save(PROD);
    expect([...secrets.kept.values()].join(' ')).not.toContain('uat');
  });

  test('a relay token is forgotten when the relay is taken out', async () => {
    const { store, secrets } = storeOver();
    await store.save(UAT);
    await store.save({ ...UAT, relay: null });
    expect([...secrets.kept.values()]).not.toContain('uat-token-canary');
  });
});

test('disconnecting forgets the profile and every secret of it', async () => {
  const { store, secrets } = storeOver();
  await store.save(UAT);
  await store.disconnect();
  expect(secrets.kept.size).toBe(0);
  expect(await store.load()).toEqual({ state: 'none' });
});

test('disconnecting also forgets secrets that damaged settings no longer name', async () => {
  const { store, secrets } = storeOver();
  await store.save(UAT);
  const damaged = storeOver({ settings: memorySettings('torn'), secrets });
  await damaged.store.load();
  await damaged.store.disconnect();
  expect([...secrets.kept]).toEqual([]);
});

describe('settings that cannot be understood', () => {
  test.each<readonly [string, unknown]>([
    ['a torn file', '{"version":1,"curr'],
    ['another version', { version: 9, profile: {} }],
    [
      'a damaged address',
      { version: 1, damaged: [], current: { address: {}, customer: {}, relayUrl: null } },
    ],
  ])('%s: said once, kept aside, and connecting again works', async (_, content) => {
    const { store, settings } = storeOver({ settings: memorySettings(content) });
    expect(await store.load()).toMatchObject({
      state: 'damaged',
      problem: { code: 'configuration-missing' },
    });
    expect(settings.read()).toMatchObject({ current: null, damaged: [{ content }] });
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
