import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startJob } from '../../../electron/jobs/start.ts';
import { createAttachmentFiles } from '../../../electron/log/attachment-files.ts';
import { noteAttachment } from '../../../electron/log/upload-source.ts';
import type { OpenProfile } from '../../../electron/open-profile.ts';
import { profileFolder } from '../../../electron/profiles/profile-folder.ts';
import { writeReview } from '../../../electron/supervision/reviewing/write-review.ts';
import { backUpSqlite } from '../../../relay/store/sqlite/back-up.ts';
import { WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { openLaptop, type LaptopPlace } from '../relay-uploads/laptop.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

const NAME = 'Quendoline Zyxwary';
const until = (holds: () => unknown) => vi.waitFor(holds, 30_000);
const isUpToDate = (laptop: OpenProfile) => expect(laptop.uploadState()).toEqual({ state: 'up-to-date' });

const saying = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && readFileSync(join(one.parentPath, one.name)).includes(NAME))
    .map(({ name }) => name);

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

function opened(place: LaptopPlace): OpenProfile {
  const laptop = openLaptop(place);
  onTestFinished(laptop.close);
  return laptop;
}

test('a relay that is set back to before a removal removes again, and brings nothing back to the laptops', async () => {
  const relayFolder = tempFolder();
  const relay = await runningRelay({ RELAY_DATA_DIR: relayFolder });
  const door = await address();
  door.leadTo(relay.url);
  const place = async (role: 'installer' | 'supervisor'): Promise<LaptopPlace> => ({
    dataDir: tempFolder(),
    relayUrl: door.url,
    token: (await tokenFor(relay, [CUSTOMER], role)).token,
  });
  const [bay, office] = [await place('installer'), await place('supervisor')];
  const installer = opened(bay);
  const job = startJob(installer.jobs);
  const { profile, database, jobs, removal } = installer;
  const folder = profileFolder(bay.dataDir, { address: profile.address, customerId: profile.customer.id });
  const photo = Buffer.from(`a photo of ${NAME}`);
  const digest = createAttachmentFiles(folder.attachmentsFolder).keep(photo);
  database.write((context) => {
    noteAttachment(context, { digest, mediaType: 'image/jpeg', total: photo.length }, machineClock);
    jobs.log.append(context, { job, type: 'photo-taken', data: { item: 'front', digest } });
    jobs.log.append(context, { job, type: 'checklist-answered', data: { item: 'a', answer: NAME } });
    context.sqlite.prepare('UPDATE job SET finished_at = started_at WHERE id = ?').run(job);
    context.changed('status');
  });
  const supervisor = opened(office);
  writeReview(supervisor.reviewing.parts, {
    jobId: job,
    verdict: 'approved',
    reason: null,
    comment: `Thank ${NAME}`,
    pin: WHOLE_JOB,
    basedOn: 0,
  });
  await until(() => isUpToDate(installer));
  await until(() => isUpToDate(supervisor));
  const reviews = () => database.sqlite.prepare('SELECT count(*) FROM review').pluck().get();
  await until(() => expect(reviews()).toBe(1));

  const restoredFolder = tempFolder();
  await backUpSqlite(relayFolder, join(restoredFolder, 'backup.db'));
  await removal.look({ subject: 'job', words: job });
  const found = removal.state().findings;
  await removal.remove({ digest: found?.digest ?? '', reason: 'Asked in writing', request: 'the-person' });
  await until(() => isUpToDate(installer));
  await until(() =>
    expect([saying(bay.dataDir), saying(office.dataDir), saying(relayFolder)]).toEqual([[], [], []]),
  );
  await until(() => isUpToDate(supervisor));

  await relay.stop();
  const dataDir = tempFolder();
  copyFileSync(join(restoredFolder, 'backup.db'), join(dataDir, 'relay.db'));
  expect(saying(dataDir)).not.toEqual([]);
  const restored = await runningRelay({ RELAY_DATA_DIR: dataDir });
  door.leadTo(restored.url);

  await until(() => expect(saying(dataDir)).toEqual([]));
  const { token } = await tokenFor(restored, [CUSTOMER], 'supervisor');
  const answer = await fetch(
    `${restored.url}/v1/attachments/${digest}?environment=uat&customerId=${CUSTOMER}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  expect(answer.status).toBe(410);
  await until(() => isUpToDate(installer));
  await until(() => isUpToDate(supervisor));
  // A laptop that is new to all of it is told nothing of the person either.
  const late = opened({ ...office, dataDir: tempFolder() });
  await until(() => isUpToDate(late));
  await until(() =>
    expect(late.database.sqlite.prepare('SELECT count(*) FROM review').pluck().get()).toBe(1),
  );
  expect([saying(bay.dataDir), saying(office.dataDir), saying(dataDir)]).toEqual([[], [], []]);
});
