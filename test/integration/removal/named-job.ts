import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { startJob } from '../../../electron/jobs/start.ts';
import { createAttachmentFiles } from '../../../electron/log/attachment-files.ts';
import { noteAttachment } from '../../../electron/log/upload-source.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import { profileFolder } from '../../../electron/profiles/profile.ts';
import { writeReview } from '../../../electron/supervision/reviewing/reviewing.ts';
import type { RunningRelay } from '../../../relay/start.ts';
import type { JobId } from '../../../shared/ids.ts';
import { WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { openLaptop, type LaptopPlace } from '../relay-uploads/laptop.ts';
import { tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';

/** A name that stands nowhere else. */
export const NAME = 'Quendoline Zyxwary';

export const until = (holds: () => unknown) => vi.waitFor(holds);
export const isUpToDate = (laptop: OpenProfile) =>
  expect(laptop.uploadState()).toEqual({ state: 'up-to-date' });

/** The files of a folder that hold the name. */
export const saying = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && readFileSync(join(one.parentPath, one.name)).includes(NAME))
    .map(({ name }) => name);

/** A laptop, closed when the test ends. */
export function opened(place: LaptopPlace): OpenProfile {
  const laptop = openLaptop(place);
  onTestFinished(laptop.close);
  return laptop;
}

/** A new laptop's folder, with a token of this relay's. @param relayUrl where the laptop finds it. */
export const newPlace = async (
  relay: RunningRelay,
  role: 'installer' | 'supervisor',
  relayUrl: string = relay.url,
): Promise<LaptopPlace> => ({
  dataDir: tempFolder(),
  relayUrl,
  token: (await tokenFor(relay, [CUSTOMER], role)).token,
});

/** A finished job whose photo and answer name the person. Answers the photo's digest. */
export async function photographed(installer: OpenProfile, { dataDir }: LaptopPlace) {
  const job = startJob(installer.jobs);
  const { profile, database, jobs } = installer;
  const folder = profileFolder(dataDir, { address: profile.address, customerId: profile.customer.id });
  const photo = madeJpeg(`a photo of ${NAME}`);
  const digest = await createAttachmentFiles(folder.attachmentsFolder).keep(photo);
  database.write((context) => {
    noteAttachment(context, job, { digest, mediaType: 'image/jpeg', total: photo.length }, machineClock);
    jobs.log.append(context, { job, type: 'photo-taken', data: { item: 'front', digest } });
    jobs.log.append(context, { job, type: 'checklist-answered', data: { item: 'a', answer: NAME } });
    context.sqlite.prepare('UPDATE job SET finished_at = started_at WHERE id = ?').run(job);
    context.changed('status');
  });
  return { job, digest };
}

/** A supervisor approves it, and names the person too. */
export function approve(supervisor: OpenProfile, jobId: JobId): void {
  writeReview(supervisor.reviewing.parts, {
    jobId,
    verdict: 'approved',
    reason: null,
    comment: `Thank ${NAME}`,
    pin: WHOLE_JOB,
    basedOn: 0,
  });
}

/** A person of this laptop carries out the order that waits there. */
export async function carryOutReceived({ removal }: OpenProfile): Promise<void> {
  await until(() =>
    expect(removal.state().received.filter(({ state }) => state === 'waiting')).toHaveLength(1),
  );
  for (const { id, state } of removal.state().received) {
    if (state === 'waiting') await removal.decide(id, 'now');
  }
}
