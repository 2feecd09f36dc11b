import { expect, test, vi } from 'vitest';
import {
  confirmAttachment,
  refuseAttachment,
  vouchForAttachments,
} from '../../../electron/db/tables/queue/attachments.ts';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { insertJob } from '../../../electron/db/tables/queue/jobs.ts';
import { writeLogConfirmed } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { keepRetention, removeUnnamedFiles } from '../../../electron/operations/queue/retention.ts';
import { createAttachmentFiles } from '../../../electron/log/attachment-files.ts';
import { noteAttachment } from '../../../electron/log/upload-source.ts';
import type { JobId } from '../../../shared/ids.ts';
import { feedRun } from '../../../shared/relay/access.ts';
import { DAY, HOUR } from '../../../shared/time.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { count, filled, finish, oneJob, tidy } from './retained.ts';

/** A finished job with a photo. `attached`: whether the photo's bytes and its row are here. */
async function onePhoto() {
  const { bench, queue, job, ids } = await oneJob();
  const folder = tempFolder();
  const files = createAttachmentFiles(folder);
  const bytes = Uint8Array.of(1, 2, 3);
  const digest = await files.keep(bytes);
  const notePhoto = (of: JobId) =>
    queue.database.write((context) =>
      noteAttachment(context, of, { digest, mediaType: 'image/jpeg', total: bytes.length }, bench.clock),
    );
  notePhoto(job);
  queue.database.write((context) => writeLogConfirmed(context, count(queue, 'log_entry')));
  const attached = () => [files.piece(digest, 0, bytes.length) !== null, count(queue, 'attachment') === 1];
  return { bench, queue, job, ids, folder, files, digest, notePhoto, attached };
}

test('a photo goes after its job, with its bytes', async () => {
  const { bench, queue, files, attached } = await onePhoto();
  expect(tidy(bench, queue, 399, false, files)).toEqual([0]);
  expect(attached()).toEqual([true, true]);
  expect(tidy(bench, queue, 401, false, files)).toEqual([1, 1, 0]);
  expect(attached()).toEqual([false, false]);
  expect(filled(queue)).toEqual([]);
});

test('a photo that was kept after its job stays 400 days too', async () => {
  const { bench, queue, files, attached } = await onePhoto();
  queue.database.write(({ sqlite }) => sqlite.exec(`UPDATE attachment SET kept_at = kept_at + ${9 * DAY}`));
  expect(tidy(bench, queue, 401, false, files)).toEqual([1, 0]);
  expect(attached()).toEqual([true, true]);
  expect(tidy(bench, queue, 410, false, files)).toEqual([1, 0]);
});

test('a photo that two jobs have stays as long as the later one', async () => {
  const { bench, queue, files, ids, notePhoto, attached } = await onePhoto();
  const other = ids.job();
  queue.database.write((context) => {
    const row = { id: other, kind: 'installation', worker: 'Jo', data: '{}', intent_digest: null } as const;
    const at = bench.clock.now();
    insertJob(context, { ...row, started_at: at, updated_at: at, finished_at: null });
  });
  notePhoto(other);
  expect(tidy(bench, queue, 1000, false, files)).toEqual([1, 0]);
  expect(attached()).toEqual([true, true]);
  finish(queue, other, bench.clock.now());
  expect(tidy(bench, queue, 1000, false, files)).toEqual([1, 1, 0]);
  expect(attached()).toEqual([false, false]);
});

test('where photos go to a relay, a photo stays until the relay has it for good', async () => {
  const { bench, queue, files, digest, attached } = await onePhoto();
  const run = feedRun.parse('a'.repeat(16));
  expect(tidy(bench, queue, 1000, true, files)).toEqual([1, 0]);
  queue.database.write((context) => refuseAttachment(context, digest, 'too-large'));
  expect(tidy(bench, queue, 1000, true, files)).toEqual([0]);
  queue.database.write((context) => confirmAttachment(context, { sha256: digest, run, at: 1 }));
  // The relay may have been set back since.
  expect(tidy(bench, queue, 1000, true, files)).toEqual([0]);
  expect(attached()).toEqual([true, true]);
  queue.database.write((context) => vouchForAttachments(context));
  expect(tidy(bench, queue, 1000, true, files)).toEqual([1, 0]);
  expect(attached()).toEqual([false, false]);
});

test('an end between the bytes of a photo and its row is made good by the next turn', async () => {
  const { bench, queue, files, attached } = await onePhoto();
  queue.database.write(({ sqlite }) =>
    sqlite.exec("CREATE TRIGGER ends BEFORE DELETE ON attachment BEGIN SELECT RAISE(ABORT, 'ended'); END"),
  );
  expect(() => tidy(bench, queue, 401, false, files)).toThrow('ended');
  expect(attached()).toEqual([false, true]);
  queue.database.write(({ sqlite }) => sqlite.exec('DROP TRIGGER ends'));
  expect(tidy(bench, queue, 401, false, files)).toEqual([1, 0]);
  expect(attached()).toEqual([false, false]);
});

test('a photo that no row names goes after 90 days; one with a row stays', async () => {
  const { bench, queue, folder, files, digest } = await onePhoto();
  const refused = await files.keep(Uint8Array.of(4, 5, 6));
  const written = new Date(bench.clock.now());
  for (const name of [digest, refused]) utimesSync(join(folder, name), written, written);
  const going = new AbortController();
  const after = async (days: number | null, signal = going.signal) => {
    const timeToJudgeBy = () => (days === null ? null : bench.clock.now() + days * DAY);
    await removeUnnamedFiles({ database: queue.database, attachments: files, timeToJudgeBy }, signal);
    return [digest, refused].map((name) => files.piece(name, 0, 3) !== null);
  };
  expect(await after(89)).toEqual([true, true]);
  expect(await after(null)).toEqual([true, true]);
  // While stopping, the database may be closed.
  expect(await after(91, AbortSignal.abort())).toEqual([true, true]);
  expect(await after(91)).toEqual([true, false]);
});

test('such files are looked for once nothing else is old enough, and no longer after the end', async () => {
  const { bench, queue, files } = await onePhoto();
  const keepOnly = vi.fn<typeof files.keepOnly>(files.keepOnly);
  const stop = keepRetention({
    database: queue.database,
    clock: bench.clock,
    report: (message, cause) => expect.fail(`${message}: ${String(cause)}`),
    timeToJudgeBy: () => bench.clock.now(),
    uploadsLog: false,
    attachments: { ...files, keepOnly },
  });
  bench.clock.advance(HOUR);
  await vi.waitFor(() => expect(keepOnly).toHaveBeenCalledOnce());
  await stop();
  bench.clock.advance(DAY);
  expect(keepOnly).toHaveBeenCalledOnce();
});
