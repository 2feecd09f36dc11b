import { describe, expect, it } from 'vitest';
import { entryHash } from '../../../electron/log/append.ts';
import { relayProblem } from '../../../shared/relay/access.ts';
import { logBroken, logChainId, logGap, logKept, logPage, type LogBatch } from '../../../shared/relay/log.ts';
import { batchOf, chainOf, forkOf, uuid } from './log-chain.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { CUSTOMER } from './webhooks.ts';

const OTHER = 4712;

function postLog(url: string, token: string, body: unknown): Promise<Response> {
  return fetch(`${url}/v1/log-entries`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function readLog(
  url: string,
  token: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const query = new URLSearchParams({ environment: 'uat', customerId: String(CUSTOMER), ...parameters });
  return fetch(`${url}/v1/log-entries?${query}`, { headers: { authorization: `Bearer ${token}` } });
}

describe('installation logs', () => {
  it('uploaded twice, half and out of order by a flaky laptop are there once, in order (faults.md 42)', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const supervisor = await tokenFor(relay, [CUSTOMER], 'supervisor');
    const entries = chainOf(7);
    const send = (from: number, upTo: number) =>
      postLog(relay.url, token, batchOf(entries.slice(from, upTo)));
    expect(logKept.parse(await (await send(0, 2)).json())).toMatchObject({ head: { number: 2 }, added: 2 });
    const gap = await send(4, 7);
    expect(gap.status).toBe(409);
    expect(logGap.parse(await gap.json()).head).toEqual({ number: 2, hash: entries[1]?.hash });
    const again = await Promise.all([send(0, 5), send(0, 5), send(1, 7), send(0, 7)]);
    expect(again.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    );
    expect((await send(0, 7)).status).toBe(200);
    const page = logPage.parse(await (await readLog(relay.url, supervisor.token)).json());
    expect(page.entries.map(({ number, sequence }) => [number, sequence])).toEqual(
      entries.map(({ number }) => [number, number]),
    );
    expect(page.entries.map(({ hash }) => hash)).toEqual(entries.map(({ hash }) => hash));
    expect(page).toMatchObject({ cursor: 7, upToDate: true });
  });

  it('are hashed by the relay as the app hashes them', () => {
    const [entry] = chainOf(1);
    if (entry === undefined) throw new Error('no entry');
    expect(entryHash(entry)).toBe(entry.hash);
  });

  it.each<[string, 'hash' | 'order' | 'link', number, (batch: LogBatch) => unknown]>([
    [
      'changed',
      'hash',
      2,
      (batch) =>
        batchOf(batch.entries.map((entry) => (entry.number === 2 ? { ...entry, worker: 'X' } : entry))),
    ],
    ['left out', 'order', 3, (batch) => batchOf(batch.entries.filter(({ number }) => number !== 2))],
    [
      'exchanged',
      'link',
      3,
      (batch) => {
        const other = chainOf(3, (n) => (n === 2 ? { type: 'other' } : {}));
        return batchOf(batch.entries.map((entry, n) => (n === 1 ? (other[1] ?? entry) : entry)));
      },
    ],
  ])('with an entry %s are refused with the first bad one named', async (_name, reason, number, spoil) => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const refused = await postLog(relay.url, token, spoil(batchOf(chainOf(4))));
    expect(refused.status).toBe(422);
    expect(logBroken.parse(await refused.json())).toMatchObject({ reason, entry: { number } });
    const supervisor = await tokenFor(relay, [CUSTOMER], 'supervisor');
    expect(logPage.parse(await (await readLog(relay.url, supervisor.token)).json()).entries).toEqual([]);
  });

  it('of another customer are neither written nor read', async () => {
    const relay = await runningRelay();
    const own = await tokenFor(relay, [CUSTOMER]);
    const other = await tokenFor(relay, [OTHER]);
    expect((await postLog(relay.url, own.token, batchOf(chainOf(2)))).status).toBe(200);
    expect((await postLog(relay.url, other.token, batchOf(chainOf(2)))).status).toBe(403);
    expect((await readLog(relay.url, other.token)).status).toBe(403);
    const stolen = { ...batchOf(chainOf(3)), customerId: OTHER };
    const answer = await postLog(relay.url, other.token, stolen);
    expect(answer.status).toBe(403);
    expect(relayProblem.parse(await answer.json()).error).toBe('not-your-chain');
  });

  it('that continue from the middle of others are read with the fork', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const entries = chainOf(9);
    expect((await postLog(relay.url, token, batchOf(entries))).status).toBe(200);
    const fork = forkOf(entries, 5, 3);
    const refused = await postLog(relay.url, token, batchOf(fork.entries));
    expect(logBroken.parse(await refused.json())).toMatchObject({
      entry: { number: 6 },
      head: { number: 9 },
    });
    const other = logChainId.parse(uuid('c', 2));
    const batch = batchOf(fork.entries, { chain: other, continues: fork.continues });
    expect((await postLog(relay.url, token, batch)).status).toBe(200);
    const before = await readLog(relay.url, token, { worker: 'Jo Größe', limit: '1' });
    const page = logPage.parse(await before.json());
    expect(page.entries).toMatchObject([{ number: 1 }]);
    expect(page.forks).toEqual([{ by: other, ...fork.continues, beyond: 4 }]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no entries', JSON.stringify({ ...batchOf([]), entries: [] })],
    ['too many entries', JSON.stringify(batchOf(chainOf(201)))],
    ['a NUL', JSON.stringify(batchOf(chainOf(1, () => ({ worker: 'a\0' }))))],
    ['half of a character', JSON.stringify(batchOf(chainOf(1, () => ({ worker: 'a\ud800' }))))],
  ])('that are %s are answered 400', async (_name, body) => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    expect((await postLog(relay.url, token, body)).status).toBe(400);
  });

  it('larger than a MiB are answered 413, and without a token 401 whatever their size', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    const large = 'x'.repeat(1024 * 1024 + 1);
    expect((await postLog(relay.url, token, large)).status).toBe(413);
    expect((await postLog(relay.url, 'wrong', batchOf(chainOf(1)))).status).toBe(401);
  });

  it('are read page by page, and `Allow` names GET and POST', async () => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, [CUSTOMER]);
    await postLog(relay.url, token, batchOf(chainOf(5)));
    const page = logPage.parse(await (await readLog(relay.url, token, { after: '1', limit: '2' })).json());
    expect(page.entries.map(({ number }) => number)).toEqual([2, 3]);
    expect(page).toMatchObject({ cursor: 3, upToDate: false });
    const refused = await fetch(`${relay.url}/v1/log-entries`, { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, GET']);
  });
});
