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

test('a step that the window was answered survives a power cut in the same moment', async () => {
  const operator = await operatorWith({});
  const base = tempFolder();
  const dataDir = join(base, 'data');
  const place = { ...connection(operator), customer: { id: customerId.parse(notable.customerId), name: '' } };
  const { folder } = profileFolder(dataDir, { address: place.address, customerId: place.customer.id });
  mkdirSync(dataDir, { recursive: true });
  const disk = cuttableDisk(base, buildShim(base), folder);
  const children = newChildren();
  onTestFinished(children.end);
  // A slow sync, so that an answer that did not wait for it would be lost.
  const core = await startCoreProcess(dataDir, children, { ...disk.env, POWER_CUT_SYNC_MS: '300' });
  const window = core.page('page');
  await window('connect.save', { ...place, relay: null });
  const { id } = await window('jobs.start', { kind: 'installation' });
  await core.kill();
  const database = openDatabase({
    file: join(disk.restart(), 'queue.db'),
    migrations: queueMigrations,
    durability: 'full',
    onCommitted: () => undefined,
  });
  onTestFinished(database.close);
  expect(database.sqlite.prepare('SELECT id FROM job').pluck().all()).toContain(id);
});
