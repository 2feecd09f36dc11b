import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAttachmentFiles } from '../../../electron/log/attachment-files.ts';
import { withdrawAttachment } from '../../../electron/db/tables/queue/attachments.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { noteAttachment } from '../../../electron/log/upload-source.ts';
import { profileFolder } from '../../../electron/profiles/profile-folder.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import { relayError } from '../../../electron/relay/relay-error.ts';
import { err } from '../../../shared/result.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import { openLaptop } from './laptop.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';

const PHOTO = madeJpeg(randomBytes(900_000));

/** As a step that takes a photo does: the bytes first, then its note in the step's own transaction. */
function keepPhoto({ database, profile }: OpenProfile, dataDir: string, bytes: Uint8Array) {
  const files = createAttachmentFiles(folderOf(dataDir, profile));
  const digest = files.keep(bytes);
  database.write((context) => {
    noteAttachment(context, { digest, mediaType: 'image/jpeg', total: bytes.byteLength }, machineClock);
  });
  return digest;
}

async function laptopOf(changed?: (client: RelayClient) => RelayClient) {
  const relay = await runningRelay();
  const { token } = await tokenFor(relay, [CUSTOMER]);
  const dataDir = tempFolder();
  const laptop = openLaptop({ dataDir, relayUrl: relay.url, token }, changed);
  onTestFinished(laptop.close);
  const read = (digest: string) =>
    fetch(`${relay.url}/v1/attachments/${digest}?environment=uat&customerId=${CUSTOMER}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  return { laptop, dataDir, read };
}

const folderOf = (dataDir: string, { address, customer }: OpenProfile['profile']): string =>
  profileFolder(dataDir, { address, customerId: customer.id }).attachmentsFolder;

const isUpToDate = (laptop: OpenProfile) =>
  vi.waitFor(() => expect(laptop.uploadState()).toEqual({ state: 'up-to-date' }));

test('a photo reaches the relay in pieces, goes on where a broken line left it, and has its digest there', async () => {
  const starts: (number | null)[] = [];
  let breaks = 2;
  const { laptop, dataDir, read } = await laptopOf((client) => ({
    ...client,
    putPiece: async (query) => {
      starts.push(query.piece?.start ?? null);
      const answer = await client.putPiece(query);
      // The relay has the piece; its answer is lost.
      if (query.piece === null || breaks === 0) return answer;
      breaks -= 1;
      return err(relayError('unreachable', 'the line broke'));
    },
  }));
  const digest = keepPhoto(laptop, dataDir, PHOTO);
  expect(laptop.uploadState()).toEqual({ state: 'waiting', entries: 0, files: 1 });
  await isUpToDate(laptop);
  const answer = await read(digest);
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest);
  // Each piece went once: after a lost answer the relay was asked how far it is.
  expect(starts).toEqual([null, 0, null, 262_144, null, 524_288, 786_432]);
});

test('a photo that was taken out of its job while there was no relay never gets there; one it had stays', async () => {
  const { laptop, dataDir, read } = await laptopOf();
  const job = startJob(laptop.jobs);
  const withdraw = (sha256: ReturnType<typeof keepPhoto>) =>
    laptop.database.write((context) => {
      laptop.jobs.log.append(context, {
        job,
        type: 'photo-removed',
        data: { item: 'place', digest: sha256 },
      });
      withdrawAttachment(context, { sha256, job, at: 5 });
      context.changed('status');
    });
  const [sent, withdrawn, later] = [PHOTO, madeJpeg('withdrawn'), madeJpeg('later')] as const;
  const one = keepPhoto(laptop, dataDir, sent);
  await isUpToDate(laptop);
  withdraw(one);
  const two = laptop.database.write(() => {
    const digest = keepPhoto(laptop, dataDir, withdrawn);
    withdraw(digest);
    return digest;
  });
  const three = keepPhoto(laptop, dataDir, later);
  await isUpToDate(laptop);
  expect(await Promise.all([one, two, three].map(async (digest) => (await read(digest)).status))).toEqual([
    200, 404, 200,
  ]);
});

test('a photo whose file is gone holds up nothing that follows it', async () => {
  const { laptop, dataDir, read } = await laptopOf();
  const files = folderOf(dataDir, laptop.profile);
  const total = PHOTO.byteLength - 1;
  const gone = laptop.database.write((context) => {
    const digest = createAttachmentFiles(files).keep(PHOTO.subarray(1));
    noteAttachment(context, { digest, mediaType: 'image/jpeg', total }, machineClock);
    rmSync(join(files, digest));
    return digest;
  });
  const next = keepPhoto(laptop, dataDir, PHOTO);
  await isUpToDate(laptop);
  expect((await read(next)).status).toBe(200);
  expect((await read(gone)).status).toBe(404);
});
