import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createRelayClient } from '../../../electron/relay/client.ts';
import { customerId, jobId } from '../../../shared/ids.ts';
import { type NewReview, reviewId, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { answeringServer, json } from './answering-server.ts';

const review: NewReview = {
  id: reviewId.parse(randomUUID()),
  environment: 'uat',
  customerId: customerId.parse(4711),
  jobId: jobId.parse(randomUUID()),
  verdict: 'rework',
  reason: 'wrong-place',
  comment: 'Behind the glovebox',
  pin: WHOLE_JOB,
  worker: 'Kim',
  basedOn: 0,
};

/** The answer to a review that is brought, where the relay, or an intermediary, says this. */
async function said(status: number, body: unknown) {
  const { url, requests } = await answeringServer((_, response) => json(response, status, body));
  const client = createRelayClient({ url, token: 'bxr_token', clock: machineClock });
  onTestFinished(client.close);
  const answer = await client.sendReview(review);
  expect(requests).toHaveLength(1);
  return answer;
}

const reported = { error: 'x', message: 'This is why.' };

test('a review that an older relay stored without its reason is kept', async () => {
  const { reason: _reason, pin: _pin, worker: _worker, basedOn: _basis, ...known } = review;
  const kept = { ...known, sequence: 3, revision: 2, reviewer: 'Office', receivedAt: 7 };
  expect(await said(200, kept)).toEqual({
    ok: true,
    value: {
      kind: 'kept',
      review: { ...kept, reason: null, pin: WHOLE_JOB, worker: '', basedOn: null },
      run: null,
    },
  });
});

test('the earlier review comes with the refusal, and additions of a newer relay do no harm', async () => {
  const first = {
    ...review,
    pin: { at: 'screw', number: 4 },
    reason: 'too-loose',
    sequence: 1,
    revision: 1,
    reviewer: 'Desk',
    receivedAt: 7,
  };
  expect(await said(409, { error: 'stale-review', message: 'x', current: first })).toMatchObject({
    ok: true,
    value: { kind: 'stale', current: { reviewer: 'Desk', reason: null, pin: { at: 'job' } } },
  });
  expect(await said(409, { error: 'stale-review', message: 'x', current: null })).toEqual({
    ok: true,
    value: { kind: 'stale', current: null },
  });
});

test.each([
  [403, 'not-allowed'],
  [400, 'not-taken'],
  [404, 'not-taken'],
  [405, 'not-taken'],
] as const)('%i in the relay’s own words is %s', async (status, kind) => {
  expect(await said(status, reported)).toEqual({
    ok: true,
    value: { kind, detail: `HTTP ${status} This is why.` },
  });
});

test.each([
  [401, reported, 'refused'],
  [429, reported, 'failing'],
  [503, reported, 'failing'],
  [404, { page: 'of a portal' }, 'unreadable'],
  [403, { page: 'of a proxy' }, 'unreadable'],
  [200, { page: 'of a portal' }, 'unreadable'],
] as const)('%i %o decides nothing: it is %s, and brought again', async (status, body, code) => {
  expect(await said(status, body)).toMatchObject({ ok: false, error: { code } });
});
