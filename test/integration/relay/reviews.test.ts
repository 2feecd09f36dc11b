import { describe, expect, it, vi } from 'vitest';
import { relayProblem } from '../../../shared/relay/access.ts';
import { review, reviewPage, staleReview } from '../../../shared/relay/reviews.ts';
import { batchOf, chainOf, JOB, uuid } from './log-chain.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { CUSTOMER } from './webhooks.ts';

const reviewOf = (n: number, changes: Readonly<Record<string, unknown>> = {}) => ({
  id: uuid('d', n),
  environment: 'uat',
  customerId: CUSTOMER,
  jobId: JOB,
  verdict: 'rework',
  comment: 'The antenna is not in the photo.',
  basedOn: 0,
  ...changes,
});

function post(url: string, token: string, body: unknown): Promise<Response> {
  return fetch(`${url}/v1/reviews`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function read(url: string, token: string, more = ''): Promise<Response> {
  return fetch(`${url}/v1/reviews?environment=uat&customerId=${CUSTOMER}${more}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

describe('reviews', () => {
  it('reach the laptop that waits for them', async () => {
    const relay = await runningRelay();
    const laptop = await tokenFor(relay, [CUSTOMER]);
    const supervisor = await tokenFor(relay, [CUSTOMER], 'supervisor');
    // It receives reviews of its own jobs.
    await relay.store.appendLog({ ...batchOf(chainOf(1)), tokenId: laptop.id, receivedAt: 0 });
    const waiting = read(relay.url, laptop.token, '&wait=50');
    await vi.waitFor(async () =>
      expect(await (await fetch(`${relay.url}/metrics`)).text()).toContain('relay_feed_waiting_polls 1\n'),
    );
    const kept = await post(relay.url, supervisor.token, reviewOf(1));
    expect(review.parse(await kept.json())).toMatchObject({ revision: 1, reviewer: 'Bay 3' });
    const page = reviewPage.parse(await (await waiting).json());
    expect(page).toMatchObject({ reviews: [{ comment: 'The antenna is not in the photo.' }], cursor: 1 });
    const next = await read(relay.url, laptop.token, `&after=${page.cursor}`);
    expect(reviewPage.parse(await next.json())).toEqual({
      reviews: [],
      cursor: 1,
      last: uuid('d', 1),
      upToDate: true,
      missed: 0,
    });
  });

  it('end a wait with 401 when the laptop is revoked meanwhile', async () => {
    const relay = await runningRelay();
    const laptop = await tokenFor(relay, [CUSTOMER]);
    const waiting = read(relay.url, laptop.token, '&wait=50');
    await vi.waitFor(async () =>
      expect(await (await fetch(`${relay.url}/metrics`)).text()).toContain('relay_feed_waiting_polls 1\n'),
    );
    await relay.store.revokeToken(laptop.id, 0);
    expect((await waiting).status).toBe(401);
  });

  it('of two supervisors do not overwrite each other', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER], 'supervisor');
    expect((await post(relay.url, token, reviewOf(1))).status).toBe(200);
    expect((await post(relay.url, token, reviewOf(1))).status).toBe(200);
    const stale = await post(relay.url, token, reviewOf(2, { verdict: 'approved' }));
    expect(stale.status).toBe(409);
    expect(staleReview.parse(await stale.json()).current).toMatchObject({ revision: 1, verdict: 'rework' });
    expect((await post(relay.url, token, reviewOf(2, { verdict: 'approved', basedOn: 1 }))).status).toBe(200);
  });

  it('name reason, author and subject; a rework request needs words', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER], 'supervisor');
    const said = {
      reason: 'photo-unreadable',
      pin: { at: 'photo', digest: 'ab'.repeat(32), item: 'label' },
      worker: 'Kim',
      mood: 'a word from a newer laptop',
    };
    const kept = review.parse(await (await post(relay.url, token, reviewOf(1, said))).json());
    const { mood: _unknown, ...known } = said;
    expect(kept).toMatchObject({ ...known, reviewer: 'Bay 3' });
    expect((await post(relay.url, token, reviewOf(2, { comment: ' ', basedOn: 1 }))).status).toBe(400);
    expect((await post(relay.url, token, reviewOf(2, { reason: 'no reason', basedOn: 1 }))).status).toBe(400);
    // A laptop from before there were reasons gives none; who approves has none.
    const old = await post(relay.url, token, reviewOf(2, { basedOn: 1 }));
    expect(review.parse(await old.json())).toMatchObject({ reason: 'other', pin: { at: 'job' }, worker: '' });
    const approved = await post(relay.url, token, reviewOf(3, { ...said, verdict: 'approved', basedOn: 2 }));
    expect(review.parse(await approved.json())).toMatchObject({ reason: null });
  });

  it('that withdraw a review are sent as approved to a laptop that does not know them', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER], 'supervisor');
    expect((await post(relay.url, token, reviewOf(1, { verdict: 'reopened' }))).status).toBe(200);
    const verdicts = async (more: string) =>
      reviewPage
        .parse(await (await read(relay.url, token, more)).json())
        .reviews.map(({ verdict }) => verdict);
    expect(await verdicts('')).toEqual(['approved']);
    expect(await verdicts('&knows=more,reopened')).toEqual(['reopened']);
  });

  it('are written by supervisors of that customer and admins only', async () => {
    const relay = await runningRelay();
    const installer = await tokenFor(relay, [CUSTOMER]);
    const other = await tokenFor(relay, [4712], 'supervisor');
    const admin = await tokenFor(relay, [], 'admin');
    const refused = await post(relay.url, installer.token, reviewOf(1));
    expect(refused.status).toBe(403);
    expect(relayProblem.parse(await refused.json()).error).toBe('not-your-role');
    expect((await post(relay.url, other.token, reviewOf(1))).status).toBe(403);
    expect((await read(relay.url, other.token)).status).toBe(403);
    expect((await post(relay.url, admin.token, reviewOf(1, { verdict: 'perhaps' }))).status).toBe(400);
    expect((await post(relay.url, admin.token, reviewOf(1))).status).toBe(200);
  });
});
