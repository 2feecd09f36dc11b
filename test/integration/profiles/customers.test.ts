import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type ConnectionId, carId, customerId, groupId } from '../../../shared/ids.ts';
import type { AppStatus } from '../../../shared/domain/status.ts';
import { lockFolder } from '../../../electron/db/folder-lock.ts';
import { profileFolder } from '../../../electron/profiles/profile.ts';
import type { AppCoreDeps } from '../../../electron/app/app-core.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { memorySecrets } from '../../unit/profiles/memory-stores.ts';
import { connection, type Core, operatorWith, startCore, variablesFor } from './core.ts';
import { recordingFront } from './recording-front.ts';

const north = { id: customerId.parse(notable.customerId), name: 'Fleet North' };
const south = { id: customerId.parse(notable.otherCustomerId), name: 'Fleet South' };

/** A laptop of two customers of one login; the first one is shown. */
async function twoCustomers(parts: Parameters<typeof startCore>[0] = {}) {
  const operator = await operatorWith({});
  const secrets = memorySecrets();
  const core = await startCore({ secrets, ...parts });
  await core.call('connect.save', { ...connection(operator), customer: south, relay: null });
  const first = core.page('page of north');
  await first('connect.save', { ...connection(operator), customer: north, relay: null });
  return { operator, core, first, secrets };
}

const shownOf = ({ customers }: AppStatus) => customers.find(({ isShown }) => isShown)?.name ?? null;
const idOf = async (call: Core['call'], name: string): Promise<ConnectionId> => {
  const found = (await call('app.status', {})).customers.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no customer ${name}`);
  return found.id;
};
const writes = ({ journal }: RunningOperator, customer: number) =>
  journal.entries.filter((entry) => entry.method === 'PUT' && entry.customerId === customer);

test('a request of one customer never carries a word of another, also when the window switches while it is sent', async () => {
  const [uat, prod] = await Promise.all([
    operatorWith({ apiKey: 'uat-key', username: 'uat-user', password: 'uat-password' }),
    operatorWith({ apiKey: 'prod-key', username: 'prod-user', password: 'prod-password' }),
  ]);
  const [uatFront, prodFront] = await Promise.all([recordingFront(uat), recordingFront(prod)]);
  const core = await startCore();
  const ofUat = { ...connection(uat), customer: north, relay: null };
  const ofProd = { ...connection(prod), customer: south, relay: null };
  await core.call('connect.save', { ...ofUat, address: { ...ofUat.address, baseUrl: uatFront.url } });
  const second = core.page('second');
  await second('connect.save', {
    ...ofProd,
    address: { ...ofProd.address, environment: 'prod', baseUrl: prodFront.url },
  });
  const [uatId, prodId] = [await idOf(second, 'Fleet North'), await idOf(second, 'Fleet South')];

  await second('customers.show', { id: uatId });
  uat.faults.add({ method: 'PUT', path: '/groups', effect: { kind: 'hold' } });
  const pageOfUat = core.page('page of uat');
  await pageOfUat('edits.createGroup', { name: 'Vans of the north' });
  await vi.waitFor(() => expect(uat.faults.all[0]?.hits).toBe(1));
  // Ordered by the page of the first customer before, during and after the switch.
  const ordered = [
    pageOfUat('edits.createGroup', { name: 'North before' }),
    pageOfUat('customers.show', { id: prodId }),
    pageOfUat('edits.createGroup', { name: 'North meanwhile' }),
  ];
  await Promise.all(ordered);
  await pageOfUat('edits.createGroup', { name: 'North after' });
  await core.page('page of prod')('edits.createGroup', { name: 'Vans of the south' });
  uat.faults.clear();

  await vi.waitFor(() => {
    const named = (operator: RunningOperator, customer: number) =>
      writes(operator, customer)
        .filter(({ applied }) => applied)
        .map(({ body }) => body ?? '')
        .join(' ');
    for (const name of ['before', 'meanwhile', 'after'])
      expect(named(uat, north.id)).toContain(`North ${name}`);
    expect(named(prod, south.id)).toContain('Vans of the south');
  });
  const [atUat, atProd] = [uatFront.seen(), prodFront.seen()];
  for (const word of ['prod-key', 'prod-user', 'prod-password', String(south.id), 'south', prodFront.url])
    expect(atUat).not.toContain(word);
  for (const word of ['uat-key', 'uat-user', 'uat-password', String(north.id), 'North', uatFront.url])
    expect(atProd).not.toContain(word);
  expect([...uat.violations.all, ...prod.violations.all]).toEqual([]);
});

test('the window loads its page again for another customer, and the page of the one before keeps its own', async () => {
  const loadPage = vi.fn<() => void>();
  const { core, first } = await twoCustomers({ loadPage });
  expect(loadPage).toHaveBeenCalledTimes(1);
  expect((await first('app.status', {})).profile).toMatchObject({ customerName: 'Fleet South' });
  const page = core.page('loaded again');
  expect((await page('app.status', {})).profile).toMatchObject({ customerName: 'Fleet North' });
  await page('customers.show', { id: await idOf(page, 'Fleet North') });
  expect(loadPage).toHaveBeenCalledTimes(1);
});

test('customers under one login share it, and each request names its own customer', async () => {
  const { operator, core, secrets } = await twoCustomers();
  const page = core.page('loaded again');
  await page('edits.createGroup', { name: 'Of the north' });
  await page('customers.show', { id: await idOf(page, 'Fleet South') });
  await core.page('third')('edits.createGroup', { name: 'Of the south' });
  await vi.waitFor(() => {
    expect(writes(operator, north.id).map(({ body }) => body)).toEqual(['{"name":"Of the north"}']);
    expect(writes(operator, south.id).map(({ body }) => body)).toEqual(['{"name":"Of the south"}']);
  });
  expect([...secrets.kept.keys()].filter((key) => key.endsWith('/password'))).toHaveLength(1);
  expect(readFileSync(join(core.dataDir, 'profile.json'), 'utf8')).not.toContain(operator.settings.password);
});

test('a customer that is not shown goes on sending, and after a restart too', async () => {
  const { operator, core } = await twoCustomers();
  const page = core.page('loaded again');
  operator.faults.add({
    method: 'PUT',
    path: '/groups',
    count: 'all',
    effect: { kind: 'status', status: 503 },
  });
  await page('edits.createGroup', { name: 'Of the north' });
  await vi.waitFor(() => expect(operator.faults.all[0]?.hits).toBeGreaterThan(0));
  await page('customers.show', { id: await idOf(page, 'Fleet South') });
  await core.close();
  operator.faults.clear();

  const again = await startCore({ dataDir: core.dataDir, secrets: core.secrets });
  const { customers, profile } = await again.call('app.status', {});
  expect(profile).toMatchObject({ customerName: 'Fleet South' });
  expect(customers.map(({ name, connection }) => [name, connection === null])).toEqual([
    ['Fleet South', false],
    ['Fleet North', true],
  ]);
  again.painted();
  await vi.waitFor(() => {
    expect(writes(operator, north.id).filter(({ applied }) => applied)).toHaveLength(1);
  });
});

test('the choices of one customer are not offered for another', async () => {
  const { core } = await twoCustomers();
  const page = core.page('loaded again');
  await page('app.changePreferences', {
    lastGroupId: groupId.parse(7),
    lastGroupName: 'Vans',
    theme: 'dark',
  });
  await page('customers.show', { id: await idOf(page, 'Fleet South') });
  const other = core.page('third');
  expect(await other('app.preferences', {})).toMatchObject({
    lastGroupId: null,
    lastGroupName: null,
    theme: 'dark',
  });
  await other('customers.show', { id: await idOf(other, 'Fleet North') });
  expect(await core.page('fourth')('app.preferences', {})).toMatchObject({ lastGroupName: 'Vans' });
});

test('a job is found again after switching back, and by no other customer', async () => {
  const { operator, core } = await twoCustomers();
  const page = core.page('loaded again');
  await vi.waitFor(async () => {
    const { rows } = await page('directory.searchCars', { text: 'M BX 1077', limit: 1 });
    expect(rows).toHaveLength(1);
  });
  const [car = 0] = operator.state.cars.keys();
  const job = await page('jobs.start', { kind: 'installation', carId: carId.parse(car) });
  await page('jobs.saveDraft', { jobId: job.id, step: 'before', draft: '{"note":"scratch at the door"}' });
  await page('customers.show', { id: await idOf(page, 'Fleet South') });
  const other = core.page('third');
  expect((await other('jobs.list', {})).jobs).toEqual([]);
  await expect(other('jobs.get', { jobId: job.id })).rejects.toThrow('not-found');
  await other('customers.show', { id: await idOf(other, 'Fleet North') });
  const back = core.page('fourth');
  expect((await back('jobs.list', {})).jobs.map(({ id }) => id)).toEqual([job.id]);
  expect((await back('jobs.get', { jobId: job.id })).drafts).toEqual({
    before: '{"note":"scratch at the door"}',
  });
});

test('a customer whose folder is in use is reported, and the other one works', async () => {
  const { core, operator } = await twoCustomers();
  const page = core.page('loaded again');
  const northId = await idOf(page, 'Fleet North');
  const southId = await idOf(page, 'Fleet South');
  await page('customers.show', { id: southId });
  await core.close();
  const place = profileFolder(core.dataDir, { address: connection(operator).address, customerId: north.id });
  const lock = lockFolder(place.folder);
  const again = await startCore({ dataDir: core.dataDir, secrets: core.secrets });
  again.painted();
  await vi.waitFor(async () => {
    const { customers } = await again.call('app.status', {});
    expect(customers.find(({ id }) => id === northId)?.problem).toMatchObject({ code: 'folder-in-use' });
  });
  await again.call('customers.show', { id: northId });
  const failed = again.page('of the one that cannot be opened');
  expect(await failed('app.status', {})).toMatchObject({
    profile: null,
    startFailure: { problem: { code: 'folder-in-use' } },
  });
  await expect(failed('jobs.list', {})).rejects.toThrow('not-connected');
  lock.release();
  await failed('app.startAgain', {});
  expect(shownOf(await failed('app.status', {}))).toBe('Fleet North');
  expect((await failed('app.status', {})).profile).toMatchObject({ customerName: 'Fleet North' });
});

test('a customer that is removed leaves its work on disk, and its page reaches no other customer', async () => {
  const { core } = await twoCustomers();
  const page = core.page('loaded again');
  await page('customers.remove', { id: await idOf(page, 'Fleet North') });
  await expect(page('jobs.list', {})).rejects.toThrow('customer-gone');
  const next = core.page('third');
  const status = await next('app.status', {});
  expect(status.profile).toMatchObject({ customerName: 'Fleet South' });
  expect(status.customers.map(({ name }) => name)).toEqual(['Fleet South']);
});

test('forgetting the laptop forgets all customers and every secret', async () => {
  const { core, secrets } = await twoCustomers();
  const page = core.page('loaded again');
  await page('connect.disconnect', {});
  expect(secrets.kept.size).toBe(0);
  expect(await page('app.status', {})).toMatchObject({ profile: null, customers: [] });
});

test('a customer that the policy does not allow is neither opened nor offered', async () => {
  const { core } = await twoCustomers();
  const southId = await idOf(core.page('loaded again'), 'Fleet South');
  await core.close();
  const file = join(core.dataDir, 'policy.json');
  writeFileSync(file, JSON.stringify({ customers: [north.id] }));
  const again = await startCore({
    dataDir: core.dataDir,
    secrets: core.secrets,
    policySources: [{ kind: 'file', file }],
  });
  again.painted();
  expect((await again.call('app.status', {})).customers.map(({ name }) => name)).toEqual(['Fleet North']);
  await expect(again.call('customers.show', { id: southId })).rejects.toThrow('not-found');
});

test('a laptop whose variables name the connection has no other customers', async () => {
  const { core, operator } = await twoCustomers();
  await core.close();
  const managed = await startCore({
    dataDir: core.dataDir,
    secrets: core.secrets,
    env: variablesFor(operator),
  });
  managed.painted();
  const status = await managed.call('app.status', {});
  expect([status.profile?.customerId, status.customers]).toEqual([north.id, []]);
});

test('a page says that its own customer is shown, also while the window loads the page of the next', async () => {
  const { core } = await twoCustomers();
  const page = core.page('loaded again');
  await page('customers.show', { id: await idOf(page, 'Fleet South') });
  const [before, next] = [await page('app.status', {}), await core.page('third')('app.status', {})];
  expect([shownOf(before), before.profile?.customerName]).toEqual(['Fleet North', 'Fleet North']);
  expect([shownOf(next), next.profile?.customerName]).toEqual(['Fleet South', 'Fleet South']);
});

/** Work of Fleet North that the operator refuses, and the window at Fleet South. */
async function refusedElsewhere(parts: Parameters<typeof startCore>[0] = {}) {
  const all = await twoCustomers(parts);
  const { operator, core } = all;
  const page = core.page('loaded again');
  operator.faults.add({ method: 'PUT', path: '/groups', effect: { kind: 'status', status: 400 } });
  await page('edits.createGroup', { name: 'Vans of the north' });
  await vi.waitFor(async () => {
    expect((await page('app.status', {})).queue.needPerson).toBe(1);
  });
  const [northId, southId] = [await idOf(page, 'Fleet North'), await idOf(page, 'Fleet South')];
  await page('customers.show', { id: southId });
  return { ...all, northId, southId, south: core.page('page of south') };
}

test('the work that needs a person is read over all customers, and each page reads the others’', async () => {
  const { core, northId, south } = await refusedElsewhere();
  const ofNorth = { id: northId, name: 'Fleet North', jobs: [], jobCount: 0, lineCount: 1, besidesJobs: 1 };
  const { customers } = await south('customers.needsYou', {});
  expect(customers).toMatchObject([ofNorth]);
  expect(customers[0]?.lines).toMatchObject([
    { state: 'blocked', sentence: { params: { group: 'Vans of the north' } } },
  ]);
  const [line] = customers[0]?.lines ?? [];
  if (line === undefined) throw new Error('no line');
  await expect(south('queue.detail', { operationId: line.id })).rejects.toThrow('not-found');
  await south('customers.show', { id: northId });
  const north = core.page('page of north again');
  expect(await north('customers.needsYou', {})).toEqual({ customers: [] });
  expect((await north('queue.detail', { operationId: line.id })).operation.state).toBe('blocked');
});

test('the window learns that work of a customer that it does not show needs a person', async () => {
  const publish = vi.fn<AppCoreDeps['publish']>();
  const { operator, core } = await twoCustomers({ publish });
  const page = core.page('loaded again');
  operator.faults.add({ method: 'PUT', path: '/groups', count: 'all', effect: { kind: 'hold' } });
  await page('edits.createGroup', { name: 'Vans of the north' });
  await page('customers.show', { id: await idOf(page, 'Fleet South') });
  publish.mockClear();
  operator.faults.clear();
  await vi.waitFor(() => {
    expect(publish.mock.calls.map(([topics]) => topics.has('customers'))).toContain(true);
  });
  expect(publish.mock.calls.map(([topics]) => topics.has('queue'))).not.toContain(true);
});

test('a notification names its customer, and its click leads to that customer whichever is shown then', async () => {
  const show = vi.fn<AppCoreDeps['notifier']['show']>();
  const loadPage = vi.fn<AppCoreDeps['loadPage']>();
  const { core, northId, southId, south } = await refusedElsewhere({ notifier: { show }, loadPage });
  await vi.waitFor(() => expect(show).toHaveBeenCalledTimes(1));
  const [notice] = show.mock.lastCall ?? [];
  if (notice?.place.screen !== 'queue' || notice.place.operation === null) throw new Error('no operation');
  expect(notice.title).toBe('Fleet North: 1 operation needs you');
  expect(notice.away()).toBe(northId);

  loadPage.mockClear();
  await south('customers.show', { id: northId, place: notice.place });
  expect(loadPage.mock.calls).toEqual([[notice.place]]);
  const north = core.page('page of north again');
  const detail = await north('queue.detail', { operationId: notice.place.operation });
  expect(detail.operation.sentence.params).toMatchObject({ group: 'Vans of the north' });
  expect(notice.away()).toBeNull();

  await north('customers.show', { id: southId });
  expect(notice.away()).toBe(northId);
});
