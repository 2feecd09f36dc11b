import { describe, expect, it } from 'vitest';
import { makeCrewKey } from '../../../electron/jobs/rescue/crew-key.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { saveDraft } from '../../../electron/jobs/start.ts';
import { laptopCode } from '../../../shared/relay/access.ts';
import { customerId, type JobId } from '../../../shared/ids.ts';
import { tokenFor } from '../relay/running-relay.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { SILENT_FOR_MS } from '../../../shared/relay/rescue.ts';
import { countedWrites } from '../../e2e/fixture/operator-record.ts';
import { notable } from '../../operator/seed/notable.ts';
import { crewAtRelay, dies } from './crew.ts';
import type { Laptop } from './laptop.ts';

const newCar = { name: '', licensePlate: 'M XY 7', vin: '', brand: 'Ford', model: 'Transit' };

/** A job of which a new car and its Box are decided. */
function begun(laptop: Laptop) {
  const job = startJob(laptop.parts);
  createCar(laptop.parts, job, newCar);
  installBox(laptop.parts, job, notable.boxes.free[0]);
  saveDraft(laptop.parts, job, 'group', '{"name":"Nor"}');
  return job;
}

async function refusal(work: unknown) {
  try {
    await work;
  } catch (cause) {
    if (cause instanceof ProblemError) return cause.problem.code;
    throw cause;
  }
  return null;
}

/** Two laptops of one crew. The first has a job that has not left, and has mirrored it. */
async function mirroredJob() {
  const crew = await crewAtRelay();
  const one = await crew.laptop('Kim', 'Bay 1');
  const two = await crew.laptop('Sam', 'Bay 2');
  const dead = one.open();
  dead.cut(true);
  const job = begun(dead);
  await dead.mirrored(job);
  /** A claim by a token without the key of the crew. */
  const { id: tokenId } = await tokenFor(crew.relay, [notable.customerId], 'installer', 'Thief');
  const liar = (jobId: JobId) => ({
    environment: 'uat' as const,
    customerId: customerId.parse(notable.customerId),
    jobId,
    turn: 1,
    code: laptopCode.parse('0000-0000'),
    proof: Buffer.alloc(60).toString('base64'),
    tokenId,
  });
  return { ...crew, one, dead, taker: two.open(), job, liar };
}

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
    silence();
    taker.cut(true);
    await taker.rescued.take(job);
    // The laptop slept with a queue of work and is at the operator first.
    one.sleep(SILENT_FOR_MS);
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

  it('is requested at every start: a report of the run before proves nothing', async () => {
    const { dead, one } = await mirroredJob();
    await dead.close();
    const back = one.open();
    expect(back.holdsTurns()).toBe(false);
    await expect.poll(() => back.holdsTurns()).toBe(true);
  });

  it('leaves every open operation in doubt for the laptop that continues', async () => {
    const { silence, dead, taker, job } = await mirroredJob();
    await dies(dead);
    silence();
    taker.cut(true);
    await taker.rescued.take(job);
    expect(taker.queued(job)).toEqual(['create-car unknown', 'install waiting']);
    const doubted = taker.sqlite.prepare(
      'SELECT kind FROM operation WHERE maybe_sent_at IS NOT NULL ORDER BY seq',
    );
    expect(doubted.pluck().all()).toEqual(['create-car', 'install']);
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
