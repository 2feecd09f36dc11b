import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { backupFileAt } from '../../../electron/db/recovery/backups.ts';
import {
  allMountings,
  hasMountingPhoto,
  insertMountingPhoto,
} from '../../../electron/db/tables/directory/mountings.ts';
import { noteDeviceKey } from '../../../electron/db/tables/queue/device-keys.ts';
import { readJob } from '../../../electron/db/tables/queue/jobs.ts';
import { createSigner, makeKeyPair } from '../../../electron/trust/signatures.ts';
import type { JobId } from '../../../shared/ids.ts';
import { logEntryId } from '../../../shared/ids.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { deviceKey, type DeviceKey } from '../../../shared/relay/access.ts';
import { removal, removalOrderId, type Removal } from '../../../shared/relay/removals.ts';
import { canonicalRemoval } from '../../../shared/relay/signing.ts';
import { ok } from '../../../shared/result.ts';
import { DAY, HOUR } from '../../../shared/time.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { namingCopies } from '../supervision/naming-copies.ts';
import { openLaptop, refusedWith, target, THEN } from './laptop.ts';

type Laptop = ReturnType<typeof openLaptop>;

let made = 0;
const uuid = () => {
  made += 1;
  return `0b7b2f1c-52f8-4a6c-9a0e-${String(made).padStart(12, '0')}`;
};

/** A laptop of the customer with a key of its own, known here as the relay tells of it. */
function knownAs(at: Laptop, role: DeviceKey['role'], device = uuid(), laptop = 'Office') {
  const signer = createSigner(makeKeyPair());
  const reported = { sequence: 1, device, laptop, role, key: signer.key, storage: 'secret-store' };
  at.database.write((context) => {
    noteDeviceKey(context, deviceKey.parse({ ...reported, registeredAt: 1 }), 1);
  });
  return { signer, device };
}

/** An order as the relay hands it out; `more` changes it after it was signed. */
function order(
  signer: ReturnType<typeof createSigner> | null,
  asked: {
    readonly jobs?: readonly JobId[];
    readonly photos?: readonly string[];
    readonly withdraws?: string;
  },
  more: Partial<Removal> = {},
): Removal {
  const said = removal.parse({
    sequence: (made += 1),
    id: logEntryId.parse(uuid()),
    jobs: asked.jobs ?? [],
    reviews: [],
    photos: asked.photos ?? [],
    reason: 'Asked in writing',
    request: 'the-person',
    order: uuid(),
    orderedAt: 1,
    withdraws: asked.withdraws ?? null,
    receivedAt: 1,
  });
  return { ...said, signed: signer?.sign(canonicalRemoval(target, said)) ?? null, ...more };
}

/** A finished job, or an open one, with an entry that names its car. */
function fitted(laptop: Laptop, finished = true): JobId {
  const job = laptop.job('Kim', {}, finished);
  laptop.record('Kim', job, 'vin-confirmed', { vin: 'WVWZZZ1KZAW000001' });
  return job;
}

const isHere = ({ database }: Laptop, job: JobId) => readJob(database.sqlite, job) !== undefined;
const entriesOf = ({ database }: Laptop, type: string) =>
  database.sqlite.prepare<[string], string>('SELECT data FROM log_entry WHERE type = ?').pluck().all(type);
const later = (laptop: Laptop, ms: number) => {
  laptop.judgeBy.now = (laptop.judgeBy.now ?? 0) + ms;
};

test('an order drops the photos of colleagues from memory, also where this laptop has nothing of the job', async () => {
  const bytes = Buffer.from(madeJpeg());
  const digest = attachmentDigest.parse(createHash('sha256').update(bytes).digest('hex'));
  const asked = vi.fn<() => void>();
  const laptop = openLaptop({
    sharedNotes: () => Promise.reject(new Error('no note is read')),
    attachment: () => {
      asked();
      return Promise.resolve(ok({ mediaType: 'image/jpeg', bytes }));
    },
  });
  const { signer } = knownAs(laptop, 'supervisor');
  const copies = namingCopies([digest]);
  await laptop.photos.get(copies, digest);
  await laptop.photos.get(copies, digest);
  expect(asked).toHaveBeenCalledTimes(1);
  await laptop.service.take([order(signer, { photos: [digest] })]);
  later(laptop, 7 * DAY + HOUR);
  await laptop.service.carryOutDue();
  await laptop.photos.get(copies, digest);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a supervisor’s order removes nothing for seven days, then its subjects, and records the effect', async () => {
  const laptop = openLaptop();
  const { signer } = knownAs(laptop, 'supervisor');
  const named = fitted(laptop);
  const other = fitted(laptop);
  await laptop.service.take([order(signer, { jobs: [named] })]);

  expect(isHere(laptop, named)).toBe(true);
  expect(laptop.service.state().received).toMatchObject([
    { laptop: 'Office', signature: 'verified', state: 'waiting', here: { jobs: 1 }, effect: null },
  ]);
  later(laptop, 7 * DAY - HOUR);
  await laptop.service.carryOutDue();
  expect(isHere(laptop, named)).toBe(true);
  later(laptop, 2 * HOUR);
  await laptop.service.carryOutDue();
  expect([isHere(laptop, named), isHere(laptop, other)]).toEqual([false, true]);
  expect(laptop.service.state().received).toMatchObject([{ state: 'done', effect: { jobs: 1 } }]);
  expect(entriesOf(laptop, 'removal-received')).toHaveLength(1);
  expect(entriesOf(laptop, 'removal-carried-out').map((data): unknown => JSON.parse(data))).toMatchObject([
    { by: 'time', jobs: 1, entries: 1 },
  ]);
  expect(await laptop.checkLog()).toMatchObject({ kind: 'sound' });
});

/** A laptop with a backup in its place. */
function withBackup() {
  const laptop = openLaptop();
  const file = backupFileAt(join(laptop.folder, 'backups'), THEN);
  mkdirSync(dirname(file));
  writeFileSync(file, 'a backup');
  return { laptop, signer: knownAs(laptop, 'supervisor').signer, isKept: () => existsSync(file) };
}

test('an order leaves backups until it takes effect', async () => {
  const { laptop, signer, isKept } = withBackup();
  const named = fitted(laptop);
  await laptop.service.take([order(signer, { jobs: [named] })]);
  later(laptop, 7 * DAY - HOUR);
  await laptop.service.carryOutDue();
  expect([isHere(laptop, named), isKept()]).toEqual([true, true]);
  later(laptop, 2 * HOUR);
  await laptop.service.carryOutDue();
  expect([isHere(laptop, named), isKept()]).toEqual([false, false]);
});

test('an order also takes the copies of a colleague’s photo, and the mounting note with it', async () => {
  const laptop = openLaptop();
  const { signer } = knownAs(laptop, 'supervisor');
  const photo = (words: string) => {
    const sha256 = attachmentDigest.parse(createHash('sha256').update(words).digest('hex'));
    const row = { sha256, media_type: 'image/jpeg', bytes: Buffer.from(words), fetched_at: THEN };
    laptop.directory.write((context) => insertMountingPhoto(context, row));
    return sha256;
  };
  const [seat, unnoted] = [photo('a face behind the seat'), photo('a plate')];
  laptop.mounting('', 'behind the seat', `${photo('the boot')} ${seat}`);
  laptop.mounting('', 'under the dash');
  await laptop.service.take([order(signer, { photos: [seat, unnoted] })]);
  const kept = () => ({
    notes: allMountings(laptop.directory.sqlite).length,
    seat: hasMountingPhoto(laptop.directory.sqlite, seat),
    unnoted: hasMountingPhoto(laptop.directory.sqlite, unnoted),
  });
  expect(kept()).toEqual({ notes: 2, seat: true, unnoted: true });
  later(laptop, 8 * DAY);
  await laptop.service.carryOutDue();
  expect(kept()).toEqual({ notes: 1, seat: false, unnoted: false });
  expect(laptop.filesSaying('behind the seat')).toEqual([]);
});

test('an order also takes a colleague’s mounting note of its job', async () => {
  const laptop = openLaptop();
  const { signer } = knownAs(laptop, 'supervisor');
  const named = createIds().job();
  laptop.mounting('', 'behind the seat of Kim', '', named);
  laptop.mounting('', 'under the dash');
  await laptop.service.take([order(signer, { jobs: [named] })]);
  expect(allMountings(laptop.directory.sqlite)).toHaveLength(2);
  later(laptop, 8 * DAY);
  await laptop.service.carryOutDue();
  expect(allMountings(laptop.directory.sqlite)).toHaveLength(1);
  expect(laptop.filesSaying('seat of Kim')).toEqual([]);
});

test('an order for a colleague’s note alone is repeated after an interruption', async () => {
  const laptop = openLaptop();
  const { signer } = knownAs(laptop, 'supervisor');
  const named = createIds().job();
  laptop.mounting('', 'behind the seat of Kim', '', named);
  await laptop.service.take([order(signer, { jobs: [named] })]);
  later(laptop, 8 * DAY);
  const asking = vi.spyOn(laptop.directory, 'ask').mockRejectedValueOnce(new Error('the app ended'));
  await expect(laptop.service.carryOutDue()).rejects.toThrow('the app ended');
  expect(allMountings(laptop.directory.sqlite)).toHaveLength(1);
  asking.mockRestore();
  await laptop.service.carryOutDue();
  expect(allMountings(laptop.directory.sqlite)).toEqual([]);
  expect(entriesOf(laptop, 'removal-carried-out')).toHaveLength(1);
});

test('an order that names nothing of this laptop leaves its backups', async () => {
  const { laptop, signer, isKept } = withBackup();
  await laptop.service.take([order(signer, { jobs: [createIds().job()] })]);
  later(laptop, 8 * DAY);
  await laptop.service.carryOutDue();
  expect(isKept()).toBe(true);
});

test.each([
  ['no signature', 'unsigned'],
  ['an installer’s key', 'not-supervisor'],
  ['a key of no known laptop', 'unknown-key'],
  ['a key that replaced the one seen first', 'changed-key'],
  ['a signature over another order', 'wrong'],
] as const)('an order with %s never takes effect by itself', async (_, signature) => {
  const laptop = openLaptop();
  const job = fitted(laptop);
  const asked = { jobs: [job] };
  const orders = {
    unsigned: () => order(null, asked),
    'not-supervisor': () => order(knownAs(laptop, 'installer').signer, asked),
    'unknown-key': () => order(createSigner(makeKeyPair()), asked),
    'changed-key': () =>
      order(knownAs(laptop, 'supervisor', knownAs(laptop, 'supervisor').device).signer, asked),
    wrong: () => order(knownAs(laptop, 'supervisor').signer, {}, asked),
  };
  await laptop.service.take([orders[signature]()]);
  later(laptop, 400 * DAY);
  await laptop.service.carryOutDue();
  expect(isHere(laptop, job)).toBe(true);
  const [shown] = laptop.service.state().received;
  expect(shown).toMatchObject({ signature, state: 'waiting', dueAt: null, shownJobs: [{ id: job }] });
  if (shown === undefined) throw new Error('nothing is shown');
  // A person of this laptop who has seen it may do so all the same.
  await laptop.service.decide(shown.id, 'now');
  expect(isHere(laptop, job)).toBe(false);
});

test('a person keeps what an order names, lets it wait again, and cannot decide after it was carried out', async () => {
  const laptop = openLaptop();
  const { signer } = knownAs(laptop, 'supervisor');
  const job = fitted(laptop);
  const asked = order(signer, { jobs: [job] });
  await laptop.service.take([asked]);
  await laptop.service.decide(asked.id, 'keep');
  later(laptop, 8 * DAY);
  await laptop.service.take([asked]);
  expect(isHere(laptop, job)).toBe(true);
  await laptop.service.decide(asked.id, 'wait');
  await laptop.service.carryOutDue();
  expect(isHere(laptop, job)).toBe(false);
  await expect(laptop.service.decide(asked.id, 'keep')).rejects.toMatchObject(refusedWith('removal-decided'));
  expect(entriesOf(laptop, 'removal-decided')).toHaveLength(2);
});

test('an order that its own laptop takes back removes nothing; another laptop cannot take it back', async () => {
  const laptop = openLaptop();
  const { signer } = knownAs(laptop, 'supervisor');
  const stranger = knownAs(laptop, 'supervisor', uuid(), 'Second office');
  const [first, second] = [fitted(laptop), fitted(laptop)];
  const orders = [order(signer, { jobs: [first] }), order(signer, { jobs: [second] })];
  await laptop.service.take(orders);
  await laptop.service.take([
    order(signer, { withdraws: orders[0]?.order ?? '' }),
    order(stranger.signer, { withdraws: orders[1]?.order ?? '' }),
  ]);
  later(laptop, 8 * DAY);
  await laptop.service.carryOutDue();
  expect([isHere(laptop, first), isHere(laptop, second)]).toEqual([true, false]);
  expect(removalOrderId.safeParse(orders[0]?.order).success).toBe(true);
});

test('a later key of the ordering laptop takes nothing back', async () => {
  const laptop = openLaptop();
  const { signer, device } = knownAs(laptop, 'supervisor');
  const other = knownAs(laptop, 'supervisor', device);
  const job = fitted(laptop);
  const asked = order(signer, { jobs: [job] });
  await laptop.service.take([asked, order(other.signer, { withdraws: asked.order ?? '' })]);
  later(laptop, 8 * DAY);
  await laptop.service.carryOutDue();
  expect(isHere(laptop, job)).toBe(false);
});

test('made-up orders, however many, leave a withdrawal its effect', async () => {
  const laptop = openLaptop();
  const { signer } = knownAs(laptop, 'supervisor');
  const job = fitted(laptop);
  const asked = order(signer, { jobs: [job] });
  await laptop.service.take([asked, ...Array.from({ length: 1000 }, () => order(null, { jobs: [job] }))]);
  await laptop.service.take([order(null, { jobs: [job] }), order(signer, { withdraws: asked.order ?? '' })]);
  later(laptop, 8 * DAY);
  await laptop.service.carryOutDue();
  expect(isHere(laptop, job)).toBe(true);
});

test('an order for everything removes at most twenty jobs a day, and never unfinished work', async () => {
  const laptop = openLaptop();
  const { signer } = knownAs(laptop, 'supervisor');
  const jobs = Array.from({ length: 30 }, () => fitted(laptop));
  const open = fitted(laptop, false);
  await laptop.service.take([order(signer, { jobs: [...jobs, open] })]);
  later(laptop, 8 * DAY);
  await laptop.service.carryOutDue();
  const left = () => jobs.filter((job) => isHere(laptop, job)).length;
  expect(left()).toBe(10);
  await laptop.service.carryOutDue();
  expect(left()).toBe(10);
  expect(isHere(laptop, open)).toBe(true);
  expect(laptop.service.state().received).toMatchObject([{ state: 'waiting', effect: { jobs: 20 } }]);
});

test('the wait is not shortened by a laptop whose time is not known for sure', async () => {
  const laptop = openLaptop();
  const { signer } = knownAs(laptop, 'supervisor');
  const job = fitted(laptop);
  await laptop.service.take([order(signer, { jobs: [job] })]);
  laptop.judgeBy.now = null;
  await laptop.service.carryOutDue();
  expect(isHere(laptop, job)).toBe(true);
});

test.each([
  [
    'that a person keeps',
    async (laptop: Laptop, asked: Removal) => laptop.service.decide(asked.id, 'keep'),
    'kept',
  ],
  [
    'that its own laptop withdraws',
    async (laptop: Laptop, asked: Removal, signer: ReturnType<typeof createSigner>) =>
      laptop.service.take([order(signer, { withdraws: asked.order ?? '' })]),
    'withdrawn',
  ],
] as const)('an order %s at the moment at which it is due removes nothing', async (_, act, state) => {
  const laptop = openLaptop();
  const { signer } = knownAs(laptop, 'supervisor');
  const job = fitted(laptop);
  const asked = order(signer, { jobs: [job] });
  await laptop.service.take([asked]);
  later(laptop, 8 * DAY);
  const carriedOut = laptop.service.carryOutDue();
  await act(laptop, asked, signer);
  await carriedOut;
  expect(isHere(laptop, job)).toBe(true);
  expect(laptop.service.state().received).toMatchObject([{ state, effect: null }]);
});

test('a person may carry out an order that was kept before', async () => {
  const laptop = openLaptop();
  const { signer } = knownAs(laptop, 'supervisor');
  const job = fitted(laptop);
  const asked = order(signer, { jobs: [job] });
  await laptop.service.take([asked]);
  await laptop.service.decide(asked.id, 'keep');
  await laptop.service.decide(asked.id, 'now');
  expect(isHere(laptop, job)).toBe(false);
});
