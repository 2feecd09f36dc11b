import { describe, expect, it } from 'vitest';
import { feedPage } from '../../../shared/relay/results.ts';
import type { RunningRelay } from '../../../relay/start.ts';
import { askFeed, LONG, readPage } from './feed-reader.ts';
import { relayProcess, tokenCommand } from './relay-process.ts';
import { epochOf, runningRelay, tokenFor } from './running-relay.ts';
import { tempFolder } from './temp-folder.ts';
import { untilWaiting } from './waiting-polls.ts';
import { CUSTOMER, postWebhook, webhookBody } from './webhooks.ts';

const post = (relay: RunningRelay, changes: Readonly<Record<string, unknown>>): Promise<Response> =>
  postWebhook(relay.url, { body: webhookBody('created', changes) });

describe('a long poll', () => {
  it('is woken by the first new result of its customer', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const polls = [1, 2, 3].map(() => readPage(relay.url, token, { wait: LONG }));
    await untilWaiting(relay.url, 3);
    await post(relay, { assignmentId: 8 });
    for (const page of await Promise.all(polls)) {
      expect(page).toMatchObject({
        results: [{ sequence: 1 }],
        cursor: `${await epochOf(relay)}.1`,
        upToDate: true,
      });
    }
    await untilWaiting(relay.url, 0);
  });

  it('answers at once when something is there already', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    await post(relay, {});
    expect((await readPage(relay.url, token, { wait: LONG })).results).toHaveLength(1);
  });

  it('answers a reader of an earlier run of the store at once', async () => {
    const dataDir = tempFolder();
    const relay = await runningRelay({ RELAY_DATA_DIR: dataDir });
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const { cursor, run } = await readPage(relay.url, token);
    const poll = readPage(relay.url, token, { wait: LONG, after: cursor, run });
    await untilWaiting(relay.url, 1);
    await relay.stop();
    expect(await poll).toMatchObject({ run });
    const again = await runningRelay({ RELAY_DATA_DIR: dataDir });
    const page = await readPage(again.url, token, { wait: LONG, after: cursor, run });
    expect(page.run).not.toBe(run);
  });

  it("sleeps on through other customers', other environments' and repeated results", async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    await post(relay, { assignmentId: 1 });
    const poll = readPage(relay.url, token, { wait: LONG, after: `${await epochOf(relay)}.1` });
    await untilWaiting(relay.url, 1);
    await post(relay, { customerId: 9999 });
    await postWebhook(relay.url, { environment: 'prod' });
    await post(relay, { assignmentId: 1 });
    await untilWaiting(relay.url, 1);
    await post(relay, { assignmentId: 2 });
    expect((await poll).results).toMatchObject([{ payload: { assignmentId: 2 } }]);
  });

  it('is answered empty with a cursor to go on from when its time is up', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const page = await readPage(relay.url, token, { wait: 1 });
    expect(page).toMatchObject({ results: [], cursor: `${await epochOf(relay)}.0`, upToDate: true });
  });

  it('misses nothing while results arrive between its polls', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const total = 60;
    const read = async (): Promise<readonly unknown[]> => {
      const seen: unknown[] = [];
      let after = `${await epochOf(relay)}.0`;
      while (seen.length < total) {
        const page = await readPage(relay.url, token, { after, wait: LONG, limit: 7 });
        seen.push(...page.results);
        after = page.cursor;
      }
      return seen;
    };
    const readers = [read(), read(), read()];
    const ids = Array.from({ length: total }, (_, index) => index + 1);
    await Promise.all(ids.map((assignmentId) => post(relay, { assignmentId })));
    const expected = ids.map((sequence) => ({ sequence }));
    for (const seen of await Promise.all(readers)) expect(seen).toMatchObject(expected);
  });

  it('ends when its reader goes away', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const leaving = new AbortController();
    const poll = askFeed(relay.url, token, { wait: LONG }, leaving.signal);
    await untilWaiting(relay.url, 1);
    leaving.abort();
    await expect(poll).rejects.toThrow(/abort/);
    await untilWaiting(relay.url, 0);
  });

  it('is answered 401 at once when its token is revoked (faults.md 39)', async () => {
    const relay = await runningRelay();
    const { token, id } = await tokenFor(relay, [CUSTOMER]);
    const poll = askFeed(relay.url, token, { wait: LONG });
    await untilWaiting(relay.url, 1);
    await relay.store.revokeToken(id, 0);
    expect((await poll).status).toBe(401);
  });
});

describe('a relay that is stopped', () => {
  it('answers its waiting polls empty, then ends by itself (faults.md 34)', async () => {
    const dataDir = tempFolder();
    const created = await tokenCommand(dataDir, 'create', '--role', 'admin', '--name', 'Office');
    const relay = await relayProcess(dataDir);
    const polls = [1, 2, 3].map(() => askFeed(relay.url, created.stdout.trim(), { wait: LONG }));
    await untilWaiting(relay.url, 3);
    relay.child.kill('SIGTERM');
    for (const answer of await Promise.all(polls)) {
      expect(answer.status).toBe(200);
      expect(feedPage.parse(await answer.json()).results).toEqual([]);
    }
    expect(await relay.ended).toMatchObject({ code: 0, stdout: `relay listening on ${relay.url}\n` });
  });
});
