import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { profileFolder } from '../../../electron/profiles/profile.ts';
import { customerId } from '../../../shared/ids.ts';
import { newChildren } from '../../kill/children.ts';
import { startCoreProcess } from '../../kill/customers/start-core.ts';
import { notable } from '../../operator/seed/notable.ts';
import { buildShim, cuttableDisk } from '../../power-cut/shim.ts';
import { tempFolder } from '../db/temp-folder.ts';
import { connection, operatorWith } from './core.ts';

const customerOf = (id: number) => ({ id: customerId.parse(id), name: '' });

/** A laptop that shows this customer, whose disk is slow: an answer that did not wait for its sync would be lost. */
async function onSlowDisk() {
  const operator = await operatorWith({});
  const base = tempFolder();
  const dataDir = join(base, 'data');
  const place = { ...connection(operator), customer: customerOf(notable.customerId), relay: null };
  const { folder } = profileFolder(dataDir, { address: place.address, customerId: place.customer.id });
  mkdirSync(dataDir, { recursive: true });
  const disk = cuttableDisk(base, buildShim(base), folder);
  const children = newChildren();
  onTestFinished(children.end);
  const core = await startCoreProcess(dataDir, children, { ...disk.env, POWER_CUT_SYNC_MS: '300' });
  await core.page('first page')('connect.save', place);
  /** Cuts the power; the result is the jobs on the disk. */
  const cut = async (): Promise<readonly unknown[]> => {
    await core.kill();
    const database = openDatabase({
      file: join(disk.restart(), 'queue.db'),
      migrations: queueMigrations,
      durability: 'full',
      onCommitted: () => undefined,
    });
    onTestFinished(database.close);
    return database.sqlite.prepare('SELECT id FROM job').pluck().all();
  };
  return { core, place, cut };
}

test('a step that the window was answered survives a power cut in the same moment', async () => {
  const { core, cut } = await onSlowDisk();
  const { id } = await core.page('first page')('jobs.start', { kind: 'installation' });
  expect(await cut()).toContain(id);
});

test('so does a step of a page whose customer the window no longer shows', async () => {
  const { core, place, cut } = await onSlowDisk();
  const page = core.page('page of the first customer');
  await page('app.status', {});
  await core.page('page of another customer')('connect.save', {
    ...place,
    customer: customerOf(notable.otherCustomerId),
  });
  const { id } = await page('jobs.start', { kind: 'installation' });
  expect(await cut()).toContain(id);
});
