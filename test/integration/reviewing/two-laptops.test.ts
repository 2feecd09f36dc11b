import { expect, onTestFinished, test, vi } from 'vitest';
import { beginRework, sendBack } from '../../../electron/jobs/finish.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { viewJob } from '../../../electron/jobs/view.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import { jobReviews, outgoing } from '../../../electron/supervision/reviewing/job-reviews.ts';
import { type GivenReview, writeReview } from '../../../electron/supervision/reviewing/reviewing.ts';
import type { JobId } from '../../../shared/ids.ts';
import { logPage } from '../../../shared/relay/log.ts';
import { type Review, reviewPage, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { ok } from '../../../shared/result.ts';
import { type LaptopPlace, openLaptop } from '../relay-uploads/laptop.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

/** A loaded machine needs its time. */
const until = (holds: () => unknown) => vi.waitFor(holds);

/** A relay, and where laptops of both kinds keep their data. */
async function workshop() {
  const relay = await runningRelay({ RELAY_DATA_DIR: tempFolder() });
  let places = 0;
  const place = async (role: 'installer' | 'supervisor'): Promise<LaptopPlace> => {
    // A second key under the name of another laptop would not be trusted.
    places += 1;
    const { token } = await tokenFor(relay, [CUSTOMER], role, `${role} ${places}`);
    return { dataDir: tempFolder(), relayUrl: relay.url, token };
  };
  const reader = await tokenFor(relay, [], 'admin');
  const get = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${relay.url}${path}environment=uat&customerId=${CUSTOMER}`, {
      headers: { authorization: `Bearer ${reader.token}` },
    });
    return answer.json();
  };
  return {
    relay,
    place,
    reviews: async (): Promise<readonly Review[]> =>
      reviewPage.parse(await get('/v1/reviews?knows=reopened&')).reviews,
    logged: async (job: JobId): Promise<readonly string[]> =>
      logPage.parse(await get(`/v1/log-entries?jobId=${job}&limit=200&`)).entries.map(({ type }) => type),
  };
}

function opened(place: LaptopPlace, changed?: (client: RelayClient) => RelayClient): OpenProfile {
  const laptop = openLaptop(place, changed);
  onTestFinished(laptop.close);
  return laptop;
}

const rework = (jobId: JobId, more: Partial<GivenReview> = {}): GivenReview => ({
  jobId,
  verdict: 'rework',
  reason: 'wrong-place',
  comment: 'Behind the glovebox, please',
  pin: { at: 'step', step: 'fitting' },
  basedOn: 0,
  ...more,
});

const approval = (jobId: JobId, basedOn: number): GivenReview => ({
  jobId,
  verdict: 'approved',
  reason: null,
  comment: '',
  pin: WHOLE_JOB,
  basedOn,
});

const seenBy = ({ jobs, engine }: OpenProfile, job: JobId) =>
  viewJob({ ...jobs, connection: engine.connection }, job).review;

test('rework that is asked for while the installer is away arrives, is done and approved; both laptops and the relay agree', async () => {
  const { place, reviews, logged } = await workshop();
  const [bay, office] = [await place('installer'), await place('supervisor')];
  const before = opened(bay);
  const job = startJob(before.jobs);
  await until(async () => expect(await logged(job)).toEqual(['job-started']));
  await before.close();

  const supervisor = opened(office);
  writeReview(supervisor.reviewing.parts, rework(job));
  await until(async () => expect(await reviews()).toHaveLength(1));

  const installer = opened(bay);
  await until(() => expect(seenBy(installer, job)?.state).toBe('rework-asked'));
  expect(seenBy(installer, job)).toMatchObject({
    reason: 'wrong-place',
    pin: { step: 'fitting' },
    worker: 'Jo',
  });
  beginRework(installer.jobs, job);
  sendBack(installer.jobs, job, 'Moved');
  await until(async () => expect((await logged(job)).at(-1)).toBe('rework-done'));

  writeReview(
    supervisor.reviewing.parts,
    approval(job, jobReviews(supervisor.reviewing.parts, job).revision),
  );
  await until(() => expect(seenBy(installer, job)?.state).toBe('approved'));
  await until(() => expect(outgoing(supervisor.database.sqlite)).toEqual([]));
  const atRelay = (await reviews())
    .map(({ id, revision, verdict }) => ({ id, revision, verdict }))
    .toReversed();
  for (const laptop of [installer, supervisor]) {
    const said = jobReviews(laptop.reviewing.parts, job).said;
    expect(said.map(({ id, revision, verdict }) => ({ id, revision, verdict }))).toEqual(atRelay);
  }
  // The relay has both sides of it, each in the log of its own laptop.
  await until(async () =>
    expect((await logged(job)).toSorted()).toEqual([
      'job-started',
      'review-approved',
      'review-received',
      'review-received',
      'review-rework',
      'rework-begun',
      'rework-done',
    ]),
  );
});

test('of two simultaneous supervisors the second sees the first one’s review and decides again', async () => {
  const { place, reviews } = await workshop();
  const installer = opened(await place('installer'));
  const job = startJob(installer.jobs);
  const first = opened(await place('supervisor'));
  writeReview(first.reviewing.parts, rework(job));
  await until(async () => expect(await reviews()).toHaveLength(1));
  // The second one's laptop hears nothing of it before they decide.
  const second = opened(await place('supervisor'), (client) => ({
    ...client,
    results: (query) => client.results({ ...query, waitSeconds: 0, newestReview: null }),
  }));
  writeReview(second.reviewing.parts, approval(job, 0));
  await until(() =>
    expect(jobReviews(second.reviewing.parts, job)).toMatchObject({
      state: 'rework-asked',
      revision: 1,
      own: [{ verdict: 'approved', state: 'stale', current: { comment: 'Behind the glovebox, please' } }],
    }),
  );
  expect(await reviews()).toHaveLength(1);
  writeReview(second.reviewing.parts, approval(job, 1));
  await until(() => expect(seenBy(installer, job)?.state).toBe('approved'));
});

/** Opened, but no review is read and no key is known until `release`. */
function heldBack(at: LaptopPlace) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let free = false;
  void released.then(() => (free = true));
  const laptop = opened(at, (client) => ({
    ...client,
    deviceKeys: async (query) => {
      const answer = await client.deviceKeys(query);
      return free || !answer.ok || answer.value === null ? answer : ok({ ...answer.value, keys: [] });
    },
    reviews: async (query) => {
      await released;
      return client.reviews(query);
    },
  }));
  onTestFinished(() => release());
  return { laptop, release };
}

test('a review counts whose laptop came to the relay while the reviews were asked for', async () => {
  const { place, reviews, logged } = await workshop();
  const { laptop: bay, release } = heldBack(await place('installer'));
  const job = startJob(bay.jobs);
  await until(async () => expect(await logged(job)).toEqual(['job-started']));
  const office = opened(await place('supervisor'));
  writeReview(office.reviewing.parts, rework(job));
  await until(async () => expect(await reviews()).toHaveLength(1));
  release();
  await until(() => expect(seenBy(bay, job)?.state).toBe('rework-asked'));
});

test('the review that was first counts though the key of its laptop comes later than the refusal', async () => {
  const { place, reviews } = await workshop();
  const job = startJob(opened(await place('installer')).jobs);
  const first = opened(await place('supervisor'));
  writeReview(first.reviewing.parts, rework(job));
  await until(async () => expect(await reviews()).toHaveLength(1));
  const { laptop: second, release } = heldBack(await place('supervisor'));
  writeReview(second.reviewing.parts, approval(job, 0));
  await until(() => expect(jobReviews(second.reviewing.parts, job).own).toMatchObject([{ state: 'stale' }]));
  release();
  await until(() => expect(jobReviews(second.reviewing.parts, job).state).toBe('rework-asked'));
});

test('a review whose answer is lost again and again is there once', async () => {
  const { place, reviews } = await workshop();
  const installer = opened(await place('installer'));
  const job = startJob(installer.jobs);
  const office = await place('supervisor');
  let lost = 0;
  const supervisor = opened(office, (client) => ({
    ...client,
    sendReview: async (review, signal) => {
      const answer = await client.sendReview(review, signal);
      if (lost >= 2) return answer;
      lost += 1;
      return { ok: false, error: { code: 'unreachable', status: null, detail: 'lost', retryAfterMs: null } };
    },
  }));
  writeReview(supervisor.reviewing.parts, rework(job));
  await until(() => expect(outgoing(supervisor.database.sqlite)).toEqual([]));
  expect(lost).toBe(2);
  expect(await reviews()).toMatchObject([{ revision: 1, verdict: 'rework' }]);
});

test('a laptop whose token is an installer’s is reported that it cannot review, and may try again with another', async () => {
  const { place, reviews } = await workshop();
  const bay = await place('installer');
  const laptop = openLaptop(bay);
  const job = startJob(laptop.jobs);
  writeReview(laptop.reviewing.parts, rework(job));
  await until(() =>
    expect(outgoing(laptop.database.sqlite)).toMatchObject([
      { state: 'refused', problem: { code: 'review-not-allowed' } },
    ]),
  );
  expect(await reviews()).toEqual([]);
  await laptop.close();
  expect(seenBy(opened(bay), job)).toBe(null);
});

test('reviews written while the relay is away wait over a restart and arrive in their order', async () => {
  const { place, reviews } = await workshop();
  const installer = opened(await place('installer'));
  const job = startJob(installer.jobs);
  const office = await place('supervisor');
  const away = openLaptop({ ...office, relayUrl: 'http://127.0.0.1:1' });
  writeReview(away.reviewing.parts, rework(job));
  writeReview(away.reviewing.parts, { ...approval(job, 0), verdict: 'reopened' });
  await away.close();
  opened(office);
  await until(() => expect(seenBy(installer, job)?.state).toBe('reopened'));
  expect(await reviews()).toMatchObject([
    { revision: 1, verdict: 'rework' },
    { revision: 2, verdict: 'reopened' },
  ]);
});
