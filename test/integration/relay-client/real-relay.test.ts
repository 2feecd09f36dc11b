import { describe, expect, onTestFinished, test } from 'vitest';
import { createRelayClient, type RelayClient } from '../../../electron/relay/client.ts';
import { createPuller, type PulledPage } from '../../../electron/relay/puller.ts';
import type { RunningRelay } from '../../../relay/start.ts';
import type { RelayState } from '../../../shared/domain/status.ts';
import { customerId } from '../../../shared/ids.ts';
import { feedResult, type FeedCursor } from '../../../shared/relay/results.ts';
import { eventually } from '../../unit/relay-client/eventually.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { onlyResults } from '../../unit/relay-client/pulling.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER, postWebhook, webhookBody } from '../relay/webhooks.ts';

const customer = customerId.parse(CUSTOMER);

async function clientFor(
  relay: RunningRelay,
  customers: readonly number[] = [CUSTOMER],
): Promise<RelayClient> {
  const { token } = await tokenFor(relay, customers);
  const client = createRelayClient({ url: relay.url, token, clock: machineClock });
  onTestFinished(client.close);
  return client;
}

/** A laptop's puller with a store in memory; it lives through several relays, as a laptop does. */
function laptop() {
  const pages: PulledPage[] = [];
  const resets: string[] = [];
  const states: RelayState[] = [];
  let cursor: FeedCursor | null = null;
  return {
    states,
    resets,
    assignments: () =>
      pages.flatMap((page) => page.results.map((result) => feedResult.parse(result).payload.assignmentId)),
    pullFrom: (client: RelayClient) => {
      const puller = createPuller({
        client,
        environment: 'uat',
        customerId: customer,
        clock: machineClock,
        random: () => 0.01,
        readCursor: () => cursor,
        takePage: (page) => {
          pages.push(page);
          cursor = page.cursor;
        },
        takeReset: (reset) => {
          resets.push(reset.reset);
          cursor = reset.cursor;
        },
        ...onlyResults,
        onOtherRun: () => undefined,
        onState: (state) => states.push(state),
      });
      onTestFinished(puller.stop);
      puller.start();
      return puller;
    },
  };
}

const post = async (relay: RunningRelay, assignmentId: number): Promise<void> => {
  const answer = await postWebhook(relay.url, { body: webhookBody('created', { assignmentId }) });
  expect(answer.status).toBe(204);
};

describe('against a real relay', () => {
  test('the token reports its name, role and customers', async () => {
    const me = await (await clientFor(await runningRelay())).me();
    expect(me).toMatchObject({
      ok: true,
      value: { name: 'Bay 3', role: 'installer', customers: [CUSTOMER] },
    });
  });

  test('faults.md 39: a revoked token is refused, another customer is distinguished', async () => {
    const relay = await runningRelay();
    const stranger = await (
      await clientFor(relay, [1])
    ).results({
      environment: 'uat',
      customerId: customer,
      after: null,
      limit: 10,
      waitSeconds: 0,
    });
    expect(stranger).toMatchObject({ ok: false, error: { code: 'wrong-customer', status: 403 } });
    const unknown = createRelayClient({ url: relay.url, token: 'bxr_unknown', clock: machineClock });
    onTestFinished(unknown.close);
    expect(await unknown.me()).toMatchObject({ ok: false, error: { code: 'refused', status: 401 } });
  });

  test('one result is answered with its count and last arrival, to its customer', async () => {
    const relay = await runningRelay();
    const client = await clientFor(relay);
    for (let time = 0; time < 2; time += 1) await post(relay, 7);
    const question = { environment: 'uat', customerId: customer, sequence: 1 } as const;
    const answer = await client.result(question);
    if (!answer.ok || answer.value === null) throw new Error(JSON.stringify(answer));
    const { result, deliveries, lastReceivedAt, now } = answer.value;
    expect(feedResult.parse(result)).toMatchObject({ sequence: 1, payload: { assignmentId: 7 } });
    expect(deliveries).toBe(2);
    expect(lastReceivedAt).toBeGreaterThanOrEqual(feedResult.parse(result).receivedAt);
    expect(now).toBeGreaterThanOrEqual(lastReceivedAt);
    expect(await client.result({ ...question, sequence: 2 })).toEqual({ ok: true, value: null });
    const stranger = await clientFor(relay, [1]);
    expect(await stranger.result(question)).toMatchObject({ ok: false, error: { code: 'wrong-customer' } });
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const wrong = await fetch(`${relay.url}/v1/results/first?environment=uat`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('customerId, sequence');
  });

  test('a result reaches a waiting laptop, each once and in order', async () => {
    const relay = await runningRelay();
    const { pullFrom, assignments, states } = laptop();
    pullFrom(await clientFor(relay));
    await eventually(() => expect(states.at(-1)?.state).toBe('connected'));
    for (const id of [1, 2, 3]) await post(relay, id);
    await eventually(() => expect(assignments()).toEqual([1, 2, 3]));
    await eventually(() =>
      expect(JSON.stringify(states.at(-1))).toMatch(/"connected".*"lastReceivedAt":\d+/),
    );
  });

  test('results that arrived while the laptop was away are fetched once', async () => {
    const relay = await runningRelay();
    const { pullFrom, assignments } = laptop();
    const client = await clientFor(relay);
    const first = pullFrom(client);
    await post(relay, 1);
    await eventually(() => expect(assignments()).toEqual([1]));
    await first.stop();
    for (const id of [2, 3]) await post(relay, id);
    pullFrom(client);
    await eventually(() => expect(assignments()).toEqual([1, 2, 3]));
  });

  test('faults.md 35: a relay that lost its store is recognised, and later results arrive', async () => {
    const before = await runningRelay();
    const { pullFrom, assignments, resets } = laptop();
    const first = pullFrom(await clientFor(before));
    await post(before, 1);
    await eventually(() => expect(assignments()).toEqual([1]));
    await first.stop();

    const after = await runningRelay();
    pullFrom(await clientFor(after));
    await eventually(() => expect(resets).toEqual(['other-epoch']));
    await post(after, 2);
    await eventually(() => expect(assignments()).toEqual([1, 2]));
  });

  test('faults.md 34: a relay that is restarted is found again by the same laptop', async () => {
    const folder = tempFolder();
    const before = await runningRelay({ RELAY_DATA_DIR: folder });
    const port = new URL(before.url).port;
    const { pullFrom, assignments, states } = laptop();
    pullFrom(await clientFor(before));
    await eventually(() => expect(states.at(-1)?.state).toBe('connected'));
    await before.stop();
    await eventually(() => expect(states.at(-1)?.state).toBe('unreachable'));
    const after = await runningRelay({ RELAY_DATA_DIR: folder, RELAY_PORT: port });
    await post(after, 9);
    await eventually(() => expect(assignments()).toEqual([9]));
    expect(states.at(-1)?.state).toBe('connected');
  });
});
