import { describe, expect, it } from 'vitest';
import type { RunningRelay } from '../../../relay/start.ts';
import { readAll, readPage } from './feed-reader.ts';
import { keptIn, runningRelay, tokenFor } from './running-relay.ts';
import { tempFolder } from './temp-folder.ts';
import { CUSTOMER, postWebhook, webhookBody } from './webhooks.ts';

const failed = { assignmentId: null, operationSucceeded: false, errorMessage: 'The car is unknown.' };

async function keptRows(relay: RunningRelay) {
  return (await keptIn(relay.store)).results;
}

async function postAll(relay: RunningRelay, bodies: readonly string[]): Promise<void> {
  for (const body of bodies) expect((await postWebhook(relay.url, { body })).status).toBe(204);
}

describe('a result that is delivered more than once', () => {
  it('is one row with a count, whatever arrives at the same moment (faults.md 29)', async () => {
    const relay = await runningRelay();
    const answers = await Promise.all(Array.from({ length: 50 }, () => postWebhook(relay.url)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 204));
    expect(await keptRows(relay)).toMatchObject([{ sequence: 1, deliveries: 50 }]);
  });

  it('keeps its place, its first body and both times', async () => {
    let now = 1000;
    const relay = await runningRelay({}, { clock: () => now });
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const first = webhookBody('created', { attempt: 1 });
    await postAll(relay, [first]);
    now = 5000;
    await postAll(relay, [webhookBody('created', { attempt: 2 })]);
    const [row] = await keptRows(relay);
    expect(row).toMatchObject({ sequence: 1, firstReceivedAt: 1000, lastReceivedAt: 5000, deliveries: 2 });
    expect(row?.body.toString()).toBe(first);
    const page = await readPage(relay.url, token);
    expect(page.lastReceivedAt).toBe(5000);
    expect(page.results).toMatchObject([{ receivedAt: 1000 }]);
  });

  it('leaves no gap in the sequence', async () => {
    const relay = await runningRelay();
    const arriving = [1, 1, 1, 2, 1, 2, 3];
    await postAll(
      relay,
      arriving.map((assignmentId) => webhookBody('created', { assignmentId })),
    );
    expect((await keptRows(relay)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it('stays one row across a restart', async () => {
    const dataDir = tempFolder();
    const before = await runningRelay({ RELAY_DATA_DIR: dataDir });
    await postAll(before, [webhookBody('created')]);
    await before.stop();
    const after = await runningRelay({ RELAY_DATA_DIR: dataDir });
    await postAll(after, [webhookBody('created')]);
    expect(await keptRows(after)).toMatchObject([{ deliveries: 2 }]);
  });
});

describe('results that only look alike', () => {
  it.each([
    ['a failed and a later successful one', { operationSucceeded: false, errorMessage: 'no' }, {}],
    ['two assignments', { assignmentId: 1 }, { assignmentId: 2 }],
    ['two requests for one assignment', { checksum: 'a' }, { checksum: 'b' }],
    ['failed creations of different cars', { ...failed, carId: 1 }, { ...failed, carId: 2 }],
    ['failed creations of different users', { ...failed, userId: 1 }, { ...failed, userId: 2 }],
    ['failed creations of different starts', { ...failed, start: '2026-01-01T00:00:00Z' }, failed],
    ['failed creations of different ends', { ...failed, end: null }, failed],
  ])('are kept apart: %s', async (_name, one, other) => {
    const relay = await runningRelay();
    await postAll(relay, [webhookBody('created', one), webhookBody('created', other)]);
    expect(await keptRows(relay)).toHaveLength(2);
  });

  it('are kept apart: the three kinds, the environments and the customers', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER, 4712]);
    for (const kind of ['created', 'updated', 'deleted'] as const) await postWebhook(relay.url, { kind });
    await postWebhook(relay.url, { environment: 'prod' });
    await postAll(relay, [webhookBody('created', { customerId: 4712 })]);
    const kinds = (await readAll(relay.url, token)).map(({ kind }) => kind);
    expect(kinds).toEqual(['created', 'updated', 'deleted']);
    expect(await readAll(relay.url, token, { environment: 'prod' })).toHaveLength(1);
    expect(await readAll(relay.url, token, { customerId: 4712 })).toHaveLength(1);
  });

  it('a failed creation that is repeated word for word is one row', async () => {
    const relay = await runningRelay();
    await postAll(relay, [webhookBody('created', failed), webhookBody('created', failed)]);
    expect(await keptRows(relay)).toMatchObject([{ deliveries: 2 }]);
  });
});
