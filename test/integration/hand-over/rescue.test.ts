import { describe, expect, it } from 'vitest';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { makeCrewKey, noCrewKey } from '../../../electron/jobs/rescue/crew-key.ts';
import { saveDraft, startJob } from '../../../electron/jobs/start.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { SILENT_FOR_MS } from '../../../shared/relay/rescue.ts';
import { countedWrites } from '../../e2e/fixture/operator-record.ts';
import { crewAtRelay, dies } from './crew.ts';
import { begun, mirroredJob, newCar, refusal } from './mirrored-job.ts';

describe('rescue', () => {
  it('continues the job of a silent laptop elsewhere, with drafts, and each write is sent once', async () => {
    const { operator, silence, dead, taker, job, one } = await mirroredJob();
    expect(await taker.rescued.list()).toEqual({ jobs: [], otherCrews: 0 });
    await dies(dead);
    silence();
    const { jobs } = await taker.rescued.list();
    expect(jobs).toMatchObject([
      { jobId: job, turn: 1, laptop: 'Bay 1', worker: 'Kim', car: 'M XY 7', kind: 'installation', open: 2 },
    ]);
    const view = await taker.rescued.take(job);
    expect(view).toMatchObject({ id: job, takenOverBy: 'Sam', drafts: { group: '{"name":"Nor"}' } });
    expect(taker.logged(job).find(({ type }) => type === 'job-taken-over')?.data).toMatchObject({
      laptop: 'Bay 1',
      rescued: true,
    });
    expect(await taker.rescued.list()).toEqual({ jobs: [], otherCrews: 0 });
    await taker.settled(job);
    expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
    await dead.close();

    const back = one.open();
    await expect.poll(() => back.viewAny(job).handedOver).toBe(true);
    await back.settled(job);
    expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
    expect(back.logged(job)).toContainEqual({
      type: 'job-continued-elsewhere',
      data: { turn: 1, laptop: 'Bay 2', by: 'Sam' },
    });
    // Its own decisions stay as evidence.
    expect(back.logged(job).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['car-created', 'box-chosen']),
    );
    expect(back.queued(job)).toEqual(['create-car cancelled', 'install cancelled']);
  });

  it('sends nothing twice that the dead laptop sent after its last mirror', async () => {
    const { operator, silence, dead, taker, job } = await mirroredJob();
    dead.cutRelay(true);
    dead.cut(false);
    await dead.settled(job);
    expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
    await dies(dead);
    silence();
    await taker.rescued.take(job);
    await taker.settled(job);
    expect(taker.queued(job)).toEqual(['create-car done', 'install done']);
    expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
  });

  it('is requested before a silent laptop sends anything: it learns first that its job was continued', async () => {
    const { operator, silence, dead, taker, job, one } = await mirroredJob();
    await dies(dead);
    silence();
    taker.cut(true);
    await taker.rescued.take(job);
    // The laptop slept with a queue of work and is at the operator first.
    one.sleep(SILENT_FOR_MS);
    dead.cutRelay(false);
    dead.cut(false);
    await expect.poll(() => dead.viewAny(job).handedOver).toBe(true);
    await dead.settled(job);
    expect(countedWrites(operator)).toEqual({});
    taker.cut(false);
    await taker.settled(job);
    expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
  });

  it.each(['wall', 'monotonic'] as const)(
    'is requested again after sleep that only the %s clock shows',
    async (only) => {
      const { dead, one } = await mirroredJob();
      expect(dead.holdsTurns()).toBe(true);
      one.sleep(SILENT_FOR_MS / 2, only);
      expect(dead.holdsTurns()).toBe(false);
      await dead.reported();
      await expect.poll(() => dead.holdsTurns()).toBe(true);
    },
  );

  it('is requested again five minutes after a report was sent, however late its answer came', async () => {
    const { dead, one } = await mirroredJob();
    const answer = await dead.slowReport();
    one.sleep(SILENT_FOR_MS / 2);
    await answer();
    expect(dead.holdsTurns()).toBe(false);
  });

  it('is requested by a laptop whose key is lost, and the answer of the relay decides', async () => {
    const { operator, silence, dead, taker, job, one } = await mirroredJob();
    await dies(dead);
    silence();
    taker.cut(true);
    await taker.rescued.take(job);
    await dead.close();
    const back = one.open(noCrewKey);
    await expect.poll(() => back.viewAny(job).handedOver).toBe(true);
    await back.settled(job);
    expect(countedWrites(operator)).toEqual({});
  });

  it('is not requested by a laptop without a crew', async () => {
    const { laptop } = await crewAtRelay();
    const alone = (await laptop('Kim', 'Bay 1')).open(noCrewKey);
    const job = begun(alone);
    await alone.settled(job);
    expect(alone.reports()).toBe(0);
  });

  it('is requested for a finished job: the other laptop continues it all the same', async () => {
    const { silence, dead, taker, job, one } = await mirroredJob();
    dead.cutRelay(true);
    dead.cut(false);
    await dead.settled(job);
    finishJob(dead.parts, job);
    await dead.unheard();
    silence();
    await taker.rescued.take(job);
    await dead.close();
    const back = one.open();
    await expect.poll(() => back.viewAny(job).handedOver).toBe(true);
    expect(back.logged(job)).toContainEqual({
      type: 'job-continued-elsewhere',
      data: { turn: 1, laptop: 'Bay 2', by: 'Sam' },
    });
  });

  it('cancels on the laptop that returns also operations that wait for a person', async () => {
    const { operator, silence, dead, taker, job, one } = await mirroredJob();
    const refusal = operator.faults.add({
      method: 'PUT',
      path: '/cars',
      effect: { kind: 'status', status: 400 },
    });
    dead.cut(false);
    await expect.poll(() => dead.queued(job)).toEqual(['create-car blocked', 'install waiting']);
    operator.faults.clear(refusal);
    await dies(dead);
    silence();
    await taker.rescued.take(job);
    await taker.settled(job);
    await dead.close();
    const back = one.open();
    await expect.poll(() => back.queued(job)).toEqual(['create-car cancelled', 'install cancelled']);
    expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
  });

  it('is requested at every start: a report of the run before proves nothing', async () => {
    const { dead, one } = await mirroredJob();
    await dead.close();
    const back = one.open();
    expect(back.holdsTurns()).toBe(false);
    await expect.poll(() => back.holdsTurns()).toBe(true);
  });

  it('leaves every open operation of the job in doubt for the laptop that continues, and no other', async () => {
    const { silence, dead, taker, job } = await mirroredJob();
    await dies(dead);
    silence();
    taker.cut(true);
    createCar(taker.parts, startJob(taker.parts), { ...newCar, licensePlate: 'M XY 8' });
    await taker.rescued.take(job);
    expect(taker.queued(job)).toEqual(['create-car unknown', 'install waiting']);
    const doubted = taker.sqlite.prepare(
      'SELECT job_id, kind FROM operation WHERE maybe_sent_at IS NOT NULL ORDER BY seq',
    );
    expect(doubted.all()).toEqual([
      { job_id: job, kind: 'create-car' },
      { job_id: job, kind: 'install' },
    ]);
  });

  it('brings a job back to the laptop that it was continued for, once the other one is silent', async () => {
    const { operator, silence, dead, taker, job, one } = await mirroredJob();
    await dies(dead);
    silence();
    taker.cut(true);
    await taker.rescued.take(job);
    await taker.mirrored(job);
    await dead.close();
    const back = one.open();
    await expect.poll(() => back.viewAny(job).handedOver).toBe(true);
    await dies(taker);
    silence();
    expect((await back.rescued.list()).jobs).toMatchObject([{ jobId: job, turn: 2, laptop: 'Bay 2' }]);
    expect(await back.rescued.take(job, 2)).toMatchObject({ id: job, handedOver: false });
    await back.settled(job);
    expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
  });

  it('stays at the laptop that took it back where the relay names the earlier turn again', async () => {
    const { silence, dead, taker, job, one } = await mirroredJob();
    await dies(dead);
    silence();
    taker.cut(true);
    await taker.rescued.take(job);
    await taker.mirrored(job);
    await dead.close();
    const back = one.open();
    back.cut(true);
    await expect.poll(() => back.viewAny(job).handedOver).toBe(true);
    await dies(taker);
    silence();
    await back.rescued.take(job, 2);
    const before = back.queued(job);
    back.repeatContinued();
    one.sleep(SILENT_FOR_MS);
    await back.reported();
    await back.reported();
    expect(back.holdsTurns()).toBe(true);
    expect(back.viewAny(job)).toMatchObject({ handedOver: false, finishedAt: null });
    expect(back.queued(job)).toEqual(before);
  });

  it('does not stop work while the relay cannot be reached', async () => {
    const { operator, dead, job, one } = await mirroredJob();
    dead.cutRelay(true);
    one.sleep(SILENT_FOR_MS);
    dead.cut(false);
    await dead.settled(job);
    expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
  });

  it('is refused while the laptop reports, for another crew, and to the second of two', async () => {
    const { silence, dead, taker, job, laptop } = await mirroredJob();
    expect(await refusal(taker.rescued.take(job))).toBe('rescue-gone');
    const third = (await laptop('Alex', 'Bay 3')).open();
    const stranger = (await laptop('Eve', 'Yard', makeCrewKey())).open();
    await dies(dead);
    silence();
    expect(await stranger.rescued.list()).toEqual({ jobs: [], otherCrews: 1 });
    expect(await refusal(stranger.rescued.take(job))).toBe('rescue-other-crew');
    for (const one of [taker, third]) one.cut(true);
    const refused = await Promise.all([refusal(taker.rescued.take(job)), refusal(third.rescued.take(job))]);
    expect(refused.filter((code) => code === null)).toHaveLength(1);
    expect(await refusal(taker.rescued.take(job))).toMatch(/^hand-over-taken|^rescue-gone/);
  });

  it('goes on where a relay says without the key of the crew that another laptop continues the job', async () => {
    const { operator, silence, dead, relay, job, one, liar } = await mirroredJob();
    silence();
    const held = await relay.store.claimRescue({ ...liar(job), receivedAt: Date.now() + 2 * SILENT_FOR_MS });
    expect(held.kind).toBe('held');
    one.sleep(SILENT_FOR_MS);
    dead.cut(false);
    await dead.settled(job);
    expect(dead.viewAny(job).handedOver).toBe(false);
    expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
    // The relay refuses mirrors of a turn that is claimed: each state is sent to it once.
    await dead.reported();
    await dead.reported();
    const sent = dead.sentMirrors();
    await dead.reported();
    await dead.reported();
    expect(dead.sentMirrors()).toBe(sent);
  });

  it('mirrors a state once', async () => {
    const { dead, job } = await mirroredJob();
    expect(dead.sentMirrors()).toBe(1);
    await dead.mirrored(job);
    await dead.reported();
    expect(dead.sentMirrors()).toBe(1);
    saveDraft(dead.parts, job, 'group', '{"name":"North"}');
    await dead.reported();
    await expect.poll(() => dead.sentMirrors()).toBe(2);
  });

  it('is not prepared for a job without any work', async () => {
    const { laptop } = await crewAtRelay();
    const idle = (await laptop('Kim', 'Bay 1')).open();
    startJob(idle.parts);
    await idle.mirrored();
    expect(idle.sentMirrors()).toBe(0);
  });

  it('of a job that is finished, given away or withdrawn with the crew is not offered', async () => {
    const { silence, dead, taker, job } = await mirroredJob();
    dead.give(job);
    await dead.mirrored();
    silence();
    expect(await taker.rescued.list()).toEqual({ jobs: [], otherCrews: 0 });
  });

  it('ends for a laptop that leaves its crew', async () => {
    const { silence, dead, taker } = await mirroredJob();
    await dead.rescued.leave();
    silence();
    expect(await taker.rescued.list()).toEqual({ jobs: [], otherCrews: 0 });
    expect(await dead.rescued.status()).toEqual({ hasKey: false, others: 0 });
  });
});
