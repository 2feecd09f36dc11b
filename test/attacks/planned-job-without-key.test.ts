import { beforeEach, describe, expect, it } from 'vitest';
import { noteDeviceKey } from '../../electron/db/tables/queue/device-keys.ts';
import { beginPlannedJob } from '../../electron/jobs/planned/begin.ts';
import { writeTakeOver } from '../../electron/db/tables/queue/hand-overs.ts';
import { noteChangesSeen, reportProgress } from '../../electron/jobs/planned/claims.ts';
import { createPlanInbox } from '../../electron/jobs/planned/exchange.ts';
import {
  isTestUserAllowed,
  plannedBoxCheck,
  plannedTestUser,
} from '../../electron/jobs/planned/expectations.ts';
import { listPlannedJobs, planOfJob } from '../../electron/jobs/planned/plan.ts';
import { startJob } from '../../electron/jobs/start.ts';
import type { Signer } from '../../electron/trust/signatures.ts';
import { type JobId, userId } from '../../shared/ids.ts';
import { ProblemError } from '../../shared/problem.ts';
import { deviceKey, type DeviceKey } from '../../shared/relay/access.ts';
import {
  plannedJob,
  plannedJobClaim,
  type PlannedJob,
  type PlannedJobClaim,
} from '../../shared/relay/jobs.ts';
import { canonicalPlannedJob, canonicalPlannedJobClaim } from '../../shared/relay/signing.ts';
import { localDay } from '../../shared/domain/planned-work.ts';
import { problemCodeOf } from '../integration/db/problem-code.ts';
import { uuid } from '../integration/relay/uuid.ts';
import { makeSigner } from '../integration/relay/signed-batch.ts';
import { claimOf, firstRevision } from '../planned/planned-work.ts';
import { type JobBench, known, openJobs } from '../unit/jobs/bench.ts';

/*
 * A stolen token, or a relay, hands out planned jobs that no supervisor's laptop has signed, and claims that no laptop has signed. No such job may
 * be begun, and each such claim is shown as what it is.
 */

let bench: JobBench;
let office: Signer;
let bay: Signer;
beforeEach(() => {
  bench = openJobs();
  office = registered('Office', 'supervisor', 1);
  bay = registered('Munich / Bay 9', 'installer', 2);
});

function registered(laptop: string, role: DeviceKey['role'], sequence: number): Signer {
  const signer = makeSigner();
  const device = `device-${sequence}`;
  const common = { sequence, device, laptop, role, storage: 'secret-store', registeredAt: 50 };
  const reported = deviceKey.parse({ ...common, key: signer.key });
  bench.database.write((context) => {
    noteDeviceKey(context, reported, 50);
  });
  return signer;
}

/** The plan arrives as the relay hands it out, with facts of its work; `after` changes it after it was signed. */
function arrives(
  signer: Signer | null,
  after: Partial<PlannedJob> = {},
  work: object = {},
  revised: object = {},
): PlannedJob {
  const { target, clock } = bench.parts;
  const day = localDay(clock.now());
  const owner = { environment: target.environment, customerId: target.customerId };
  const revision = firstRevision({ day, ...work }, { ...owner, ...revised });
  const signed = signer?.sign(canonicalPlannedJob(revision));
  const kept = plannedJob.parse({
    ...revision,
    signed,
    sequence: 1,
    revision: 1,
    planner: 'Office',
    receivedAt: 100,
    holder: null,
    rivals: [],
    ...after,
  });
  createPlanInbox({ ...bench.parts, log: bench.parts.log }).take([kept], [], 1);
  return kept;
}

const otherCar = (): Partial<PlannedJob> => {
  const { work } = firstRevision({ day: localDay(bench.parts.clock.now()) });
  return { work: { ...work, car: { ...work.car, licensePlate: 'M-XX 999' } } };
};

const begin = async ({ id }: PlannedJob): Promise<string> => {
  const parts = { jobs: bench.parts, directory: bench.directory, claimPlannedJob: null };
  return beginPlannedJob(parts, id).then(
    () => 'begun',
    (cause: unknown) => (cause instanceof ProblemError ? cause.problem.code : String(cause)),
  );
};
const state = () => listPlannedJobs(bench.database.sqlite, '2000-01-01', '2100-01-01')[0]?.signature;

it('a planned job that a supervisor’s laptop signed is begun', async () => {
  const kept = arrives(office);
  expect(state()).toBe('verified');
  expect(await begin(kept)).toBe('begun');
});

it.each([
  ['without a signature', () => arrives(null), 'missing'],
  ['of a key that is not known', () => arrives(makeSigner()), 'unknown-key'],
  ['of an installer’s laptop', () => arrives(bay), 'not-supervisor'],
  ['with another car than was signed', () => arrives(office, otherCar()), 'wrong'],
  ['that is an old revision under a newer number', () => arrives(office, { revision: 3 }), 'wrong'],
  ['that names another author', () => arrives(office, { worker: 'Another person' }), 'wrong'],
])('one %s is not begun', async (_what, come, verdict) => {
  const kept = come();
  expect(state()).toBe(verdict);
  expect(await begin(kept)).toBe('planned-job-not-signed');
  expect(bench.database.sqlite.prepare('SELECT count(*) FROM job').pluck().get()).toBe(0);
});

/** The claim of a laptop as the relay hands it out; `after` changes it after it was signed. */
function claimArrives(signer: Signer | null, after: Partial<PlannedJobClaim> = {}): PlannedJob {
  const { day } = firstRevision({ day: localDay(bench.parts.clock.now()) }).work;
  const revision = firstRevision({ day }, bench.parts.target);
  const claim = claimOf({ ...bench.parts.target, act: 'begun', jobId: uuid('a', 1) });
  const holder = plannedJobClaim.parse({
    ...claim,
    signed: signer?.sign(canonicalPlannedJobClaim(claim)),
    laptop: 'Munich / Bay 9',
    byReader: false,
    receivedAt: 100,
    ...after,
  });
  return arrives(office, { work: revision.work, holder });
}
const holder = () => listPlannedJobs(bench.database.sqlite, '2000-01-01', '2100-01-01')[0]?.holder;

it.each([
  ['of the laptop that it names', () => claimArrives(bay), 'verified'],
  ['without a signature', () => claimArrives(null), 'missing'],
  [
    'without a signature, of a laptop that never had a key',
    () => claimArrives(null, { laptop: 'Munich / Bay 3' }),
    'unsigned',
  ],
  ['of a key that is not known', () => claimArrives(makeSigner()), 'unknown-key'],
  ['of another laptop than it names', () => claimArrives(office), 'other-laptop'],
  ['with another reason than was signed', () => claimArrives(bay, { reason: 'Another one' }), 'wrong'],
  ['with another act than was signed', () => claimArrives(bay, { act: 'done' }), 'wrong'],
  ['of another planned job', () => claimArrives(bay, { signed: claimOfOtherJob() }), 'wrong'],
])('a claim %s is shown as it verifies', (_what, come, verdict) => {
  come();
  expect(state()).toBe('verified');
  expect(holder()).toMatchObject({ own: false, signature: verdict });
});

/** The signature of the same words about another planned job. */
function claimOfOtherJob() {
  const other = { plannedJob: uuid('e', 2), act: 'begun', jobId: uuid('a', 1) };
  return bay.sign(canonicalPlannedJobClaim(claimOf({ ...bench.parts.target, ...other })));
}

it('a planned job of another customer or environment is not kept', () => {
  const { environment } = bench.parts.target;
  arrives(office, { environment: environment === 'uat' ? 'prod' : 'uat' });
  expect(state()).toBeUndefined();
});

it('an unreadable planned job hides no other', () => {
  const kept = arrives(office);
  const inbox = createPlanInbox({ ...bench.parts, log: bench.parts.log });
  inbox.take(
    [{ id: 'nonsense' }, null, { ...kept, work: { ...kept.work, note: 'x'.repeat(9000) } }, kept],
    [],
    2,
  );
  expect(state()).toBe('verified');
});

/*
 * The relay changes a planned job after a laptop has begun it. The laptop goes on with the signed work, as the plan decides the test user and the
 * Boxes without another question.
 */
describe('a change of a begun job that no supervisor’s laptop has signed', () => {
  const [planned, strange] = [userId.parse(9001), userId.parse(9666)];
  const expected = { by: 'serial', serial: known.box };

  /** A begun job whose plan the relay then changes to `work`, signed by `signer`. */
  async function changedTo(signer: Signer | null, work: object): Promise<JobId> {
    const testUser = { id: planned, name: 'Bay 3 Tester' };
    const { id } = arrives(office, {}, { testUser, expected });
    const parts = { jobs: bench.parts, directory: bench.directory, claimPlannedJob: null };
    const job = await beginPlannedJob(parts, id);
    const basedOn = 1;
    arrives(signer, { revision: 2, sequence: 2 }, { testUser, expected, ...work }, { basedOn });
    return job;
  }
  const toStrange = { testUser: { id: strange, name: 'A friend' } };

  it('gives no other user a test access, not even in a series', async () => {
    const job = await changedTo(null, toStrange);
    const published = { ...bench.parts, testUsers: () => [{ id: planned }] };
    expect(plannedTestUser(bench.database.sqlite, job)?.id).toBe(planned);
    expect(isTestUserAllowed(published, job, strange)).toBe(false);
    expect(planOfJob(bench.database.sqlite, job)).toMatchObject({
      counts: false,
      work: { testUser: { id: planned } },
      changed: [],
    });
  });

  it('takes no Box out of the comparison', async () => {
    const job = await changedTo(null, { expected: null });
    const checks = plannedBoxCheck(bench.database.sqlite, job, known.otherBox, null);
    expect(checks).toMatchObject([{ check: 'planned', state: 'refused' }]);
  });

  it('is not marked as seen', async () => {
    const job = await changedTo(null, toStrange);
    const id = planOfJob(bench.database.sqlite, job)?.id;
    if (id === undefined) throw new Error('the job has a plan');
    expect(problemCodeOf(() => noteChangesSeen(bench.parts, id))).toBe('planned-job-not-signed');
    expect(plannedTestUser(bench.database.sqlite, job)?.id).toBe(planned);
  });

  it('names no user for a job that was taken over either', () => {
    const { database, parts } = bench;
    const job = startJob(parts);
    database.write((context) =>
      writeTakeOver(context, { job_id: job, turn: 1, content: null, signature: null, laptop: null, at: 1 }),
    );
    const claim = claimOf({ ...parts.target, act: 'begun', jobId: job });
    const laptop = { laptop: 'Munich / Bay 9', byReader: false, receivedAt: 100 };
    arrives(null, { holder: plannedJobClaim.parse({ ...claim, ...laptop }) }, toStrange);
    reportProgress(parts);
    expect(planOfJob(database.sqlite, job)).toMatchObject({ counts: false });
    expect(plannedTestUser(database.sqlite, job)).toBeNull();
  });

  it('counts once a supervisor’s laptop has signed it', async () => {
    const job = await changedTo(office, toStrange);
    expect(plannedTestUser(bench.database.sqlite, job)?.id).toBe(strange);
    expect(planOfJob(bench.database.sqlite, job)).toMatchObject({ counts: true, changed: ['testUser'] });
  });
});
