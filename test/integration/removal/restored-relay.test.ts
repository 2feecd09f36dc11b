import { copyFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUpSqlite } from '../../../relay/store/sqlite/back-up.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import {
  approve,
  carryOutReceived,
  isUpToDate,
  newPlace,
  opened,
  photographed,
  saying,
  until,
} from './named-job.ts';

/** One address for whichever relay stands behind it, as a laptop knows it over a restore. */
async function address() {
  let behind = 0;
  const server = createServer((socket) => {
    const onward = connect(behind, '127.0.0.1');
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${at.port}`,
    leadTo: (url: string) => {
      behind = Number(new URL(url).port);
    },
  };
}

test('a relay that is set back to before a removal removes again, and brings nothing back to the laptops', async () => {
  const relayFolder = tempFolder();
  const relay = await runningRelay({ RELAY_DATA_DIR: relayFolder });
  const door = await address();
  door.leadTo(relay.url);
  const [bay, office] = [
    await newPlace(relay, 'installer', door.url),
    await newPlace(relay, 'supervisor', door.url),
  ];
  const installer = opened(bay);
  const { job, digest } = await photographed(installer, bay);
  const { database, removal } = installer;
  const supervisor = opened(office);
  approve(supervisor, job);
  await until(() => isUpToDate(installer));
  await until(() => isUpToDate(supervisor));
  const reviews = () => database.sqlite.prepare('SELECT count(*) FROM review').pluck().get();
  await until(() => expect(reviews()).toBe(1));

  const restoredFolder = tempFolder();
  await backUpSqlite(relayFolder, join(restoredFolder, 'backup.db'));
  await removal.find({ subject: 'job', words: job });
  const found = removal.state().findings;
  await removal.remove({ digest: found?.digest ?? '', reason: 'Asked in writing', request: 'the-person' });
  await until(() => isUpToDate(installer));
  await carryOutReceived(supervisor);
  await until(() =>
    expect([saying(bay.dataDir), saying(office.dataDir), saying(relayFolder)]).toEqual([[], [], []]),
  );
  await until(() => isUpToDate(supervisor));

  const dataDir = tempFolder();
  copyFileSync(join(restoredFolder, 'backup.db'), join(dataDir, 'relay.db'));
  expect(saying(dataDir)).not.toEqual([]);
  const restored = await runningRelay({ RELAY_DATA_DIR: dataDir });
  door.leadTo(restored.url);
  // The laptops never see the relay away: the restored one is there before the old one ends.
  await relay.stop();

  await until(() => expect(saying(dataDir)).toEqual([]));
  const { token } = await tokenFor(restored, [CUSTOMER], 'supervisor');
  const answer = await fetch(
    `${restored.url}/v1/attachments/${digest}?environment=uat&customerId=${CUSTOMER}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  expect(answer.status).toBe(410);
  await until(() => isUpToDate(installer));
  await until(() => isUpToDate(supervisor));
  // A new laptop receives nothing about the person either.
  const late = opened({ ...office, dataDir: tempFolder() });
  await until(() => isUpToDate(late));
  await until(() =>
    expect(late.database.sqlite.prepare('SELECT count(*) FROM review').pluck().get()).toBe(1),
  );
  expect([saying(bay.dataDir), saying(office.dataDir), saying(dataDir)]).toEqual([[], [], []]);
});
