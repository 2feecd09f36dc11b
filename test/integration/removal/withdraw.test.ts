import { expect, test } from 'vitest';
import { noteDeviceKey } from '../../../electron/db/tables/queue/device-keys.ts';
import { readJob } from '../../../electron/db/tables/queue/jobs.ts';
import type { JobId } from '../../../shared/ids.ts';
import { deviceKey, type DeviceKey } from '../../../shared/relay/access.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { REMOVAL, removal, removalIn, type Removal } from '../../../shared/relay/removals.ts';
import { DAY } from '../../../shared/time.ts';
import { openLaptop } from './laptop.ts';

type Laptop = ReturnType<typeof openLaptop>;

const OFFICE = '0b7b2f1c-52f8-4a6c-9a0e-0000000000aa';

/** The orders of a laptop's log, as the relay hands them out. */
const ordersOf = ({ database }: Laptop): Removal[] =>
  database.sqlite
    .prepare<[], { id: string; number: number; type: string; data: string }>(
      'SELECT id, number, type, data FROM log_entry ORDER BY number',
    )
    .all()
    .flatMap(({ id, number, type, data }) => {
      const order = removalIn({ type, data });
      return order === null ? [] : [removal.parse({ ...order, sequence: number, id, receivedAt: number })];
    });

/** The key of the ordering laptop is known here, as the relay tells of it. */
function knows(at: Laptop, office: Laptop, role: DeviceKey['role']): void {
  const key = ordersOf(office)[0]?.signed?.key;
  const reported = { sequence: 1, device: OFFICE, laptop: 'Office', role, key, storage: 'secret-store' };
  at.database.write((context) => {
    noteDeviceKey(context, deviceKey.parse({ ...reported, registeredAt: 1 }), 1);
  });
}

/** The same job on both laptops, finished. */
function sharedJob(office: Laptop, bay: Laptop): JobId {
  const job = office.job('Kim');
  for (const laptop of [office, bay])
    laptop.record('Kim', job, 'vin-confirmed', { vin: 'WVWZZZ1KZAW000001' });
  const row = readJob(office.database.sqlite, job);
  if (row === undefined) throw new Error('there is no job');
  bay.put('job', { ...row });
  return job;
}

const isHere = ({ database }: Laptop, job: JobId) => readJob(database.sqlite, job) !== undefined;
const entriesOf = ({ database }: Laptop, type: string): unknown[] =>
  database.sqlite
    .prepare<[string], string>('SELECT data FROM log_entry WHERE type = ? ORDER BY number')
    .pluck()
    .all(type)
    .map((data): unknown => JSON.parse(data));
const later = (laptop: Laptop, ms: number) => {
  laptop.judgeBy.now = (laptop.judgeBy.now ?? 0) + ms;
};
const onlySent = ({ service }: Laptop) => {
  const [sent, ...others] = service.state().sent;
  if (sent === undefined || others.length > 0) throw new Error('not one order');
  return sent;
};

test.each(['supervisor', 'installer'] as const)(
  'an order that a %s’s laptop takes back removes nothing elsewhere, and both logs say so',
  async (role) => {
    const [office, bay] = [openLaptop(), openLaptop()];
    const job = sharedJob(office, bay);
    await office.removeAll('job', job);
    knows(bay, office, role);
    const orders = ordersOf(office);
    await bay.service.take(orders);
    expect(bay.service.state().received).toMatchObject([{ state: 'waiting' }]);
    const sent = onlySent(office);
    expect(sent).toMatchObject({ named: { jobs: 1 }, reason: 'It was asked for', withdrawnAt: null });

    office.service.withdraw(sent.id);
    expect(onlySent(office).id).toBe(sent.id);
    expect(onlySent(office).withdrawnAt).not.toBeNull();
    expect(entriesOf(office, REMOVAL)).toMatchObject([
      { order: orders[0]?.order, withdraws: null },
      { jobs: '', reviews: '', photos: '', withdraws: orders[0]?.order },
    ]);
    await bay.service.take(ordersOf(office));
    expect(bay.service.state().received).toMatchObject([{ state: 'withdrawn' }]);
    later(bay, 8 * DAY);
    await bay.service.carryOutDue();
    expect(isHere(bay, job)).toBe(true);
    expect(entriesOf(bay, 'removal-withdrawn')).toEqual([{ removal: sent.id }]);
    // A relay that is read from its beginning again changes nothing.
    await bay.service.take(ordersOf(office));
    expect(entriesOf(bay, 'removal-withdrawn')).toHaveLength(1);
    for (const laptop of [office, bay]) expect(await laptop.checkLog()).toMatchObject({ kind: 'sound' });
  },
);

test('each part of a large removal is taken back', async () => {
  const office = openLaptop();
  const digests: AttachmentDigest[] = [];
  for (let n = 0; n < 200; n += 1) digests.push(await office.photo(`photo ${n}`));
  const job = office.job('Kim');
  for (const digest of digests) office.record('Kim', job, 'photo-taken', { item: 'front', digest });
  await office.removeAll('job', job);
  const orders = ordersOf(office);
  expect(orders).toHaveLength(2);
  const sent = onlySent(office);
  expect(sent.named).toEqual({ jobs: 1, reviews: 0, photos: 200, plans: 0 });
  office.service.withdraw(sent.id);
  const back = ordersOf(office).flatMap(({ withdraws }) => withdraws ?? []);
  expect(new Set(back)).toEqual(new Set(orders.map(({ order }) => order)));
});

test('two removals are two orders, and one taken back leaves the other', async () => {
  const [office, bay] = [openLaptop(), openLaptop()];
  const [first, second] = [sharedJob(office, bay), sharedJob(office, bay)];
  await office.removeAll('job', first);
  await office.removeAll('job', second);
  const [newer, older] = office.service.state().sent;
  if (newer === undefined || older === undefined) throw new Error('not two orders');
  office.service.withdraw(older.id);
  knows(bay, office, 'supervisor');
  await bay.service.take(ordersOf(office));
  later(bay, 8 * DAY);
  await bay.service.carryOutDue();
  expect([isHere(bay, first), isHere(bay, second)]).toEqual([true, false]);
});

test('an order is taken back once, and only one that this laptop gave', async () => {
  const [office, bay] = [openLaptop(), openLaptop()];
  const job = sharedJob(office, bay);
  await office.removeAll('job', job);
  knows(bay, office, 'supervisor');
  await bay.service.take(ordersOf(office));
  const { id } = onlySent(office);
  expect(() => bay.service.withdraw(id)).toThrow('not-found');
  expect(bay.service.state().sent).toEqual([]);
  office.service.withdraw(id);
  const entries = ordersOf(office).length;
  expect(() => office.service.withdraw(id)).toThrow('removal-decided');
  expect(ordersOf(office)).toHaveLength(entries);
});
