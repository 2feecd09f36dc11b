import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyLog } from '../../../electron/log/verify.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import { customerId } from '../../../shared/ids.ts';
import { REMOVAL } from '../../../shared/relay/removals.ts';
import { readLog } from '../relay-uploads/read-relay.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import {
  approve,
  carryOutReceived,
  isUpToDate,
  NAME,
  newPlace,
  opened,
  photographed,
  saying,
  until,
} from './named-job.ts';

test('a removal during another laptop’s absence also applies to that laptop when it is back', async () => {
  const relayFolder = tempFolder();
  const relay = await runningRelay({ RELAY_DATA_DIR: relayFolder });
  const reported = async () =>
    (
      await relay.store.readRemovals({
        environment: 'uat',
        customerId: customerId.parse(CUSTOMER),
        after: 0,
        limit: 10,
      })
    ).rows;
  const [bay, office] = [await newPlace(relay, 'installer'), await newPlace(relay, 'supervisor')];
  const installer = opened(bay);
  const { job, digest } = await photographed(installer, bay);
  const { removal } = installer;
  const supervisor = opened(office);
  approve(supervisor, job);
  await until(() => isUpToDate(installer));
  await until(() => isUpToDate(supervisor));
  await until(() => expect(removalsOf(installer, 'review')).toBe(1));
  await supervisor.close();
  expect([saying(bay.dataDir), saying(office.dataDir), saying(relayFolder)]).not.toContainEqual([]);

  await removal.find({ subject: 'job', words: job });
  const found = removal.state().findings;
  expect(found?.photos).toBe(1);
  await removal.remove({ digest: found?.digest ?? '', reason: 'Asked in writing', request: 'the-person' });
  await until(() => isUpToDate(installer));
  // The supervisor's own log entries about it go when that laptop is back.
  await until(async () => expect(await reported()).toMatchObject([{ jobs: [job], photos: [digest] }]));
  expect(saying(office.dataDir)).not.toEqual([]);

  const back = opened(office);
  // An installer's laptop orders nothing elsewhere: a person decides.
  await carryOutReceived(back);
  await until(() => expect(saying(office.dataDir)).toEqual([]));
  await until(() => isUpToDate(back));
  expect(saying(bay.dataDir)).toEqual([]);
  await until(() => expect(saying(relayFolder)).toEqual([]));
  const reader = await tokenFor(relay, [CUSTOMER], 'supervisor');
  const logs = Map.groupBy(await readLog(relay.url, reader.token), ({ chain }) => chain);
  expect(logs.size).toBe(2);
  for (const entries of logs.values()) expect(await verifyLog(entries)).toMatchObject({ kind: 'sound' });

  // A stranger's check of what each laptop exports comes to what the app itself says.
  for (const laptop of [installer, back]) {
    await laptop.logService.check([]);
    const { verdict, newest } = laptop.logService.state();
    if (verdict?.kind !== 'sound') throw new Error('the log is not sound');
    expect(verdict.redacted).toBeGreaterThan(0);
    const path = join(tempFolder(), 'log.jsonl');
    await laptop.logService.save(path);
    const run = spawnSync('python3', ['docs/examples/verify_log.py', path], { encoding: 'utf8' });
    expect(run.stderr + run.stdout.trim()).toBe(
      `sound ${newest?.number} ${newest?.hash} redacted ${verdict.redacted}`,
    );
    const says = readFileSync(path, 'utf8');
    expect(says).toContain(laptop === installer ? `"${REMOVAL}"` : '"entries-redacted"');
    expect(says).not.toContain(NAME);
  }
});

const removalsOf = ({ database }: OpenProfile, table: 'review') =>
  database.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
