import { describe, expect, it } from 'vitest';
import { relayMe, relayProblem } from '../../../shared/relay/access.ts';
import { askFeed, readAll } from './feed-reader.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { CUSTOMER, postWebhook, webhookBody } from './webhooks.ts';

const askMe = (url: string, authorization?: string): Promise<Response> =>
  fetch(`${url}/v1/me`, authorization === undefined ? {} : { headers: { authorization } });

describe('a relay token', () => {
  it('names its client and its own time', async () => {
    const relay = await runningRelay({}, { clock: () => 1234 });
    const { token } = await tokenFor(relay, [CUSTOMER, 4712]);
    const answer = await askMe(relay.url, `Bearer ${token}`);
    expect(relayMe.parse(await answer.json())).toEqual({
      name: 'Bay 3',
      role: 'installer',
      customers: [CUSTOMER, 4712],
      environments: null,
      now: 1234,
    });
  });

  it('of an admin is for all customers', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [], 'admin');
    expect(await (await askMe(relay.url, `Bearer ${token}`)).json()).toMatchObject({ customers: null });
    expect((await askFeed(relay.url, token, { customerId: 9999 })).status).toBe(200);
  });

  it('ends at its next use when it is revoked', async () => {
    const relay = await runningRelay();
    const { token, id } = await tokenFor(relay, [CUSTOMER]);
    expect((await askFeed(relay.url, token)).status).toBe(200);
    expect(await relay.store.revokeToken(id, 0)).toBe(true);
    expect((await askFeed(relay.url, token)).status).toBe(401);
    expect((await askMe(relay.url, `Bearer ${token}`)).status).toBe(401);
  });

  it.each([
    ['nothing', undefined],
    ['another scheme', 'Basic YTpi'],
    ['no token', 'Bearer '],
    ['an unknown token', `Bearer bxr_${'A'.repeat(43)}`],
    ['something that is no token', "Bearer ' OR 1=1 --"],
  ])('is demanded: %s is answered 401', async (_name, authorization) => {
    const relay = await runningRelay();
    const answer = await askMe(relay.url, authorization);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(relayProblem.parse(await answer.json()).error).toBe('bad-token');
  });

  it.each(['installer', 'supervisor'] as const)('of one %s never reaches another customer', async (role) => {
    const relay = await runningRelay();
    const own = await tokenFor(relay, [CUSTOMER], role);
    const customers = [CUSTOMER, 4712, 4713];
    for (const customerId of customers) {
      for (const assignmentId of [1, 2, 3]) {
        await postWebhook(relay.url, { body: webhookBody('created', { customerId, assignmentId }) });
      }
    }
    const seen = await readAll(relay.url, own.token);
    expect(seen.map(({ customerId }) => customerId)).toEqual([CUSTOMER, CUSTOMER, CUSTOMER]);
    const refused = await askFeed(relay.url, own.token, { customerId: 4712 });
    expect(refused.status).toBe(403);
    expect(relayProblem.parse(await refused.json())).toEqual({
      error: 'not-your-customer',
      message: 'This relay token may not see that customer.',
    });
  });
});
