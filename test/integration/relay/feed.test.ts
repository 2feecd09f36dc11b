import { describe, expect, it, vi } from 'vitest';
import { feedReset, feedResult } from '../../../shared/relay/results.ts';
import { relayProblem } from '../../../shared/relay/access.ts';
import { DAY } from '../../../shared/time.ts';
import type { RunningRelay } from '../../../relay/start.ts';
import { askFeed, readAll, readPage } from './feed-reader.ts';
import { epochOf, keptIn, runningRelay, tokenFor } from './running-relay.ts';
import { tempFolder } from './temp-folder.ts';
import { CUSTOMER, postWebhook, webhookBody } from './webhooks.ts';

async function postAssignments(
  relay: RunningRelay,
  from: number,
  to: number,
  customerId = CUSTOMER,
): Promise<void> {
  for (let assignmentId = from; assignmentId <= to; assignmentId += 1) {
    const answer = await postWebhook(relay.url, {
      body: webhookBody('created', { assignmentId, customerId }),
    });
    expect(answer.status).toBe(204);
  }
}

const assignments = (results: readonly unknown[]): readonly number[] =>
  results.map((result) => Number(feedResult.parse(result).payload.assignmentId));

async function readReset(answer: Response) {
  expect(answer.status).toBe(410);
  return feedReset.parse(await answer.json());
}

describe('the feed', () => {
  it('is empty and says so before the first result', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const { run, ...page } = await readPage(relay.url, token);
    expect(run).toMatch(/^[0-9a-f]{16}$/);
    expect(page).toEqual({
      results: [],
      cursor: `${await epochOf(relay)}.0`,
      upToDate: true,
      lastReceivedAt: null,
      newestPlan: 0,
      newestReview: null,
      newestRemoval: null,
    });
  });

  it('delivers everything in order of arrival, page by page', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    await postAssignments(relay, 1, 7);
    const first = await readPage(relay.url, token, { limit: 3 });
    expect(assignments(first.results)).toEqual([1, 2, 3]);
    expect(first.upToDate).toBe(false);
    const second = await readPage(relay.url, token, { limit: 3, after: first.cursor });
    expect(assignments(second.results)).toEqual([4, 5, 6]);
    const third = await readPage(relay.url, token, { limit: 3, after: second.cursor });
    expect(assignments(third.results)).toEqual([7]);
    expect(third.upToDate).toBe(true);
    expect((await readPage(relay.url, token, { after: third.cursor })).results).toEqual([]);
  });

  it('a page that is exactly full is the last one when nothing more is kept', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    await postAssignments(relay, 1, 3);
    const page = await readPage(relay.url, token, { limit: 3 });
    expect(page).toMatchObject({ upToDate: true, cursor: `${await epochOf(relay)}.3` });
  });

  it('gives the same page again to a reader who lost it (faults.md 37)', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    await postAssignments(relay, 1, 3);
    const cursor = (await readPage(relay.url, token, { limit: 1 })).cursor;
    const once = await readPage(relay.url, token, { after: cursor });
    expect(await readPage(relay.url, token, { after: cursor })).toEqual(once);
  });

  it('continues from a cursor after a restart', async () => {
    const dataDir = tempFolder();
    const before = await runningRelay({ RELAY_DATA_DIR: dataDir });
    const { token } = await tokenFor(before, [CUSTOMER]);
    await postAssignments(before, 1, 2);
    const { cursor } = await readPage(before.url, token);
    await postAssignments(before, 3, 4);
    await before.stop();
    const after = await runningRelay({ RELAY_DATA_DIR: dataDir });
    await postAssignments(after, 5, 5);
    expect(assignments(await readAll(after.url, token, { after: cursor }))).toEqual([3, 4, 5]);
  });

  it("moves a quiet customer's cursor past the others' results", async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    await postAssignments(relay, 1, 5, 9999);
    expect(await readPage(relay.url, token)).toMatchObject({
      results: [],
      cursor: `${await epochOf(relay)}.5`,
    });
  });

  it.each([
    ['environment', { environment: 'test' }],
    ['customerId', { customerId: Number.NaN }],
    ['after', { after: '17' }],
    ['limit', { limit: 0 }],
    ['wait', { wait: -1 }],
  ])('answers 400 to a wrong %s and names it', async (name, question) => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const answer = await askFeed(relay.url, token, question);
    expect(answer.status).toBe(400);
    expect(relayProblem.parse(await answer.json()).message).toBe(`Missing or wrong parameter: ${name}.`);
  });

  it('answers 400 to a parameter given twice', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const answer = await fetch(
      `${relay.url}/v1/results?environment=uat&customerId=1&customerId=${CUSTOMER}`,
      {
        headers: { authorization: `Bearer ${token}` },
      },
    );
    expect(answer.status).toBe(400);
  });

  it('reduces a limit to its own maximum instead of refusing it', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    expect((await askFeed(relay.url, token, { limit: 1_000_000 })).status).toBe(200);
  });
});

describe('a cursor that cannot be gone on from', () => {
  it('of another store is answered 410 and goes on with all that is kept (faults.md 35)', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    await postAssignments(relay, 1, 3);
    const reset = await readReset(await askFeed(relay.url, token, { after: '0123456789abcdef.2' }));
    expect(reset.reset).toBe('other-epoch');
    await postAssignments(relay, 4, 4);
    expect(assignments(await readAll(relay.url, token, { after: reset.cursor }))).toEqual([1, 2, 3, 4]);
  });

  it('ahead of a store that was set back is answered 410 and continues at the store’s present end', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    await postAssignments(relay, 1, 2);
    const reset = await readReset(await askFeed(relay.url, token, { after: `${await epochOf(relay)}.3` }));
    expect(reset).toEqual({ reset: 'ahead-of-head', cursor: `${await epochOf(relay)}.2` });
  });

  it('behind retention is answered 410 and goes on with all that is kept (faults.md 36)', async () => {
    let now = 0;
    const relay = await runningRelay({ RELAY_KEEP_DAYS: '30' }, { clock: () => now });
    const { token } = await tokenFor(relay, [CUSTOMER]);
    await postAssignments(relay, 1, 3);
    now = 20 * DAY;
    await postAssignments(relay, 4, 5);
    await relay.store.deleteResultsBefore(10 * DAY, 100);
    const epoch = await epochOf(relay);
    const reset = await readReset(await askFeed(relay.url, token, { after: `${epoch}.2` }));
    expect(reset).toEqual({ reset: 'behind-retention', cursor: `${epoch}.3` });
    expect(assignments(await readAll(relay.url, token, { after: reset.cursor }))).toEqual([4, 5]);
    expect(assignments(await readAll(relay.url, token))).toEqual([4, 5]);
  });

  it('is not kept waiting', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    expect((await askFeed(relay.url, token, { after: '0123456789abcdef.2', wait: 50 })).status).toBe(410);
  });
});

describe('retention', () => {
  it('deletes old results at the start and never reuses a sequence', async () => {
    const dataDir = tempFolder();
    const before = await runningRelay({ RELAY_DATA_DIR: dataDir }, { clock: () => 0 });
    const { token } = await tokenFor(before, [CUSTOMER]);
    await postAssignments(before, 1, 2);
    const { cursor } = await readPage(before.url, token);
    await before.stop();
    const after = await runningRelay(
      { RELAY_DATA_DIR: dataDir, RELAY_KEEP_DAYS: '30' },
      { clock: () => 31 * DAY },
    );
    // Dropping goes on during the first requests: none waits for it.
    await vi.waitFor(async () =>
      expect(await keptIn(after.store)).toMatchObject({ floor: { sequence: 2 }, head: { sequence: 2 } }),
    );
    await postAssignments(after, 3, 3);
    expect(await readPage(after.url, token, { after: cursor })).toMatchObject({ results: [{ sequence: 3 }] });
  });
});
