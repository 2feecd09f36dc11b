import { expect, it } from 'vitest';
import { newMirror, SILENT_FOR_MS } from '../../../../shared/relay/rescue.ts';
import { DAY } from '../../../../shared/time.ts';
import { INSTRUCTION_PICTURE, namedFile } from '../../../instructions/written-instruction.ts';
import { claimOf, firstRevision, PLAN_DAY } from '../../../planned/planned-work.ts';
import { signedPublication } from '../../../publications/written-publication.ts';
import { JOB, uuid } from '../log-chain.ts';
import { makeSigner } from '../signed-batch.ts';
import { begunFile, besideAnother, FEED, lockDay, removes, tokenOf, untilWaiting } from './beside-another.ts';
import { addPicture, PICTURE } from './office.ts';
import { onPostgres } from './store-kinds.ts';

/*
 * Retention deletes by age beside laptops that use the same rows. Another connection plays one of both, with a lock that it takes between
 * two of the store's.
 */

const LONG_AFTER = 400 * DAY;
const ALL_PLANS = { ...FEED, after: 0, limit: 100, from: PLAN_DAY } as const;

onPostgres('retention beside laptops', (server) => {
  it('keeps a file that a publication is naming', async () => {
    const { store, other } = await besideAnother(await server().database());
    const tokenId = await tokenOf(store, 1, 'admin');
    await addPicture(store, tokenId);
    await lockDay(other, tokenId, 400);
    const publishing = store.keepPublication({
      ...signedPublication(makeSigner(), { files: [namedFile(INSTRUCTION_PICTURE)] }),
      tokenId,
      publisher: 'Office',
      receivedAt: LONG_AFTER,
    });
    await untilWaiting(other);
    expect(await store.dropCompleteBefore(LONG_AFTER - DAY, 10)).toBe(0);
    await other.query('COMMIT');
    expect(await publishing).toMatchObject({ kind: 'kept' });
    expect(await store.dropCompleteBefore(LONG_AFTER - DAY, 10)).toBe(0);
    expect(await store.findAttachment(PICTURE)).toMatchObject({ complete: true });
  });

  it('lets a file begin again whose upload it just dropped', async () => {
    const { store, other } = await besideAnother(await server().database());
    const tokenId = await tokenOf(store, 1);
    await begunFile(store, tokenId, 1);
    await other.query('SELECT 1 FROM attachments FOR UPDATE');
    const piece = begunFile(store, tokenId, 1);
    await untilWaiting(other);
    await other.query('DELETE FROM attachments');
    await other.query('COMMIT');
    expect(await piece).toMatchObject({ fits: true, attachment: { received: 5 } });
  });

  it('keeps the mirror of a laptop that has just reported', async () => {
    const { store, other } = await besideAnother(await server().database());
    const tokenId = await tokenOf(store, 1);
    const sealed = Buffer.alloc(60, 7).toString('base64');
    const mirror = newMirror.parse({
      ...FEED,
      jobId: JOB,
      turn: 1,
      code: '0000-0000',
      version: 'a'.repeat(64),
      label: sealed,
      content: sealed,
    });
    await store.keepMirror({ ...mirror, tokenId, receivedAt: 10 });
    await other.query('UPDATE mirrors SET seen_at = $1', [LONG_AFTER]);
    expect(await store.deleteMirrorsBefore(LONG_AFTER - DAY, 10)).toBe(0);
    await other.query('COMMIT');
    expect(await store.deleteMirrorsBefore(LONG_AFTER - DAY, 10)).toBe(0);
    const asked = { ...FEED, tokenId, code: '1000-0001', limit: 10 } as const;
    const silentSince = LONG_AFTER + SILENT_FOR_MS;
    expect(await store.readMirrors({ ...asked, silentSince })).toMatchObject([{ jobId: JOB }]);
  });
});

onPostgres('planned jobs that retention drops', (server) => {
  const furnished = async () => {
    const { store, other } = await besideAnother(await server().database());
    const [bay, office] = [await tokenOf(store, 1), await tokenOf(store, 2, 'supervisor')];
    const reader = { tokenId: bay, laptop: 'Bay 1', readsAll: false };
    await store.keepPlannedJob({ ...firstRevision(), tokenId: office, planner: 'Office', receivedAt: 10 });
    const begins = { ...claimOf({ act: 'begun', jobId: JOB }), reader, receivedAt: 20 };
    await store.claimPlannedJob(begins);
    const read = async () => (await store.readPlannedJobs({ ...ALL_PLANS, reader })).rows;
    return { store, other, office, begins, read };
  };

  it('do not come back blank by a removal at the same time', async () => {
    const { store, other, office, read } = await furnished();
    await other.query('SELECT 1 FROM planned_job_sequence FOR UPDATE');
    const removal = removes(store, office, { jobs: [JOB] });
    await untilWaiting(other);
    await other.query('DELETE FROM planned_jobs');
    await other.query('DELETE FROM planned_job_jobs');
    await other.query('COMMIT');
    expect(await removal).toMatchObject({ removed: true });
    expect(await read()).toEqual([]);
  });

  it('are found by a later removal when a laptop claimed them at the same time', async () => {
    const { store, other, office, begins, read } = await furnished();
    await other.query('SELECT 1 FROM planned_job_sequence FOR UPDATE');
    const claim = store.claimPlannedJob({
      ...begins,
      ...claimOf({ act: 'done', id: uuid('f', 2), jobId: JOB }),
    });
    await untilWaiting(other);
    await other.query('DELETE FROM planned_jobs');
    await other.query('DELETE FROM planned_job_jobs');
    await other.query('COMMIT');
    expect(await claim).toMatchObject({ kind: 'answered', own: true });
    await removes(store, office, { jobs: [JOB] });
    expect(await read()).toMatchObject([{ plannedJob: { work: { car: { licensePlate: '' }, crew: '' } } }]);
  });
});
