import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { groupId, productId } from '../../../shared/ids.ts';
import { type AssumptionSettings, resolveAssumptions } from '../../../shared/operator/assumptions.ts';
import { notable } from '../../operator/seed/notable.ts';
import { connect, connection, type Core, operatorWith, startCore } from './core.ts';

/** Waits until a pass through the fleet is over, and answers the parts this environment does not offer. */
const afterSync = ({ call }: Core) =>
  vi.waitFor(
    async () => {
      const { sync } = await call('app.status', {});
      if (sync.state !== 'complete') throw new Error(JSON.stringify(sync));
      return sync.notOffered;
    },
    { interval: 20 },
  );

const changed = (settings: AssumptionSettings) => resolveAssumptions(settings);

const movedOperations = {
  'GET /groups': '/vehicle-groups',
  'GET /cars/{carId}/events': '/cars/{carId}/history',
};
const moved = { groups: '/vehicle-groups', carEvents: '/cars/{carId}/history' };

test('calls at other paths are offered as soon as the paths are set, without a restart', async () => {
  const operator = await operatorWith({ movedOperations });
  const core = await startCore();
  await connect(core, operator);
  expect(await afterSync(core)).toContain('groups');
  expect(await core.call('directory.carEvents', { carId: 20_001 })).toEqual({ state: 'not-offered' });

  const view = await core.call('connect.changeAssumptions', changed({ paths: moved }));
  expect(view).toMatchObject({ values: { paths: moved }, kept: true });
  await vi.waitFor(async () => {
    const { rows } = await core.call('directory.listGroups', { text: '', limit: 5, offset: 0 });
    expect(rows.length).toBeGreaterThan(0);
  });
  expect(await core.call('directory.carEvents', { carId: 20_001 })).toMatchObject({ state: 'read' });
});

test('another field name reaches a write that the queue sends @long', async () => {
  const operator = await operatorWith({ groupProductField: 'id' });
  const core = await startCore();
  await connect(core, operator);
  await afterSync(core);
  await core.call('connect.changeAssumptions', changed({ groupProductField: 'id' }));
  await afterSync(core);
  const group = [...operator.state.groups.values()].find(({ name }) => name === notable.emptyGroup);
  const box = [...operator.state.products.values()].find(
    ({ serialNumber }) => serialNumber === notable.boxes.free[0],
  );
  await core.call('edits.addProductToGroup', {
    groupId: groupId.parse(group?.id),
    productId: productId.parse(box?.id),
  });
  await vi.waitFor(() => expect([...(group?.productIds ?? [])]).toEqual([box?.id]));
  expect(operator.violations.all).toEqual([]);
});

test('assumptions belong to the profile and persist with it; another environment has its own', async () => {
  const operator = await operatorWith({ movedOperations });
  const other = await operatorWith({});
  const core = await startCore();
  await connect(core, operator);
  await core.call('connect.changeAssumptions', changed({ paths: moved }));
  await connect(core, other);
  expect((await core.call('connect.assumptions', {})).values).toEqual(changed({}));
  expect(await afterSync(core)).toEqual([]);
  await connect(core, operator);
  expect((await core.call('connect.assumptions', {})).values).toEqual(changed({ paths: moved }));
  await core.close();

  const again = await startCore({ dataDir: core.dataDir, secrets: core.secrets });
  expect(await again.call('connect.assumptions', {})).toEqual({
    values: changed({ paths: moved }),
    kept: true,
  });
  expect(await afterSync(again)).toEqual([]);
  // Only what differs is written, so that a better standard reaches everybody.
  const written = readFileSync(join(core.dataDir, 'profile.json'), 'utf8');
  expect(written).toContain('/vehicle-groups');
  expect(written).not.toContain('"/brands"');
});

test('Connect finds out by itself that the login is taken as JSON only, and keeps it', async () => {
  const operator = await operatorWith({ tokenBody: 'json' });
  const core = await startCore();
  const login = connection(operator);
  const { customers } = await core.call('connect.customers', login);
  expect(customers.map(({ id }) => id)).toContain(notable.customerId);
  await connect(core, operator);
  expect(await afterSync(core)).toEqual([]);
  expect((await core.call('connect.assumptions', {})).values).toEqual(changed({ tokenBody: 'json' }));
});

test('a managed laptop takes them from its environment, and a change there lasts for the run @long', async () => {
  const operator = await operatorWith({ movedOperations, tokenBody: 'json' });
  const { address, credentials } = connection(operator);
  const env = {
    BOXWRIGHT_ENVIRONMENT: address.environment,
    BOXWRIGHT_BASE_URL: address.baseUrl,
    BOXWRIGHT_API_KEY: credentials.apiKey,
    BOXWRIGHT_USERNAME: credentials.username,
    BOXWRIGHT_PASSWORD: credentials.password,
    BOXWRIGHT_CUSTOMER_ID: String(notable.customerId),
    BOXWRIGHT_ASSUMPTIONS: JSON.stringify({ tokenBody: 'json', paths: { groups: moved.groups } }),
  };
  const core = await startCore({ env });
  expect(await afterSync(core)).toEqual([]);
  expect(await core.call('connect.assumptions', {})).toMatchObject({
    values: { tokenBody: 'json', paths: { groups: moved.groups } },
    kept: false,
  });
  const all = changed({ tokenBody: 'json', paths: moved });
  expect(await core.call('connect.changeAssumptions', all)).toEqual({ values: all, kept: false });
  await core.close();
  const again = await startCore({ env, dataDir: core.dataDir });
  const { values } = await again.call('connect.assumptions', {});
  expect(values.paths.carEvents).toBe(changed({}).paths.carEvents);
});
