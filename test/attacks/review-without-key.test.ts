import { beforeEach, describe, expect, it } from 'vitest';
import { noteDeviceKey } from '../../electron/db/tables/queue/device-keys.ts';
import {
  unbegunReworkSince,
  jobsSentBack,
  latestReview,
  reviewsOf,
} from '../../electron/db/tables/queue/reviews.ts';
import { createReviewInbox } from '../../electron/log/review-inbox.ts';
import { reviewOfJob, beginRework } from '../../electron/jobs/finish.ts';
import { jobReviews, listReviews, reviewsFor } from '../../electron/supervision/reviewing/job-reviews.ts';
import type { Signer } from '../../electron/trust/signatures.ts';
import { customerId, type JobId } from '../../shared/ids.ts';
import { ProblemError } from '../../shared/problem.ts';
import { deviceKey, type DeviceKey } from '../../shared/relay/access.ts';
import { review, reviewId, type Review } from '../../shared/relay/reviews.ts';
import { canonicalReview } from '../../shared/relay/signing.ts';
import { uuid } from '../integration/relay/log-chain.ts';
import { makeSigner } from '../integration/relay/signed-batch.ts';
import { type JobBench, openJobs } from '../unit/jobs/bench.ts';
import { finishedJob, reviewingOf } from '../unit/reviewing/reviewing-bench.ts';

/* A stolen supervisor token, or a relay, hands out reviews that no supervisor's laptop has signed. None of them must count, whatever its verdict. */

const owner = { environment: 'uat', customerId: customerId.parse(4711) } as const;

let bench: JobBench;
let job: JobId;
let office: Signer;
let made = 0;
beforeEach(() => {
  bench = openJobs();
  job = finishedJob(bench);
  office = registered('Office', 'supervisor');
});

/** A laptop whose key is known here. */
function registered(
  laptop: string,
  role: DeviceKey['role'],
  device = laptop.replaceAll(' ', '-'),
  storage: DeviceKey['storage'] = 'secret-store',
): Signer {
  const signer = makeSigner();
  const reported = deviceKey.parse({
    sequence: (made += 1),
    device,
    laptop,
    role,
    key: signer.key,
    storage,
    registeredAt: 50,
  });
  bench.database.write((context) => {
    noteDeviceKey(context, reported, 50);
  });
  return signer;
}

/** A review arrives as the relay hands it out; `more` changes it after it was signed. */
function arrives(
  signer: Signer | null,
  said: Pick<Review, 'verdict' | 'revision'> & Partial<Review>,
  more: Partial<Review> = {},
): Review {
  const basedOn = said.revision - 1;
  const plain = review.parse({
    ...owner,
    id: uuid('b', (made += 1)),
    jobId: job,
    comment: said.verdict === 'rework' ? 'Blurred.' : '',
    reason: said.verdict === 'rework' ? 'photo-unreadable' : null,
    basedOn,
    worker: 'Kim',
    sequence: made,
    reviewer: 'Office',
    receivedAt: 100,
    ...said,
  });
  const signed = signer?.sign(canonicalReview({ ...plain, basedOn: plain.basedOn ?? basedOn }));
  const arrived = { ...plain, signed, ...more };
  const { database, parts } = bench;
  createReviewInbox({ database, clock: parts.clock, log: parts.log }).take([arrived], {
    sequence: arrived.sequence,
    id: arrived.id,
    run: null,
  });
  return arrived;
}

/** Where the job stands for its installer, for the supervisor's table and on the job's page. */
function standing() {
  const { sqlite } = bench.database;
  return {
    installer: reviewOfJob(sqlite, job)?.state ?? 'unreviewed',
    table: reviewsFor(reviewsOf(sqlite, job), new Set()).review.state,
    page: jobReviews(reviewingOf(bench, true), job).state,
  };
}

const approved = { installer: 'approved', table: 'approved', page: 'approved' };
const unreviewed = { installer: 'unreviewed', table: 'none', page: 'unreviewed' };

describe('an approval', () => {
  it('counts where the supervisor’s laptop signed it', () => {
    arrives(office, { verdict: 'approved', revision: 1 });
    expect(standing()).toEqual(approved);
  });

  it.each<[string, () => void, string]>([
    ['without a signature', () => arrives(null, { verdict: 'approved', revision: 1 }), 'missing'],
    [
      'of which the relay says that it does not know what it is based on',
      () => arrives(office, { verdict: 'approved', revision: 1 }, { basedOn: null }),
      'missing',
    ],
    [
      'with the thief’s own key',
      () => arrives(makeSigner(), { verdict: 'approved', revision: 1 }),
      'unknown-key',
    ],
    [
      'with a key that was registered under the stolen token',
      () => arrives(registered('Office', 'supervisor'), { verdict: 'approved', revision: 1 }),
      'changed-key',
    ],
    [
      'with the key of an installer’s laptop',
      () => arrives(registered('Bay 3', 'installer'), { verdict: 'approved', revision: 1 }),
      'not-supervisor',
    ],
    [
      'that was a rework request when it was signed',
      () => arrives(office, { verdict: 'rework', revision: 1 }, { verdict: 'approved' }),
      'wrong',
    ],
    [
      'that is an old one under a later revision',
      () => arrives(office, { verdict: 'approved', revision: 3 }, { revision: 7 }),
      'wrong',
    ],
  ])('%s does not count, and the page says why', (_name, attack, signature) => {
    attack();
    expect(standing()).toEqual(unreviewed);
    expect(jobReviews(reviewingOf(bench, true), job).said).toMatchObject([{ signature }]);
  });

  it('that does not count hides no rework request, and the next review is based on its revision', () => {
    arrives(office, { verdict: 'rework', revision: 1 });
    const forged = arrives(null, { verdict: 'approved', revision: 2 });
    expect(standing()).toEqual({ installer: 'rework-asked', table: 'rework', page: 'rework-asked' });
    expect(latestReview(bench.database.sqlite, job)?.id).toBe(reviewId.parse(forged.id));
    expect(reviewsFor(reviewsOf(bench.database.sqlite, job), new Set()).review.revision).toBe(2);
    expect(jobReviews(reviewingOf(bench, true), job).revision).toBe(2);
  });

  it('of a reviewer whom the relay made up does not count, and is shown as not signed', () => {
    arrives(null, { verdict: 'approved', revision: 1, reviewer: 'New office' });
    expect(standing()).toEqual(unreviewed);
    expect(jobReviews(reviewingOf(bench, true), job).said).toMatchObject([{ signature: 'unsigned' }]);
  });

  it('of a laptop without a secret store counts with the key of each run, until it has kept one', () => {
    const inMemory = () => registered('Hall', 'supervisor', 'hall', 'memory');
    for (const revision of [1, 2]) arrives(inMemory(), { verdict: 'approved', revision, reviewer: 'Hall' });
    expect(standing()).toEqual(approved);
    const kept = registered('Hall', 'supervisor', 'hall');
    arrives(kept, { verdict: 'reopened', revision: 3, reviewer: 'Hall' });
    arrives(inMemory(), { verdict: 'approved', revision: 4, reviewer: 'Hall' });
    expect(standing()).toEqual({ installer: 'reopened', table: 'reopened', page: 'reopened' });
  });

  it('of which the relay says that it is from before the laptop registered its key does not count', () => {
    arrives(null, { verdict: 'approved', revision: 1, receivedAt: 49 });
    expect(standing()).toEqual(unreviewed);
  });
});

describe.each(['rework', 'reopened'] as const)('a review that says “%s”', (verdict) => {
  const said = { installer: verdict === 'rework' ? 'rework-asked' : 'reopened', table: verdict };

  it('counts where the supervisor’s laptop signed it', () => {
    arrives(office, { verdict: 'approved', revision: 1 });
    arrives(office, { verdict, revision: 2 });
    expect(standing()).toEqual({ ...said, page: said.installer });
  });

  it.each<[string, (after: number) => void, string]>([
    ['without a signature', (after) => arrives(null, { verdict, revision: after + 1 }), 'missing'],
    [
      'with the thief’s own key',
      (after) => arrives(makeSigner(), { verdict, revision: after + 1 }),
      'unknown-key',
    ],
    [
      'with a key that was registered under the stolen token',
      (after) => arrives(registered('Office', 'supervisor'), { verdict, revision: after + 1 }),
      'changed-key',
    ],
    [
      'with the key of an installer’s laptop',
      (after) => arrives(registered('Bay 3', 'installer'), { verdict, revision: after + 1 }),
      'not-supervisor',
    ],
    [
      'that was an approval when it was signed',
      (after) =>
        arrives(
          office,
          { verdict: 'approved', revision: after + 1 },
          { verdict, comment: 'Blurred.', reason: verdict === 'rework' ? 'photo-unreadable' : null },
        ),
      'wrong',
    ],
  ])('%s takes no effect, and the page says why', (_name, attack, signature) => {
    attack(0);
    expect(standing()).toEqual(unreviewed);
    arrives(office, { verdict: 'approved', revision: 2 });
    attack(2);
    expect(standing()).toEqual(approved);
    expect(jobReviews(reviewingOf(bench, true), job).said[0]).toMatchObject({ signature });
    expect(() => beginRework(bench.parts, job)).toThrow(ProblemError);
    expect([...jobsSentBack(bench.database.sqlite)]).toEqual([]);
    expect(unbegunReworkSince(bench.database.sqlite, 0)).toEqual([]);
    expect(reviewsFor(reviewsOf(bench.database.sqlite, job), new Set())).toMatchObject({
      sentBack: false,
      reason: '',
    });
    expect(listReviews(bench.database.sqlite, job).map(({ counts }) => counts)).toEqual([false, true, false]);
  });
});

it('the log of the installer says of a review without a valid signature that it does not count', () => {
  arrives(null, { verdict: 'rework', revision: 1 });
  arrives(office, { verdict: 'rework', revision: 2 });
  const received = bench
    .view(job)
    .history.flatMap(({ says }) => (says.key.startsWith('history.review-received') ? [says.key] : []));
  expect(received).toEqual(['history.review-received.not-counted', 'history.review-received.rework']);
});
