import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { createAttachmentFiles } from '../../../electron/log/attachment-files.ts';
import { withdrawAttachment } from '../../../electron/db/tables/queue/attachments.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import type { WriteContext } from '../../../electron/db/open.ts';
import { insertJob } from '../../../electron/db/tables/queue/jobs.ts';
import { emptyJobData } from '../../../electron/jobs/job-data.ts';
import { noteAttachment } from '../../../electron/log/upload-source.ts';
import { repairQueue } from '../../../electron/operations/queue/repair/repair-queue.ts';
import { profileFolder } from '../../../electron/profiles/profile.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import { relayError } from '../../../electron/relay/relay-error.ts';
import type { JobId } from '../../../shared/ids.ts';
import { err } from '../../../shared/result.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { startForwarder } from '../../kill/forwarder.ts';
import { backupCommand, relayProcess, tokenCommand } from '../relay/relay-process.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import { openLaptop, write } from './laptop.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { LONG } from '../../runner/long.ts';

const PHOTO = madeJpeg(randomBytes(900_000));

/** A job that the log does not know: an entry of it would be one more thing to bring. */
function finishedJob(context: WriteContext): JobId {
  const id = createIds().job();
  const data = JSON.stringify(emptyJobData());
  const at = { started_at: 1, updated_at: 1, finished_at: 1 };
  insertJob(context, { id, kind: 'installation', worker: '', data, intent_digest: null, ...at });
  return id;
}

/** As a step that takes a photo does: the bytes first, then its note in the step's own transaction. */
const keepPhoto = async (...photo: Parameters<typeof stored>) => (await stored(...photo)).note();

async function stored({ database, profile }: OpenProfile, dataDir: string, bytes: Uint8Array) {
  const digest = await createAttachmentFiles(folderOf(dataDir, profile)).keep(bytes);
  const note = () => {
    database.write((context) => {
      noteAttachment(
        context,
        finishedJob(context),
        { digest, mediaType: 'image/jpeg', total: bytes.byteLength },
        machineClock,
      );
    });
    return digest;
  };
  return { note };
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

test('a photo reaches the relay in pieces, resumes after a broken connection, and has its digest there', async () => {
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
  const digest = await keepPhoto(laptop, dataDir, PHOTO);
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
  const job = laptop.database.write(finishedJob);
  const withdraw = (sha256: AttachmentDigest) =>
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
  const one = await keepPhoto(laptop, dataDir, sent);
  await isUpToDate(laptop);
  withdraw(one);
  const bytes = await stored(laptop, dataDir, withdrawn);
  const two = laptop.database.write(() => {
    const digest = bytes.note();
    withdraw(digest);
    return digest;
  });
  const three = await keepPhoto(laptop, dataDir, later);
  await isUpToDate(laptop);
  expect(await Promise.all([one, two, three].map(async (digest) => (await read(digest)).status))).toEqual([
    200, 404, 200,
  ]);
});

test('a photo whose file is missing delays no later one', async () => {
  const { laptop, dataDir, read } = await laptopOf();
  const files = folderOf(dataDir, laptop.profile);
  const total = PHOTO.byteLength - 1;
  const digest = await createAttachmentFiles(files).keep(PHOTO.subarray(1));
  const gone = laptop.database.write((context) => {
    noteAttachment(context, finishedJob(context), { digest, mediaType: 'image/jpeg', total }, machineClock);
    rmSync(join(files, digest));
    return digest;
  });
  const next = await keepPhoto(laptop, dataDir, PHOTO);
  await isUpToDate(laptop);
  expect((await read(next)).status).toBe(200);
  expect((await read(gone)).status).toBe(404);
});

/** A relay in its own process, and a laptop that finds whatever relay runs on its folder. */
async function laptopOfProcess() {
  const relayDir = tempFolder();
  const way = await startForwarder();
  onTestFinished(way.stop);
  const made = await tokenCommand(
    relayDir,
    'create',
    '--role',
    'installer',
    '--name',
    'Bay',
    '--customer',
    '4711',
  );
  const token = made.stdout.trim();
  const dataDir = tempFolder();
  const start = async () => {
    const relay = await relayProcess(relayDir);
    way.forwardTo(Number(new URL(relay.url).port));
    return relay;
  };
  let relay = await start();
  const asked: (number | null)[] = [];
  let lost = 0;
  const relayUrl = `http://127.0.0.1:${way.port}`;
  const open = (folder = dataDir) => {
    const opened = openLaptop({ dataDir: folder, relayUrl, token }, (client) => ({
      ...client,
      putPiece: (query) => {
        asked.push(query.piece?.start ?? null);
        return client.putPiece(query);
      },
      appendLog: async (batch, signal) => {
        const answer = await client.appendLog(batch, signal);
        if (lost === 0 || !answer.ok || answer.value.kind !== 'kept') return answer;
        lost -= 1;
        return err(relayError('unreachable', 'the line broke'));
      },
    }));
    onTestFinished(opened.close);
    return opened;
  };
  const laptop = open();
  const backup = join(tempFolder(), 'backup.db');
  return {
    laptop,
    openAgain: open,
    dataDir,
    asked,
    /** The next answer that the relay has entries of the log never arrives. */
    loseAnswer: () => {
      lost += 1;
    },
    backUp: async () => expect((await backupCommand({ RELAY_DATA_DIR: relayDir }, backup)).code).toBe(0),
    /** Kills the relay and starts it again; `restored`: from the backup. */
    startAgain: async ({ restored }: { readonly restored: boolean }) => {
      relay.child.kill('SIGKILL');
      await relay.ended;
      if (restored) {
        for (const suffix of ['', '-wal', '-shm'])
          rmSync(join(relayDir, `relay.db${suffix}`), { force: true });
        copyFileSync(backup, join(relayDir, 'relay.db'));
      }
      relay = await start();
    },
    read: (digest: string) =>
      fetch(`${relayUrl}/v1/attachments/${digest}?environment=uat&customerId=${CUSTOMER}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
  };
}

const statusOf = async (read: (digest: string) => Promise<Response>, digest: string) =>
  (await read(digest)).status;

test('a photo that a restored relay lacks is brought again, although it has all of the log (faults.md 35)', async () => {
  const { laptop, dataDir, asked, backUp, startAgain, read } = await laptopOfProcess();
  write(laptop, 3);
  const before = await keepPhoto(laptop, dataDir, madeJpeg('before'));
  await isUpToDate(laptop);
  write(laptop, 1);
  await isUpToDate(laptop);
  await backUp();
  const after = await keepPhoto(laptop, dataDir, madeJpeg('after'));
  await isUpToDate(laptop);
  await expect.poll(() => statusOf(read, after)).toBe(200);
  asked.length = 0;
  await startAgain({ restored: true });
  // Nothing new is written: the laptop finds out by itself.
  await expect.poll(() => statusOf(read, after)).toBe(200);
  await expect.poll(() => statusOf(read, before)).toBe(200);
  // The photo before the last entry is there as long as that entry is: only the other one was asked for and brought.
  expect(asked).toEqual([null, 0]);
});

test('a photo that a restored relay lacks is uploaded again, although the log continues meanwhile', async () => {
  const { laptop, dataDir, backUp, startAgain, read } = await laptopOfProcess();
  write(laptop, 3);
  await isUpToDate(laptop);
  await backUp();
  const photo = await keepPhoto(laptop, dataDir, madeJpeg('photo'));
  await isUpToDate(laptop);
  await startAgain({ restored: true });
  // The restored relay takes a new entry: that one does not vouch for the photo.
  write(laptop, 1);
  await expect.poll(() => statusOf(read, photo)).toBe(200);
});

test('a photo that a restored relay lacks is uploaded again, although only the newest entry is missing besides @long', async () => {
  const { laptop, dataDir, backUp, startAgain, read } = await laptopOfProcess();
  write(laptop, 3);
  await isUpToDate(laptop);
  await backUp();
  const photo = await keepPhoto(laptop, dataDir, madeJpeg('photo'));
  await isUpToDate(laptop);
  write(laptop, 1);
  await isUpToDate(laptop);
  await startAgain({ restored: true });
  // That entry is asked about, and the restored relay takes it as new.
  await expect.poll(() => statusOf(read, photo)).toBe(200);
});

test('a photo that a restored relay lacks is uploaded again, although new entries go with the one that is missing besides @long', async () => {
  const { laptop, openAgain, dataDir, backUp, startAgain, read } = await laptopOfProcess();
  write(laptop, 3);
  await isUpToDate(laptop);
  await backUp();
  const photo = await keepPhoto(laptop, dataDir, madeJpeg('photo'));
  await isUpToDate(laptop);
  write(laptop, 1);
  await isUpToDate(laptop);
  await laptop.close();
  await startAgain({ restored: true });
  // A start asks about the newest entry; the one that is written now goes in the same batch.
  write(openAgain(), 1);
  await expect.poll(() => statusOf(read, photo)).toBe(200);
});

test.each([
  { has: 'an older log', mark: '', entries: 3 },
  { has: 'nothing of a log of one entry', mark: LONG, entries: 0 },
])(
  'a photo that a restored relay lacks is brought again, although its first answer is lost and it has $has $mark',
  async ({ entries }) => {
    const { laptop, loseAnswer, dataDir, backUp, startAgain, read } = await laptopOfProcess();
    write(laptop, entries);
    await isUpToDate(laptop);
    await backUp();
    const photo = await keepPhoto(laptop, dataDir, madeJpeg('photo'));
    await isUpToDate(laptop);
    write(laptop, 1);
    await isUpToDate(laptop);
    loseAnswer();
    await startAgain({ restored: true });
    await expect.poll(() => statusOf(read, photo)).toBe(200);
  },
);

test('a photo that a restored relay lacks is brought again, although the log of a copy of the data has gone on there @long', async () => {
  const { laptop, openAgain, dataDir, backUp, startAgain, read } = await laptopOfProcess();
  write(laptop, 3);
  await isUpToDate(laptop);
  await laptop.close();
  const copy = tempFolder();
  cpSync(dataDir, copy, { recursive: true });
  await backUp();
  const original = openAgain();
  const photo = await keepPhoto(original, dataDir, madeJpeg('photo'));
  await isUpToDate(original);
  write(original, 1);
  await isUpToDate(original);
  await original.close();
  await startAgain({ restored: true });
  const other = openAgain(copy);
  write(other, 1);
  await isUpToDate(other);
  await other.close();
  // The place of its confirmed entry is another's now: that one vouches for none of its photos.
  openAgain();
  await expect.poll(() => statusOf(read, photo)).toBe(200);
});

test('after a start of the relay only photos after the last entry are checked, without their bytes', async () => {
  const { laptop, dataDir, asked, startAgain } = await laptopOfProcess();
  const first = await keepPhoto(laptop, dataDir, madeJpeg('first'));
  await isUpToDate(laptop);
  // A log of one entry has none to ask about before it: then all are asked for.
  write(laptop, 2);
  await isUpToDate(laptop);
  const second = await keepPhoto(laptop, dataDir, madeJpeg('second'));
  await isUpToDate(laptop);
  expect(first).not.toBe(second);
  asked.length = 0;
  await startAgain({ restored: false });
  await vi.waitFor(() => expect(asked).toEqual([null]));
  await isUpToDate(laptop);
  expect(asked).toEqual([null]);
});

test('a photo that a restored relay lacks is brought again by a laptop whose queue.db was rebuilt meanwhile', async () => {
  const { laptop, openAgain, dataDir, backUp, startAgain, read } = await laptopOfProcess();
  await backUp();
  const photo = await keepPhoto(laptop, dataDir, madeJpeg('photo'));
  write(laptop, 3);
  await isUpToDate(laptop);
  write(laptop, 1);
  await isUpToDate(laptop);
  await laptop.close();
  await startAgain({ restored: true });
  const { file } = laptop.database;
  const { address, customer } = laptop.profile;
  const log = createInstallationLog({
    ids: createIds(),
    clock: machineClock,
    worker: () => 'Jo',
    clockOffsetMs: () => null,
  });
  // The rebuilt file does not know how far the relay had the log: from its first entry on the relay takes it without a word.
  repairQueue(
    {
      file,
      backupFolder: join(tempFolder(), 'none'),
      target: { ...address, customerId: customer.id },
      clock: machineClock,
      log,
      processAlive: () => false,
      pid: process.pid,
    },
    'damaged',
    false,
  );
  openAgain();
  await expect.poll(() => statusOf(read, photo)).toBe(200);
});
