import { describe, expect, it } from 'vitest';
import {
  type CrewKey,
  makeCrewKey,
  sealForCrew,
  unsealForCrew,
} from '../../electron/jobs/rescue/crew-key.ts';
import { rescueJob } from '../../electron/jobs/rescue/rescue.ts';
import { readJob } from '../../electron/db/tables/queue/jobs.ts';
import { startJob } from '../../electron/jobs/start.ts';
import { createCar } from '../../electron/jobs/steps/car.ts';
import { laptopCodeOf } from '../../electron/jobs/hand-over/parties.ts';
import type { JobId } from '../../shared/ids.ts';
import { readJson } from '../../shared/parsing.ts';
import { mirror, mirrorPage, mirrorReportAnswer } from '../../shared/relay/rescue.ts';
import { ok } from '../../shared/result.ts';
import { crewAtRelay, dies, keeperOf } from '../integration/hand-over/crew.ts';
import { tokenFor } from '../integration/relay/running-relay.ts';
import { uuid } from '../integration/relay/uuid.ts';
import { notable } from '../operator/seed/notable.ts';
import { codeOf } from './laptop-of-role.ts';
import { actorOf } from './attacked-relay.ts';

/*
 * A stolen installer token, and a laptop of the crew whose words were changed, at the mirrors of unfinished jobs.
 */

const PLATE = 'M XY 7';
const CODE = '1000-0001';
const OTHER_JOB = uuid('e', 1);
const owner = { environment: 'uat', customerId: notable.customerId } as const;

/** A dead laptop with a mirrored job, a laptop of its crew that may continue it, and a thief with a token. */
async function deadLaptop() {
  const crew = await crewAtRelay();
  const [one, two] = [await crew.laptop('Kim', 'Bay 1'), await crew.laptop('Sam', 'Bay 2')];
  const dead = one.open();
  dead.cut(true);
  const job = startJob(dead.parts);
  createCar(dead.parts, job, { name: '', licensePlate: PLATE, vin: '', brand: 'Ford', model: 'Transit' });
  await dead.mirrored(job);
  const code = laptopCodeOf(dead.sqlite);
  const thief = actorOf(
    crew.relay.url,
    await tokenFor(crew.relay, [notable.customerId], 'installer', 'Thief'),
  );
  const mirrorAtRelay = async (turn = '1', of: string = job) => {
    const answer = await thief.get('/v1/mirror', { ...asked, jobId: of, turn });
    return answer.status === 200 ? mirror.parse(await answer.json()) : answer.status;
  };
  const asked = { customerId: String(notable.customerId), code: CODE };
  const keeps = (changes: object) =>
    thief.post('/v1/mirrors', {
      ...owner,
      jobId: OTHER_JOB,
      turn: 1,
      code: CODE,
      version: 'b'.repeat(64),
      ...changes,
    });
  return { ...crew, dead, code, job, taker: two.open(), thief, asked, mirrorAtRelay, keeps };
}

/** The mirror as the relay keeps it; the laptop is silent. */
async function silentMirror() {
  const victim = await deadLaptop();
  await dies(victim.dead);
  victim.silence();
  const kept = await victim.mirrorAtRelay();
  if (typeof kept === 'number') throw new Error(`answered ${kept}`);
  return { ...victim, kept };
}

const taken = ({ taker }: Awaited<ReturnType<typeof deadLaptop>>, job: JobId) =>
  codeOf(Promise.resolve(taker.rescued.take(job)));

describe('a stolen installer token and the mirrors of a crew', () => {
  it('reads no word of a job', async () => {
    const { thief, kept, asked } = await silentMirror();
    const { mirrors } = mirrorPage.parse(await (await thief.get('/v1/mirrors', asked)).json());
    expect(mirrors).toHaveLength(1);
    for (const sealed of [kept.label, kept.content]) {
      expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toMatch(/Transit|Kim|XY 7/);
    }
  });

  it('gives the crew no job of its own making, sealed with another key', async () => {
    const victim = await silentMirror();
    const { keeps, taker, silence, code, kept } = victim;
    const other: CrewKey = makeCrewKey();
    const about = [owner.environment, 'https://operator.example', owner.customerId, OTHER_JOB, 1, CODE];
    const sealed = (use: 'label' | 'content') => sealForCrew(other, use, about, '{}');
    expect((await keeps({ label: sealed('label'), content: sealed('content') })).status).toBe(200);
    silence();
    const listed = await taker.rescued.list();
    expect(listed).toMatchObject({ jobs: [{ jobId: victim.job }], otherCrews: 1 });
    expect(await taken(victim, victim.job)).toBe('answered');
    expect(kept.code).toBe(code);
  });

  it('passes a mirror off as none but the job that it is of', async () => {
    const victim = await silentMirror();
    const { keeps, taker, silence, kept } = victim;
    const { label, content } = kept;
    expect((await keeps({ label, content })).status).toBe(200);
    expect((await keeps({ label, content, jobId: victim.job, turn: 2 })).status).toBe(200);
    silence();
    const { jobs, otherCrews } = await taker.rescued.list();
    expect(jobs.map(({ jobId, turn, laptop }) => [jobId, turn, laptop])).toEqual([[victim.job, 1, 'Bay 1']]);
    expect(otherCrews).toBe(2);
    expect(await codeOf(Promise.resolve(taker.rescued.take(victim.job, 2)))).toBe('rescue-other-crew');
  });

  it('neither keeps a silent laptop alive with its code nor deletes its mirror', async () => {
    const victim = await silentMirror();
    const { thief, code, job } = victim;
    for (const jobs of [[], [{ jobId: job, turn: 0, open: true }], [{ jobId: job, turn: 0, open: false }]]) {
      const answer = await thief.post('/v1/mirror-reports', { ...owner, code, jobs });
      expect(mirrorReportAnswer.parse(await answer.json())).toMatchObject({ mirrors: [], continued: [] });
    }
    expect(await taken(victim, job)).toBe('answered');
  });

  it('claims no job of a laptop that reports', async () => {
    const { thief, dead, job } = await deadLaptop();
    const proof = Buffer.alloc(60).toString('base64');
    const answer = await thief.post('/v1/rescues', { ...owner, jobId: job, turn: 1, code: CODE, proof });
    expect(answer.status).toBe(409);
    await dead.reported();
    expect(dead.viewAny(job).handedOver).toBe(false);
  });

  it('of another customer finds and does nothing', async () => {
    const { relay, job, code, kept, mirrorAtRelay } = await silentMirror();
    const stranger = actorOf(relay.url, await tokenFor(relay, [notable.customerId + 1], 'installer', 'Yard'));
    const asked = { customerId: String(notable.customerId), code: CODE };
    const { label, content } = kept;
    const answers = await Promise.all([
      stranger.get('/v1/mirrors', asked),
      stranger.get('/v1/mirror', { ...asked, jobId: job, turn: '1' }),
      stranger.post('/v1/mirrors', {
        ...owner,
        jobId: job,
        turn: 1,
        code,
        version: 'b'.repeat(64),
        label,
        content,
      }),
      stranger.post('/v1/mirror-reports', { ...owner, code, jobs: [{ jobId: job, turn: 0, open: false }] }),
      stranger.post('/v1/rescues', { ...owner, jobId: job, turn: 1, code: CODE, proof: label }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await mirrorAtRelay()).toEqual(kept);
  });
});

describe('a mirror that a holder of the crew’s key has altered', () => {
  it('is refused: the laptop signed other content', async () => {
    const victim = await silentMirror();
    const { key, kept, dead, job, taker } = victim;
    const about = [owner.environment, dead.parts.target.baseUrl, owner.customerId, job, 1, kept.code];
    const text = unsealForCrew(key, 'content', about, kept.content) ?? '';
    const changed = text.replaceAll(PLATE, 'M XY 8');
    expect(readJson(changed)).not.toEqual(readJson(text));
    const content = sealForCrew(key, 'content', about, changed);
    const relay = {
      mirrors: () => Promise.reject(new Error('not asked')),
      mirror: () => Promise.resolve(ok({ ...kept, content })),
      claimRescue: () => Promise.reject(new Error('a forged mirror was claimed')),
    };
    const parts = { jobs: taker.parts, crew: keeperOf(key), relay, readKeys: () => Promise.resolve() };
    expect(await codeOf(rescueJob(parts, { jobId: job, turn: 1, mayRestore: () => true }))).toBe(
      'hand-over-forged',
    );
    expect(readJob(taker.sqlite, job)).toBeUndefined();
  });
});
