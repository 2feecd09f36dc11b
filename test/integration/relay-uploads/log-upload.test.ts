import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OpenProfile } from '../../../electron/open-profile.ts';
import { startForwarder, type Forwarder } from '../../kill/forwarder.ts';
import { backupCommand, relayProcess, tokenCommand, type RelayProcess } from '../relay/relay-process.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import { openLaptop, write, written, type LaptopPlace } from './laptop.ts';
import { chainsAt } from './read-relay.ts';

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

test('what was written without a relay is there, in order, once the relay is', async () => {
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

test('a laptop killed after the relay kept a batch and before it heard so goes on without gap or repeat', async () => {
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

test('two laptops of one customer have a chain each, and the supervisor reads both', async () => {
  const place = await hall();
  const relay = await relayProcess(place.relayDir);
  place.way.forwardTo(portOf(relay.url));
  const laptops = [opened(await place.laptopPlace()), opened(await place.laptopPlace())];
  for (let round = 0; round < 5; round += 1) for (const laptop of laptops) write(laptop, 21);
  await hasAllOf(relay, place, ...laptops);
  expect((await chainsAt(relay.url, place.supervisor)).size).toBe(2);
});

test('a log that goes on in two copies is told in one sentence, and not sent for ever', async () => {
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
  let sent = 0;
  const other = openLaptop({ ...where, dataDir: copied }, (client) => ({
    ...client,
    appendLog: (batch, signal) => {
      sent += 1;
      return client.appendLog(batch, signal);
    },
  }));
  onTestFinished(other.close);
  write(other, 1);
  await vi.waitFor(() => {
    expect(other.uploadState()).toMatchObject({ state: 'stopped', problem: { code: 'log-not-taken' } });
  });
  const sentBefore = sent;
  // The rest works on: its own work is saved, and results come.
  place.way.forwardTo(null);
  await vi.waitFor(() => expect(other.relayState().state).toBe('unreachable'));
  write(other, 1);
  place.way.forwardTo(portOf(relay.url));
  other.wake();
  await vi.waitFor(() => expect(other.relayState().state).toBe('connected'));
  expect(sent).toBe(sentBefore);
  await hasAllOf(relay, place, laptop);
});
