import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadInstallation } from '../../../electron/jobs/change.ts';
import { addPhoto, photosOf, pictureOf } from '../../../electron/jobs/pictures.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { holdSyncs } from '../../power-cut/replaced-syncs.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { openLaptop } from './laptop.ts';

test('a photo that is being stored at the close is stored with its answer', async () => {
  const place = { dataDir: tempFolder(), relayUrl: 'http://127.0.0.1:1', token: 'none' };
  const { jobs, close } = openLaptop(place);
  const job = startJob(jobs);
  const disk = await holdSyncs();
  const adding = addPhoto(jobs, job, 'photo-place', madeJpeg('at the close'));
  await vi.waitFor(() => expect(disk.begun()).toBe(1));
  let closed = false;
  const closing = close().finally(() => {
    closed = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(closed).toBe(false);
  disk.letGo();
  await Promise.all([adding, closing]);
  const again = openLaptop(place);
  onTestFinished(again.close);
  const { answers } = loadInstallation(again.database.sqlite, job).data.checklist.begun ?? { answers: {} };
  const [digest] = photosOf(answers, 'photo-place');
  if (digest === undefined) throw new Error('the photo is answered');
  expect(pictureOf(again.jobs, digest)).toMatch(/^data:image\/jpeg/);
});
