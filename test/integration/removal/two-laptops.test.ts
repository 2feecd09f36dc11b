import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startJob } from '../../../electron/jobs/start.ts';
import { createAttachmentFiles } from '../../../electron/log/attachment-files.ts';
import { noteAttachment } from '../../../electron/log/upload-source.ts';
import { verifyLog } from '../../../electron/log/verify.ts';
import type { OpenProfile } from '../../../electron/open-profile.ts';
import { profileFolder } from '../../../electron/profiles/profile-folder.ts';
import { writeReview } from '../../../electron/supervision/reviewing/write-review.ts';
import { customerId } from '../../../shared/ids.ts';
import { REMOVAL } from '../../../shared/relay/removals.ts';
import { WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { openLaptop, type LaptopPlace } from '../relay-uploads/laptop.ts';
import { readLog } from '../relay-uploads/read-relay.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

const NAME = 'Quendoline Zyxwary';
const until = (holds: () => unknown) => vi.waitFor(holds, 30_000);

function opened(place: LaptopPlace): OpenProfile {
  const laptop = openLaptop(place);
  onTestFinished(laptop.close);
  return laptop;
}

const saying = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && readFileSync(join(one.parentPath, one.name)).includes(NAME))
    .map(({ name }) => name);

test('what one laptop removes while another is away goes from the relay and, once that is back, from it too', async () => {
  const relayFolder = tempFolder();
  const relay = await runningRelay({ RELAY_DATA_DIR: relayFolder });
  const told = () =>
    relay.store.readRemovals({
      environment: 'uat',
      customerId: customerId.parse(CUSTOMER),
      after: 0,
      limit: 10,
    });
  const place = async (role: 'installer' | 'supervisor'): Promise<LaptopPlace> => ({
    dataDir: tempFolder(),
    relayUrl: relay.url,
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
  const isUpToDate = (laptop: OpenProfile) => expect(laptop.uploadState()).toEqual({ state: 'up-to-date' });
  await until(() => isUpToDate(installer));
  await until(() => isUpToDate(supervisor));
  await until(() => expect(removalsOf(installer, 'review')).toBe(1));
  await supervisor.close();
  expect([saying(bay.dataDir), saying(office.dataDir), saying(relayFolder)]).not.toContainEqual([]);

  await removal.look({ subject: 'job', words: job });
  const found = removal.state().findings;
  expect(found?.photos).toBe(1);
  await removal.remove({ digest: found?.digest ?? '', reason: 'Asked in writing', request: 'the-person' });
  await until(() => isUpToDate(installer));
  // What the supervisor's own log says of it goes when that laptop is back.
  await until(async () => expect(await told()).toMatchObject([{ jobs: [job], photos: [digest] }]));
  expect(saying(office.dataDir)).not.toEqual([]);

  const back = opened(office);
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
    await laptop.logDesk.check([]);
    const { verdict, newest } = laptop.logDesk.state();
    if (verdict?.kind !== 'sound') throw new Error('the log is not sound');
    expect(verdict.redacted).toBeGreaterThan(0);
    const path = join(tempFolder(), 'log.jsonl');
    await laptop.logDesk.save(path);
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
