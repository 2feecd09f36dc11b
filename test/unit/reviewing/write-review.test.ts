import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { beginRework, sendBack } from '../../../electron/jobs/finish.ts';
import { noteDeviceKey } from '../../../electron/db/tables/queue/device-keys.ts';
import { writeGiven } from '../../../electron/db/tables/queue/hand-overs.ts';
import { nextOutgoingReview } from '../../../electron/db/tables/queue/outgoing-reviews.ts';
import {
  approveMany,
  type GivenReview,
  openReviewing,
  ownChecksNotGreen,
  writeReview,
} from '../../../electron/supervision/reviewing/reviewing.ts';
import { reviewsOf } from '../../../electron/db/tables/queue/reviews.ts';
import { jobReviews, outgoing, reviewsFor } from '../../../electron/supervision/reviewing/job-reviews.ts';
import { basisOf, settle } from '../../../electron/supervision/reviewing/settle.ts';
import { createSigner, makeKeyPair } from '../../../electron/trust/signatures.ts';
import { type JobId, jobId } from '../../../shared/ids.ts';
import { deviceKey } from '../../../shared/relay/access.ts';
import { review, type Review, reviewId, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { canonicalReview } from '../../../shared/relay/signing.ts';
import { ok } from '../../../shared/result.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { BEGIN, type JobBench, openJobs, unknownJob } from '../jobs/bench.ts';
import { arrives, finishedJob, reviewFor, reviewingOf } from './reviewing-bench.ts';

const given = (job: JobId, more: Partial<GivenReview> = {}): GivenReview => ({
  jobId: job,
  verdict: 'rework',
  reason: 'wrong-place',
  comment: 'Behind the\nglovebox',
  pin: { at: 'step', step: 'fitting' },
  basedOn: 0,
  ...more,
});

/** The earlier review of another supervisor. */
const others = (job: JobId, revision: number) =>
  review.parse({
    ...reviewFor(job, { id: reviewId.parse(randomUUID()), revision }),
    environment: 'uat',
    customerId: 4711,
    sequence: revision,
  });

/** The review with the signature of a supervisor's laptop that is known here. */
function signedByOffice({ database }: JobBench, said: Review, basedOn: number): Review {
  const signer = createSigner(makeKeyPair());
  const reported = {
    sequence: 1,
    device: 'office',
    laptop: said.reviewer,
    role: 'supervisor',
    registeredAt: 1,
  };
  database.write((context) => {
    noteDeviceKey(context, deviceKey.parse({ ...reported, key: signer.key, storage: 'secret-store' }), 1);
  });
  return { ...said, basedOn, signed: signer.sign(canonicalReview({ ...said, basedOn })) };
}

/** The relay's answer to the next one. */
function answered(
  bench: JobBench,
  answer: (job: JobId, id: string, basedOn: number) => Parameters<typeof settle>[3],
): void {
  const parts = reviewingOf(bench, true);
  bench.database.write((context) => {
    const row = nextOutgoingReview(context.sqlite, []);
    if (row === undefined) throw new Error('nothing is on its way');
    settle(parts, context, row, answer(row.job_id, row.id, basisOf(context, row).revision));
  });
}

const kept = (job: JobId, id: string, basedOn: number) =>
  ({
    kind: 'kept',
    run: 'a'.repeat(16),
    review: { ...others(job, basedOn + 1), id: reviewId.parse(id) },
  }) as const;

test('a review is kept with its entry of the log or not at all', () => {
  const bench = openJobs();
  const parts = reviewingOf(bench, true);
  const job = finishedJob(bench);
  bench.refuseToLog('review-approved');
  const approved = given(job, { verdict: 'approved', reason: null, comment: '' });
  expect(() => writeReview(parts, approved)).toThrow('cannot be written');
  expect(outgoing(bench.database.sqlite)).toEqual([]);
  writeReview(parts, given(job));
  expect(outgoing(bench.database.sqlite)).toMatchObject([
    { jobId: job, state: 'waiting', comment: 'Behind the\nglovebox', worker: 'Bay 3 Tester' },
  ]);
  expect(bench.logged(job).at(-1)).toBe('review-rework');
  // It counts nowhere before the relay has it.
  expect(jobReviews(parts, job)).toMatchObject({ state: 'unreviewed', revision: 0, own: [{}] });
});

test('rework needs a reason and words', () => {
  const bench = openJobs();
  const parts = reviewingOf(bench, true);
  const job = finishedJob(bench);
  expect(problemCodeOf(() => writeReview(parts, given(job, { reason: null })))).toBe('rework-unexplained');
  expect(problemCodeOf(() => writeReview(parts, given(job, { comment: ' \n ' })))).toBe('rework-unexplained');
  expect(problemCodeOf(() => writeReview(reviewingOf(bench, false), given(unknownJob)))).toBe('not-found');
  expect(outgoing(bench.database.sqlite)).toEqual([]);
});

test('without a relay a review counts at once, and a review written before the newest one was seen does not', () => {
  const bench = openJobs();
  const parts = reviewingOf(bench, false);
  const job = finishedJob(bench);
  writeReview(parts, given(job));
  expect(bench.view(job)).toMatchObject({ status: 'needs-person', review: { state: 'rework-asked' } });
  writeReview(parts, given(job, { verdict: 'approved', reason: null, comment: '' }));
  expect(bench.view(job).review?.state).toBe('rework-asked');
  expect(jobReviews(parts, job)).toMatchObject({
    state: 'rework-asked',
    revision: 1,
    own: [{ state: 'stale', verdict: 'approved', current: { verdict: 'rework', revision: 1 } }],
  });
  expect(bench.logged(job).slice(-2)).toEqual(['review-approved', 'review-not-taken']);
  writeReview(parts, given(job, { verdict: 'approved', reason: null, comment: '', basedOn: 1 }));
  expect(bench.view(job).review).toMatchObject({ state: 'approved', revision: 2 });
});

test('without a relay a review needs the name of who gives it', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  const unnamed = { ...reviewingOf(bench, false), worker: () => ' ' };
  expect(problemCodeOf(() => writeReview(unnamed, given(job)))).toBe('reviewer-missing');
});

test('a second review before the first has an answer is based on the outcome of the first', () => {
  const bench = openJobs();
  const parts = reviewingOf(bench, true);
  const job = finishedJob(bench);
  writeReview(parts, given(job));
  writeReview(parts, given(job, { verdict: 'approved', reason: null, comment: '' }));
  answered(bench, kept);
  answered(bench, (of, id, basedOn) => {
    expect(basedOn).toBe(1);
    return kept(of, id, basedOn);
  });
  expect(outgoing(bench.database.sqlite)).toEqual([]);
  expect(jobReviews(parts, job).revision).toBe(2);
});

test('a review names to the relay the review it is based on, and none from before the relay', () => {
  const approval = { verdict: 'approved', reason: null, comment: '', basedOn: 1 } as const;
  const basisAfter = (before: (bench: JobBench, job: JobId) => void) => {
    const bench = openJobs();
    const job = finishedJob(bench);
    before(bench, job);
    writeReview(reviewingOf(bench, true), given(job, approval));
    const row = nextOutgoingReview(bench.database.sqlite, []);
    return row === undefined ? null : basisOf(bench.database, row);
  };
  const id = reviewId.parse(randomUUID());
  expect(basisAfter((bench, job) => arrives(bench, reviewFor(job, { id })))).toEqual({
    revision: 1,
    review: id,
  });
  const writtenHere = (bench: JobBench, job: JobId) =>
    void writeReview(reviewingOf(bench, false), given(job));
  expect(basisAfter(writtenHere)).toEqual({ revision: 1, review: null });
});

test('a review that the relay confirms with other words counts as it was written and signed here', () => {
  const bench = openJobs();
  const parts = reviewingOf(bench, true);
  const [job, another] = [finishedJob(bench), finishedJob(bench)];
  const id = writeReview(parts, given(job));
  const approved = { verdict: 'approved', reason: null, comment: '', pin: WHOLE_JOB } as const;
  answered(bench, () => {
    const said = { ...others(another, 1), ...approved };
    return { kind: 'kept', run: 'a'.repeat(16), review: said };
  });
  expect(jobReviews(parts, another)).toMatchObject({ state: 'unreviewed', said: [] });
  expect(jobReviews(parts, job)).toMatchObject({
    state: 'rework-asked',
    revision: 1,
    said: [
      { id, verdict: 'rework', reason: 'wrong-place', comment: 'Behind the\nglovebox', reviewer: 'Office' },
    ],
  });
});

test('another supervisor was first: the review here and those based on it are dropped, and the other one is shown', () => {
  const bench = openJobs();
  const parts = reviewingOf(bench, true);
  const job = finishedJob(bench);
  writeReview(parts, given(job));
  writeReview(parts, given(job, { verdict: 'approved', reason: null, comment: '' }));
  const first = signedByOffice(bench, others(job, 1), 0);
  answered(bench, () => ({ kind: 'stale', current: first }));
  expect(jobReviews(parts, job)).toMatchObject({
    state: 'rework-asked',
    revision: 1,
    said: [{ id: first.id, worker: 'Kim' }],
    own: [
      { state: 'stale', current: { id: first.id, worker: 'Kim', comment: 'The label is blurred.' } },
      { state: 'stale' },
    ],
  });
  expect(bench.logged(job).filter((type) => type === 'review-not-taken')).toHaveLength(2);
});

test('another supervisor was first, whose key is not known here: that review comes with the feed, after its key', () => {
  const bench = openJobs();
  const parts = reviewingOf(bench, true);
  const job = finishedJob(bench);
  writeReview(parts, given(job));
  const signed = signedByOffice(openJobs(), others(job, 1), 0);
  answered(bench, () => ({ kind: 'stale', current: signed }));
  expect(jobReviews(parts, job)).toMatchObject({
    state: 'unreviewed',
    said: [],
    own: [{ state: 'stale', current: { id: signed.id } }],
  });
});

test('a review the relay does not take says why, and holds up no other', () => {
  const bench = openJobs();
  const parts = reviewingOf(bench, true);
  const [one, other] = [finishedJob(bench), finishedJob(bench)];
  writeReview(parts, given(one));
  writeReview(parts, given(other));
  answered(bench, () => ({ kind: 'not-allowed', detail: 'HTTP 403 Reviews are written by supervisors.' }));
  answered(bench, kept);
  expect(outgoing(bench.database.sqlite)).toMatchObject([
    { jobId: one, state: 'refused', problem: { code: 'review-not-allowed' } },
  ]);
});

test('bulk approval approves each job by itself; one that is not green, approved already or unknown is reported', () => {
  const bench = openJobs();
  const [green, red, approved, unknown] = [
    finishedJob(bench),
    finishedJob(bench),
    finishedJob(bench),
    jobId.parse(randomUUID()),
  ];
  const parts = {
    ...reviewingOf(bench, true),
    checksNotGreen: (job: JobId) => (job === unknown ? null : job === red ? ['access-proven'] : []),
  };
  arrives(bench, reviewFor(approved, { verdict: 'approved', reason: null, comment: '' }));
  const jobs = [green, red, approved, unknown].map((job) => ({
    jobId: job,
    basedOn: job === approved ? 1 : 0,
  }));
  expect(approveMany(parts, jobs)).toMatchObject([
    { kind: 'written', jobId: green },
    { kind: 'not-green', jobId: red, checks: ['access-proven'] },
    { kind: 'approved-already', jobId: approved },
    { kind: 'failed', jobId: unknown, problem: { code: 'not-found' } },
  ]);
  // A second tap before the relay has answered says nothing twice.
  expect(approveMany(parts, jobs.slice(0, 1))).toMatchObject([{ kind: 'approved-already', jobId: green }]);
  expect(outgoing(bench.database.sqlite)).toMatchObject([
    { jobId: green, verdict: 'approved', pin: WHOLE_JOB },
  ]);
});

test('a job that was sent back is not approved in bulk, neither by the relay’s review nor by one on its way', () => {
  const bench = openJobs();
  const [asked, done, onItsWay] = [finishedJob(bench), finishedJob(bench), finishedJob(bench)];
  const reviewing = reviewingOf(bench, true);
  arrives(bench, reviewFor(asked));
  arrives(bench, reviewFor(done));
  beginRework(bench.parts, done);
  writeReview(reviewing, given(onItsWay));
  const parts = { ...reviewing, checksNotGreen: () => [] };
  expect(
    approveMany(parts, [
      { jobId: asked, basedOn: 1 },
      { jobId: done, basedOn: 1 },
      { jobId: onItsWay, basedOn: 0 },
    ]),
  ).toEqual([asked, done, onItsWay].map((jobId) => ({ kind: 'sent-back', jobId })));
  expect(outgoing(bench.database.sqlite)).toMatchObject([{ jobId: onItsWay, verdict: 'rework' }]);
});

test('a job that was done again after its rework is approved with others', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  const parts = { ...reviewingOf(bench, true), checksNotGreen: () => [] };
  arrives(bench, reviewFor(job));
  beginRework(bench.parts, job);
  sendBack(bench.parts, job, 'A new photo');
  expect(approveMany(parts, [{ jobId: job, basedOn: 1 }])).toMatchObject([{ kind: 'written', jobId: job }]);
});

test('a job is not approved twice after an approval that came while it was shown', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  const parts = { ...reviewingOf(bench, true), checksNotGreen: () => [] };
  arrives(bench, reviewFor(job, { verdict: 'approved', reason: null, comment: '' }));
  expect(approveMany(parts, [{ jobId: job, basedOn: 0 }])).toEqual([
    { kind: 'approved-already', jobId: job },
  ]);
  expect(outgoing(bench.database.sqlite)).toEqual([]);
});

test('an approval that is on its way is not one again, and one that was reopened is', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  const parts = { ...reviewingOf(bench, true), checksNotGreen: () => [] };
  arrives(bench, reviewFor(job, { verdict: 'approved', reason: null, comment: '' }));
  writeReview(parts, given(job, { verdict: 'reopened', reason: null, comment: '', basedOn: 1 }));
  expect(approveMany(parts, [{ jobId: job, basedOn: 1 }])).toMatchObject([{ kind: 'written', jobId: job }]);
  expect(approveMany(parts, [{ jobId: job, basedOn: 1 }])).toMatchObject([{ kind: 'approved-already' }]);
});

test('the risk that only the logs of all laptops show counts for a job of this laptop too', () => {
  const bench = openJobs();
  const { parts } = openReviewing({
    ...bench.parts,
    random: () => 0,
    relay: null,
    keys: { sign: bench.parts.sign, register: () => Promise.resolve(ok(undefined)), doubt: () => undefined },
    viewOf: bench.viewAny,
    inLogs: { checksNotGreen: () => ['box', 'risk'], answerTo: () => 'none' },
    report: () => undefined,
  });
  expect(parts.checksNotGreen(finishedJob(bench))).toEqual(['box', 'checklist', 'access-proven', 'risk']);
  expect(parts.checksNotGreen(unknownJob)).toEqual(['box', 'risk']);
  // Without a relay only the jobs of this laptop have reviews.
  expect(problemCodeOf(() => writeReview(parts, given(unknownJob)))).toBe('not-found');
});

test('of a job that another laptop continues, the logs show the work and the answer, not the copy that stayed here', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  const { parts } = openReviewing({
    ...bench.parts,
    random: () => 0,
    relay: null,
    keys: { sign: bench.parts.sign, register: () => Promise.resolve(ok(undefined)), doubt: () => undefined },
    viewOf: bench.viewAny,
    inLogs: { checksNotGreen: () => [], answerTo: () => 'done' },
    report: () => undefined,
  });
  arrives(bench, reviewFor(job));
  expect(approveMany(parts, [{ jobId: job, basedOn: 1 }])).toMatchObject([{ kind: 'not-green' }]);
  expect(jobReviews(parts, job).state).toBe('rework-asked');
  bench.database.write((context) => writeGiven(context, { job_id: job, turn: 1, content: null, at: BEGIN }));
  expect(jobReviews(parts, job).state).toBe('rework-done');
  expect(approveMany(parts, [{ jobId: job, basedOn: 1 }])).toMatchObject([{ kind: 'written', jobId: job }]);
});

test('the checks of a job of this laptop name the points for a supervisor', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  expect(reviewingOf(bench, true).checksNotGreen(job)).toEqual(['box', 'checklist', 'access-proven']);
  const view = bench.view(job);
  const isNamed = (check: string, more: Partial<typeof view>) =>
    ownChecksNotGreen({ ...view, ...more }).includes(check);
  expect(isNamed('nothing-forced', { forcedCount: 1 })).toBe(true);
  expect(isNamed('access-removed', { testAccessOpen: true })).toBe(true);
  expect(isNamed('confirmed', { unfinished: 1 })).toBe(true);
  expect(isNamed('finished', { finishedAt: null })).toBe(true);
  expect(isNamed('car', { car: null })).toBe(true);
});

test('a newer review that does not count leaves the state of the table, and is the basis of the next one', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  arrives(bench, reviewFor(job, { verdict: 'approved', reason: null, comment: '' }));
  arrives(bench, reviewFor(job, { revision: 2, signature: 'unsigned' }));
  const { review: shown, sentBack } = reviewsFor(reviewsOf(bench.database.sqlite, job), new Set());
  expect([shown.state, shown.revision, sentBack]).toEqual(['approved', 2, false]);
});
