import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { unreadRelayNotes } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { redactEntries } from '../../../electron/log/redact.ts';
import { verifyLog } from '../../../electron/log/verify.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import { firstBadEntry } from '../../../relay/log-entries.ts';
import { startForwarder, type Forwarder } from '../../kill/forwarder.ts';
import { backupCommand, relayProcess, tokenCommand, type RelayProcess } from '../relay/relay-process.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import { openLaptop, write, written, type LaptopPlace } from './laptop.ts';
import { chainsAt, readForks, readLog } from './read-relay.ts';

const portOf = (url: string): number => Number(new URL(url).port);

async function newToken(dataDir: string, role: 'installer' | 'supervisor'): Promise<string> {
  const made = await tokenCommand(
    dataDir,
    'create',
    '--role',
    role,
    '--name',
    'Bay',
    '--customer',
    String(CUSTOMER),
  );
  expect(made.code).toBe(0);
  return made.stdout.trim();
}

interface Hall {
  readonly relayDir: string;
  readonly way: Forwarder;
  readonly url: string;
  readonly supervisor: string;
  readonly laptopPlace: () => Promise<LaptopPlace>;
}

/** A relay's data folder with tokens, and an address by which laptops find whatever relay runs on it. */
async function hall(): Promise<Hall> {
  const relayDir = tempFolder();
  const way = await startForwarder();
  onTestFinished(way.stop);
  const url = `http://127.0.0.1:${way.port}`;
  return {
    relayDir,
    way,
    url,
    supervisor: await newToken(relayDir, 'supervisor'),
    laptopPlace: async () => ({
      dataDir: tempFolder(),
      relayUrl: url,
      token: await newToken(relayDir, 'installer'),
    }),
  };
}

function opened(place: LaptopPlace): OpenProfile {
  const laptop = openLaptop(place);
  onTestFinished(laptop.close);
  return laptop;
}

const hasAllOf = (relay: RelayProcess, { supervisor }: Hall, ...laptops: readonly OpenProfile[]) =>
  vi.waitFor(async () => {
    const chains = [...(await chainsAt(relay.url, supervisor)).values()];
    const expected = laptops.map(written);
    expect(chains.length).toBe(expected.length);
    expect(chains).toEqual(expect.arrayContaining(expected));
  });

const isUpToDate = (laptop: OpenProfile) =>
  vi.waitFor(() => expect(laptop.uploadState()).toEqual({ state: 'up-to-date' }));

test('entries written without a relay are uploaded in order once there is one', async () => {
  const place = await hall();
  const laptop = opened(await place.laptopPlace());
  write(laptop, 450);
  await vi.waitFor(() => expect(laptop.relayState().state).toBe('unreachable'));
  expect(laptop.uploadState()).toMatchObject({ state: 'waiting', entries: 450, files: 0 });

  const relay = await relayProcess(place.relayDir);
  place.way.forwardTo(portOf(relay.url));
  await hasAllOf(relay, place, laptop);
  await isUpToDate(laptop);

  place.way.forwardTo(null);
  write(laptop, 3);
  place.way.forwardTo(portOf(relay.url));
  laptop.wake();
  await hasAllOf(relay, place, laptop);
});

test('entries are uploaded once they are on the disk of the laptop', async () => {
  const place = await hall();
  const relay = await relayProcess(place.relayDir);
  place.way.forwardTo(portOf(relay.url));
  const disk = Promise.withResolvers<void>();
  const laptop = openLaptop(await place.laptopPlace(), undefined, undefined, {
    openQueue: (...asked) => ({ ...openQueueDatabase(...asked), synced: () => disk.promise }),
  });
  onTestFinished(laptop.close);
  const other = opened(await place.laptopPlace());
  write(laptop, 3);
  // Two batches of a laptop beside it, one after the other.
  for (let batch = 0; batch < 2; batch += 1) {
    write(other, 3);
    await isUpToDate(other);
    await hasAllOf(relay, place, other);
  }
  expect(laptop.uploadState()).toMatchObject({ state: 'waiting', entries: 3 });
  disk.resolve();
  await hasAllOf(relay, place, laptop, other);
});

test('a laptop killed between the relay’s commit of a batch and the answer continues without gap or repeat', async () => {
  const place = await hall();
  const relay = await relayProcess(place.relayDir);
  place.way.forwardTo(portOf(relay.url));
  const where = await place.laptopPlace();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-laptop.ts')], {
    env: {
      DATA_DIR: where.dataDir,
      RELAY_URL: where.relayUrl,
      TOKEN: where.token,
      ENTRIES: '1000',
      HOLD_FROM: '3',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await vi.waitFor(() => expect(said).toBe('held\n'));
  child.kill('SIGKILL');
  await once(child, 'close');
  const [before] = [...(await chainsAt(relay.url, place.supervisor)).values()];
  expect(before?.length).toBeGreaterThan(200);
  expect(before?.length).toBeLessThan(1000);

  const laptop = opened(where);
  expect(written(laptop).length).toBe(1000);
  await hasAllOf(relay, place, laptop);
  await isUpToDate(laptop);
});

test('entries that a relay restored from an older backup misses are sent again (faults.md 35)', async () => {
  const place = await hall();
  const first = await relayProcess(place.relayDir);
  place.way.forwardTo(portOf(first.url));
  const laptop = opened(await place.laptopPlace());
  write(laptop, 20);
  await hasAllOf(first, place, laptop);
  const backup = join(tempFolder(), 'yesterday.db');
  expect((await backupCommand({ RELAY_DATA_DIR: place.relayDir }, backup)).code).toBe(0);
  write(laptop, 30);
  await hasAllOf(first, place, laptop);
  await isUpToDate(laptop);

  first.child.kill('SIGKILL');
  await first.ended;
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(join(place.relayDir, `relay.db${suffix}`), { force: true });
  copyFileSync(backup, join(place.relayDir, 'relay.db'));
  const second = await relayProcess(place.relayDir);
  place.way.forwardTo(portOf(second.url));
  // Nothing new is written: the laptop finds out by itself that the relay has less than it had.
  await hasAllOf(second, place, laptop);
  await isUpToDate(laptop);
});

test('two laptops of one customer have a chain each, and the supervisor reads both @long', async () => {
  const place = await hall();
  const relay = await relayProcess(place.relayDir);
  place.way.forwardTo(portOf(relay.url));
  const laptops = [opened(await place.laptopPlace()), opened(await place.laptopPlace())];
  for (let round = 0; round < 5; round += 1) for (const laptop of laptops) write(laptop, 21);
  await hasAllOf(relay, place, ...laptops);
  expect((await chainsAt(relay.url, place.supervisor)).size).toBe(2);
});

/** A supervisor's reading, by name; the laptop's own entries; and the forks. */
async function readBoth(relay: RelayProcess, { supervisor }: Hall) {
  const entries = await readLog(relay.url, supervisor);
  const forks = (await readForks(relay.url, supervisor)).map(({ head, beyond }) => [head.number, beyond]);
  const chains = [...(await chainsAt(relay.url, supervisor)).values()];
  return { entries, forks, chains };
}

/** Writes, has a backup made of queue.db, writes more that only the relay keeps, and comes back with the backup. */
async function restored(place: Hall, relay: RelayProcess, more: number) {
  const where = await place.laptopPlace();
  const before = openLaptop(where);
  write(before, 250);
  await hasAllOf(relay, place, before);
  await isUpToDate(before);
  const backup = join(tempFolder(), 'queue.db');
  await before.database.sqlite.backup(backup);
  write(before, more);
  await hasAllOf(relay, place, before);
  const all = written(before);
  const { file } = before.database;
  await before.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  copyFileSync(backup, file);
  return { where, all };
}

/** The notes of a laptop whose data came back: it was set back, and its log goes on under another name. */
const notes = (missing: number) => [
  { matter: 'data-set-back', count: 0 },
  { matter: 'log-continued', count: missing },
];

test('a queue.db from a backup continues at the relay under another name: nothing is lost, doubled or hidden', async () => {
  const place = await hall();
  const relay = await relayProcess(place.relayDir);
  place.way.forwardTo(portOf(relay.url));
  const { where, all } = await restored(place, relay, 7);
  // Entries written before the relay is reached again are uploaded as well.
  place.way.forwardTo(null);
  const laptop = opened(where);
  write(laptop, 3);
  place.way.forwardTo(portOf(relay.url));
  laptop.wake();
  await vi.waitFor(() => expect(unreadRelayNotes(laptop.database.sqlite)).toMatchObject(notes(7)));
  await isUpToDate(laptop);
  write(laptop, 1);
  await vi.waitFor(async () => {
    const { chains } = await readBoth(relay, place);
    expect(chains).toEqual([all, written(laptop).slice(250)]);
  });
  const { entries, forks } = await readBoth(relay, place);
  expect(forks).toEqual([[250, 7]]);
  // The log says so too, and both can be verified from the first entry on.
  const reported = entries.filter(({ type }) => type === 'log-continued');
  const says = { beyond: 7, chain: entries[0]?.chain, entry: 250 };
  expect(reported.map(({ data }) => data)).toEqual([JSON.stringify(says)]);
  const common = entries.slice(0, 250);
  expect(firstBadEntry([...common, ...entries.filter(({ chain }) => chain === reported[0]?.chain)])).toBe(
    null,
  );
  // The laptop goes on so after its next start.
  await laptop.close();
  const next = opened(where);
  write(next, 1);
  await vi.waitFor(async () =>
    expect((await readBoth(relay, place)).chains).toEqual([all, written(next).slice(250)]),
  );
});

test('a relay that loses everything after that gets both parts of the log again @long', async () => {
  const place = await hall();
  const first = await relayProcess(place.relayDir);
  place.way.forwardTo(portOf(first.url));
  const { where } = await restored(place, first, 2);
  const laptop = opened(where);
  await vi.waitFor(() => expect(unreadRelayNotes(laptop.database.sqlite)).toMatchObject(notes(2)));
  await isUpToDate(laptop);
  first.child.kill('SIGKILL');
  await first.ended;

  const empty = await hall();
  const second = await relayProcess(empty.relayDir);
  const later = openLaptop({ ...(await empty.laptopPlace()), dataDir: where.dataDir });
  onTestFinished(later.close);
  empty.way.forwardTo(portOf(second.url));
  await laptop.close();
  await vi.waitFor(async () => {
    const { chains, forks } = await readBoth(second, empty);
    expect(chains).toEqual([written(later).slice(0, 250), written(later).slice(250)]);
    expect(forks).toEqual([[250, 0]]);
  });
  await isUpToDate(later);
});

test('a log that continues in two copies is kept of both, and both laptops see it @long', async () => {
  const place = await hall();
  const relay = await relayProcess(place.relayDir);
  place.way.forwardTo(portOf(relay.url));
  const where = await place.laptopPlace();
  const before = openLaptop(where);
  write(before, 5);
  await hasAllOf(relay, place, before);
  await before.close();
  const copied = tempFolder();
  cpSync(where.dataDir, copied, { recursive: true });

  const laptop = opened(where);
  write(laptop, 1);
  await hasAllOf(relay, place, laptop);
  const other = opened({ ...where, dataDir: copied });
  write(other, 1);
  await vi.waitFor(() => expect(unreadRelayNotes(other.database.sqlite)).toMatchObject(notes(1)));
  await isUpToDate(other);
  write(laptop, 1);
  await vi.waitFor(async () => {
    const { chains, forks } = await readBoth(relay, place);
    expect(chains).toEqual([written(laptop), written(other).slice(5)]);
    // The first one has noted that its data are in use twice.
    expect(forks).toEqual([[5, 3]]);
  });
  expect(unreadRelayNotes(laptop.database.sqlite)).toMatchObject([{ matter: 'data-set-back', count: 0 }]);
});

test('a relay that knows no such names takes no more of that log: it is reported in one sentence, and not sent for ever', async () => {
  const place = await hall();
  const relay = await relayProcess(place.relayDir);
  place.way.forwardTo(portOf(relay.url));
  const { where } = await restored(place, relay, 2);
  let sent = 0;
  const laptop = openLaptop(where, (client) => ({
    ...client,
    appendLog: ({ continues: _unknown, ...batch }, signal) => {
      sent += 1;
      return client.appendLog(batch, signal);
    },
  }));
  onTestFinished(laptop.close);
  await vi.waitFor(() => {
    expect(laptop.uploadState()).toMatchObject({ state: 'stopped', problem: { code: 'log-not-taken' } });
  });
  const sentBefore = sent;
  // The rest works on: its own work is saved, and results come.
  place.way.forwardTo(null);
  await vi.waitFor(() => expect(laptop.relayState().state).toBe('unreachable'));
  write(laptop, 1);
  place.way.forwardTo(portOf(relay.url));
  laptop.wake();
  await vi.waitFor(() => expect(laptop.relayState().state).toBe('connected'));
  expect(sent).toBe(sentBefore);
  expect((await readBoth(relay, place)).chains).toHaveLength(1);
});

test('removed personal data goes from the relay as well, whether it was there already or not', async () => {
  const place = await hall();
  const laptop = opened(await place.laptopPlace());
  write(laptop, 3);
  const relay = await relayProcess(place.relayDir);
  place.way.forwardTo(portOf(relay.url));
  await hasAllOf(relay, place, laptop);
  await isUpToDate(laptop);
  write(laptop, 3);
  const why = { reason: 'left the company', request: 'the-person' };
  const { database, jobs } = laptop;
  database.write((context) =>
    redactEntries(
      context,
      jobs.log,
      [2, 5].map((number) => ({ number, fields: ['worker'] })),
      why,
    ),
  );
  await hasAllOf(relay, place, laptop);
  const entries = await readLog(relay.url, place.supervisor);
  expect(entries.map(({ worker }) => worker)).toEqual(['Jo', '', 'Jo', 'Jo', '', 'Jo', 'Jo']);
  expect(await verifyLog(entries)).toMatchObject({ kind: 'sound', redacted: 2 });
});
