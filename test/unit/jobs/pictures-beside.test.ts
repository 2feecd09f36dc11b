import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { annotatePhoto, addPhoto, photosOf, sign } from '../../../electron/jobs/pictures.ts';
import { readAttachment } from '../../../electron/db/tables/queue/attachments.ts';
import { createAttachedFiles } from '../../../electron/jobs/attached-files.ts';
import { parseHandedFile } from '../../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { dryRunTake, takeJob } from '../../../electron/jobs/hand-over/take.ts';
import { discardJob, startJob, skipStep } from '../../../electron/jobs/start.ts';
import { photographLabel, photographLabelAfterwards } from '../../../electron/jobs/steps/box-label.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { customerId, type JobId } from '../../../shared/ids.ts';
import { codeOfRejection } from '../../integration/db/problem-code.ts';
import { madeJpeg, madePng } from '../../pictures/made-pictures.ts';
import { holdSyncs } from '../../power-cut/replaced-syncs.ts';
import { dataFolder, type JobBench, known, openJobs } from './bench.ts';

/* Pictures are stored beside the event loop (docs/decisions/0060-syncs-beside-the-event-loop.md). */

const PLACE = 'photo-place';

function begin(bench: JobBench): JobId {
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  return job;
}

const photos = (bench: JobBench, job: JobId) => photosOf(bench.view(job).checklist.answers, PLACE);

/** A job that was handed over with a photo, as its file is read elsewhere. */
async function handed() {
  const bench = openJobs();
  const job = begin(bench);
  await addPhoto(bench.parts, job, PLACE, madeJpeg('handed'));
  giveJob(bench.parts, job, null);
  return parseHandedFile(JSON.stringify(fileOfGiven(bench.parts, job)));
}

/** Each way to store a picture, in a job of its own. */
const ways: Readonly<Record<string, (bench: JobBench) => Promise<() => Promise<unknown>>>> = {
  'a photo': async (bench) => {
    const job = begin(bench);
    return () => addPhoto(bench.parts, job, PLACE, madeJpeg('one'));
  },
  'a signature': async (bench) => {
    const job = begin(bench);
    return () => sign(bench.parts, job, 'signature', { name: 'A. Fitter', drawn: true, png: madePng() });
  },
  'an annotation': async (bench) => {
    const job = begin(bench);
    await addPhoto(bench.parts, job, PLACE, madeJpeg('original'));
    const [of] = photos(bench, job);
    if (of === undefined) throw new Error('a photo was added');
    return () => annotatePhoto(bench.parts, job, { of, jpeg: madeJpeg('drawn'), blurred: false });
  },
  'the label of a Box': async (bench) => {
    const job = begin(bench);
    return () => photographLabel(bench.parts, job, { jpeg: madeJpeg('label'), codes: [], beside: known.box });
  },
  'the label of a chosen Box': async (bench) => {
    const job = begin(bench);
    skipStep(bench.parts, job, 'before', { typed: 'Not needed here' });
    installBox(bench.parts, job, known.box, '');
    return () => photographLabelAfterwards(bench.parts, job, { jpeg: madeJpeg('label'), codes: [] });
  },
  'the pictures of a job that is taken over': async (bench) => {
    const file = await handed();
    return () => takeJob(bench.parts, file, { mayRestore: () => true });
  },
  'the pictures of a job whose taking is rehearsed': async (bench) => {
    const file = await handed();
    return () => dryRunTake(bench.parts, file, { mayRestore: () => true });
  },
  'a file of an instruction': async () => {
    const files = createAttachedFiles(join(dataFolder(), 'instructions'));
    return () => files.take('Panel.jpg', madeJpeg('panel'));
  },
};

describe('while the disk syncs', () => {
  it.each(Object.entries(ways))(
    '%s, the event loop goes on and the log has no entry of it',
    async (_what, prepare) => {
      const bench = openJobs();
      const store = await prepare(bench);
      const entries = () =>
        bench.database.sqlite.prepare<[], number>('SELECT count(*) FROM log_entry').pluck().get();
      const before = entries();
      const disk = await holdSyncs();
      let stored = false;
      const storing = store().finally(() => {
        stored = true;
      });
      await vi.waitFor(() => expect(disk.begun()).toBe(1));
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      expect([stored, disk.begun(), entries()]).toEqual([false, 1, before]);
      disk.letGo();
      await storing;
    },
  );
});

describe('a photo that is being stored', () => {
  it('is refused by a job that ends meanwhile, and leaves no row', async () => {
    const folder = dataFolder();
    const bench = openJobs(folder);
    const job = begin(bench);
    const disk = await holdSyncs();
    const code = codeOfRejection(addPhoto(bench.parts, job, PLACE, madeJpeg('late')));
    await vi.waitFor(() => expect(disk.begun()).toBe(1));
    discardJob(bench.parts, job, 'Not here');
    disk.letGo();
    expect(await code).toBe('job-finished');
    expect(bench.logged(job)).not.toContain('photo-taken');
    // Retention deletes the file (test/integration/queue/photo-retention.test.ts).
    const files = readdirSync(join(folder, 'attachments'));
    expect(files).toHaveLength(1);
    expect(bench.database.sqlite.prepare('SELECT count(*) FROM attachment').pluck().get()).toBe(0);
  });

  it('is added to those that were added meanwhile', async () => {
    const bench = openJobs();
    const job = begin(bench);
    await Promise.all(
      ['one', 'two', 'one'].map((words) => addPhoto(bench.parts, job, PLACE, madeJpeg(words))),
    );
    expect(photos(bench, job)).toHaveLength(2);
    for (const digest of photos(bench, job))
      expect(readAttachment(bench.database.sqlite, digest)).toBeDefined();
  });
});

describe('a job that is being taken over', () => {
  it('is refused when it was taken over meanwhile', async () => {
    const file = await handed();
    const bench = openJobs();
    const disk = await holdSyncs();
    const both = ['first', 'second'].map(() =>
      codeOfRejection(takeJob(bench.parts, file, { mayRestore: () => true })),
    );
    await vi.waitFor(() => expect(disk.begun()).toBe(1));
    disk.letGo();
    expect((await Promise.all(both)).toSorted()).toEqual(['hand-over-taken', 'none']);
    expect(bench.logged(file.job.id).filter((type) => type === 'job-taken-over')).toHaveLength(1);
  });

  it('stores no picture when it is refused', async () => {
    const file = await handed();
    const folder = dataFolder();
    const bench = openJobs(folder);
    const elsewhere = { ...file, customerId: customerId.parse(1) };
    expect(await codeOfRejection(takeJob(bench.parts, elsewhere, { mayRestore: () => true }))).toBe(
      'hand-over-elsewhere',
    );
    expect(readdirSync(folder)).not.toContain('attachments');
  });
});
