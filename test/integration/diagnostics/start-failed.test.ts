import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { lockFolder } from '../../../electron/db/folder-lock.ts';
import { connect, operatorWith } from '../profiles/core.ts';
import { memorySecrets } from '../../unit/profiles/memory-stores.ts';
import { startLaptop } from './laptop.ts';
import { personalDataOf } from './personal-data.ts';

/** A laptop that worked, was closed, and finds its saved work written by a newer version. */
async function newerLaptop() {
  const secrets = memorySecrets();
  const before = await startLaptop({ secrets });
  const operator = await operatorWith({});
  await connect(before, operator);
  const canaries = await personalDataOf(before, operator);
  await before.close();
  const [environment = ''] = readdirSync(join(before.dataDir, 'profiles'));
  const file = join(before.dataDir, 'profiles', environment, '4711', 'queue.db');
  const version = setVersion(file, 900);
  const laptop = await startLaptop({ secrets, dataDir: before.dataDir });
  const failure = async () => (await laptop.call('app.status', {})).startFailure;
  return { laptop, file, version, canaries, failure };
}

function setVersion(file: string, version: number): number {
  const sqlite = new BetterSqlite3(file);
  const before = Number(sqlite.pragma('user_version', { simple: true }));
  sqlite.pragma(`user_version = ${version}`);
  sqlite.close();
  return before;
}

test('an app that cannot open its saved work gives the reason, and offers support a bundle after its inspection', async () => {
  const { laptop, canaries, failure } = await newerLaptop();
  expect(await failure()).toMatchObject({ problem: { code: 'database-newer' } });
  await laptop.look();
  const { shown, written } = await laptop.bundle();
  expect(written).toEqual(shown);
  expect(written.get('logs/boxwright.log')).toContain('database-newer');
  const everything = [...written.values()].join('\n').toLowerCase();
  expect(canaries.filter((canary) => everything.includes(canary.toLowerCase()))).toEqual([]);
});

test('a retry reports the present obstacle, and opens the work once there is none', async () => {
  const { laptop, file, version, failure } = await newerLaptop();
  const first = await failure();
  await laptop.call('app.startAgain', {});
  const second = await failure();
  expect(second?.problem.code).toBe('database-newer');
  expect(second?.at).toBeGreaterThanOrEqual(first?.at ?? Infinity);
  setVersion(file, version);
  await laptop.call('app.startAgain', {});
  const { profile, startFailure } = await laptop.call('app.status', {});
  expect(startFailure).toBeNull();
  expect(profile).toMatchObject({ customerId: 4711 });
});

test('a window whose data folder another process has says so, touches nothing, and opens the folder once it is free', async () => {
  const { laptop, file, version, failure } = await newerLaptop();
  const other = lockFolder(dirname(file));
  await laptop.call('app.startAgain', {});
  expect(await failure()).toMatchObject({ problem: { code: 'folder-in-use' } });
  other.release();
  setVersion(file, version);
  await laptop.call('app.startAgain', {});
  expect(await failure()).toBeNull();
});
