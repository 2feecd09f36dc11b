import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { feedPage } from '../../shared/relay/results.ts';
import { logChainId } from '../../shared/relay/log.ts';
import { REMOVAL, removalPage } from '../../shared/relay/removals.ts';
import { attachmentDigest, LARGEST_PIECE } from '../../shared/relay/attachments.ts';
import { StoreUnavailable, type RelayStore } from '../../relay/store/store.ts';
import { batchOf, chainOf, JOB, uuid } from '../integration/relay/log-chain.ts';
import { rawConnection } from '../integration/relay/raw-connection.ts';
import { arriving } from '../integration/relay/store/arriving.ts';
import { onBothStores, onPostgres } from '../integration/relay/store/store-kinds.ts';
import { CUSTOMER, postWebhook } from '../integration/relay/webhooks.ts';
import { attackedRelay, type Actor, bringLongLog } from './attacked-relay.ts';

/*
 * A stolen installer token that asks and brings as much as it can: what it costs the relay is bounded, and the operator's results and a
 * revocation come through.
 */

/** One token has no more than a quarter of the queue: the thief of four fills it. */
const THIEVES = ['thief', 'second', 'third', 'fourth'] as const;
const CAST = {
  thief: 'installer',
  second: 'installer',
  third: 'installer',
  fourth: 'installer',
  victim: 'installer',
  office: 'supervisor',
} as const;
const MIB = 1024 * 1024;
/** A page and what is written around its rows. */
const LARGEST_TEXT = 1.25 * MIB;

/** Rows of a page are unknown on purpose. */
const feedResultPlace = z.object({ sequence: z.number() });
const chainNumber = (n: number) => logChainId.parse(uuid('c', n));

const LARGE_WRITES = 30;

/** Large writes that wait, each in a log of its own. */
const largeWrites = (store: RelayStore, actor: (name: string) => Actor, wrote: () => void) =>
  Array.from({ length: LARGE_WRITES }, (_, n) =>
    largeWrite(store, actor(THIEVES[n % THIEVES.length] ?? ''), n + 1).then(wrote),
  );

function largeWrite(store: RelayStore, thief: Actor, n: number, letters = 16_000) {
  const data = JSON.stringify({ words: 'x'.repeat(letters) });
  const batch = batchOf(
    chainOf(20, () => ({ data })),
    { chain: chainNumber(n) },
  );
  return store.appendLog({ ...batch, tokenId: thief.id, receivedAt: 0 });
}

/** The first piece of a file that lacks the rest. */
const pieceOf = (store: RelayStore, { id }: Actor, n: number, bytes: Uint8Array) =>
  store.addPiece({
    environment: 'uat',
    customerId: arriving(1).customerId,
    sha256: attachmentDigest.parse(n.toString(16).padStart(64, '0')),
    start: 0,
    total: 2 * LARGEST_PIECE,
    mediaType: 'image/jpeg',
    bytes,
    tokenId: id,
    receivedAt: 0,
  });

onBothStores('a stolen installer token', (kind) => {
  /**
   * How many of `all` writes may end before one that comes first in turn. PostgreSQL writes three at once, and a server that the machine
   * holds up may end many of the others meanwhile; the turns themselves are in test/unit/relay/laptop-writes.test.ts.
   */
  const few = (all: number) => (kind.name === 'sqlite' ? 12 : all);
  const attacked = async () => attackedRelay(CAST, (await kind.place()).variables);

  it('gets no page of results larger than a MiB and a little, and reads on', async () => {
    const { store, actor } = await attacked();
    const body = (n: number) => Buffer.from(JSON.stringify({ n, words: 'x'.repeat(60_000) }));
    await Promise.all(Array.from({ length: 40 }, (_, n) => store.keepResult(arriving(n, { body: body(n) }))));
    const sequences: number[] = [];
    let after: string | null = null;
    for (let more = true; more;) {
      const asked: Readonly<Record<string, string>> = after === null ? {} : { after };
      const text = await (await actor('thief').get('/v1/results', { limit: '200', ...asked })).text();
      expect(text.length).toBeLessThan(LARGEST_TEXT);
      const page = feedPage.parse(JSON.parse(text));
      sequences.push(...page.results.map((one) => feedResultPlace.parse(one).sequence));
      after = page.cursor;
      more = !page.upToDate;
    }
    expect(sequences).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  });

  it('gets no page of removals larger than a MiB and a little, and reads on', async () => {
    const { store, actor } = await attacked();
    const [thief, office] = [actor('thief'), actor('office')];
    const photos = Array.from({ length: 240 }, (_, n) => n.toString(16).padStart(64, '0')).join(' ');
    const data = JSON.stringify({ jobs: '', reviews: '', photos, reason: '', request: '' });
    const entries = chainOf(100, () => ({ type: REMOVAL, jobId: null, data }));
    await store.appendLog({ ...batchOf(entries), tokenId: office.id, receivedAt: 0 });
    const sequences: number[] = [];
    for (let more = true; more;) {
      const after = String(sequences.at(-1) ?? 0);
      const text = await (await thief.get('/v1/removals', { limit: '500', after })).text();
      expect(text.length).toBeLessThan(LARGEST_TEXT);
      const page = removalPage.parse(JSON.parse(text));
      sequences.push(...page.removals.map(({ sequence }) => sequence));
      more = !page.upToDate;
    }
    expect(sequences).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  });

  it('lets no result of the operator wait behind more than a few of its writes', async () => {
    const { store, actor } = await attacked();
    let written = 0;
    const writes = largeWrites(store, actor, () => (written += 1));
    expect(await store.keepResult(arriving(1))).toBe('first');
    expect(written).toBeLessThan(few(LARGE_WRITES));
    await Promise.all(writes);
  });

  it('is revoked before its writes that wait are done', async () => {
    const { store, actor } = await attacked();
    const thief = actor('thief');
    let written = 0;
    const writes = largeWrites(store, actor, () => (written += 1));
    // They are on their way.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(await store.revokeToken(thief.id, 1)).toBe(true);
    expect(written).toBeLessThan(few(LARGE_WRITES));
    expect((await thief.get('/v1/me')).status).toBe(401);
    await Promise.all(writes);
  });

  it('has no more than 4 MiB wait to be written, four tokens no more than 16 MiB, and what waits is kept', async () => {
    const { store, actor } = await attacked();
    const piece = (n: number, name: string) => pieceOf(store, actor(name), n, new Uint8Array(LARGEST_PIECE));
    /** How many were taken into the queue; all of them are kept. */
    const pieces = async (names: readonly string[]): Promise<number> => {
      const asked = names.flatMap((name, k) =>
        Array.from({ length: 10 }, (_, n) => [10 * k + n, name] as const),
      );
      const ends = await Promise.all(asked.map(([n, name]) => endOf(piece(n, name))));
      const taken = asked.filter((_, place) => ends[place] !== 'queue full');
      // A busy server ends one that was taken as unavailable; its laptop sends it again.
      const late = asked.filter((_, place) => !['kept', 'queue full'].includes(ends[place] ?? ''));
      for (const [n, name] of late) await vi.waitFor(async () => expect(await piece(n, name)).toBeDefined());
      return taken.length;
    };
    expect(await pieces(THIEVES)).toBe((16 * MIB) / LARGEST_PIECE);
    const [alone, victim] = await Promise.all([pieces(['thief']), piece(99, 'victim')]);
    expect(alone).toBe((4 * MIB) / LARGEST_PIECE);
    expect(victim).toMatchObject({ fits: true });
    expect(await store.keepResult(arriving(1))).toBe('first');
  });

  it.each([
    {
      of: 'its own',
      count: 40,
      write: async (store: RelayStore, thief: Actor, n: number) => {
        await largeWrite(store, thief, n + 1, 3_000);
      },
    },
    {
      of: 'its files',
      count: 200,
      write: async (store: RelayStore, thief: Actor, n: number) => {
        await pieceOf(store, thief, n, new Uint8Array(1000));
      },
    },
  ])('lets no write of another token wait until $of are written', async ({ count, write }) => {
    const { store, actor } = await attacked();
    const order: string[] = [];
    const flood = Array.from({ length: count }, (_, n) =>
      write(store, actor('thief'), n).then(() => order.push('thief')),
    );
    const victim = largeWrite(store, actor('victim'), 99, 3_000).then(() => order.push('victim'));
    await Promise.all([...flood, victim]);
    expect(order.indexOf('victim')).toBeLessThan(few(count));
  });

  it('opens no more than 198 logs on a day', async () => {
    const { store, actor } = await attacked();
    const open = (n: number) =>
      store.appendLog({
        ...batchOf(chainOf(1), { chain: chainNumber(n) }),
        tokenId: actor('thief').id,
        receivedAt: 0,
      });
    const kinds: string[] = [];
    for (let n = 1; n <= 199; n += 1) kinds.push((await open(n)).kind);
    expect(kinds.filter((one) => one === 'kept')).toHaveLength(198);
    expect(kinds.at(-1)).toBe('over-quota');
  });

  it('of a supervisor writes no review beyond the budget of the day', async () => {
    const { store, actor } = await attacked();
    const office = actor('office');
    await bringLongLog(store, office.id, batchOf(chainOf(19_899)));
    const review = { environment: 'uat', customerId: CUSTOMER, jobId: JOB, verdict: 'approved', comment: '' };
    const post = (n: number) => office.post('/v1/reviews', { ...review, id: uuid('d', n), basedOn: n - 1 });
    expect((await post(1)).status).toBe(200);
    const refused = await post(2);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

/** The end of a write: `kept`, or why it was unavailable. Any other failure is thrown. */
async function endOf(write: Promise<unknown>): Promise<string> {
  try {
    await write;
    return 'kept';
  } catch (cause) {
    if (cause instanceof StoreUnavailable) return cause.code;
    throw cause;
  }
}

describe('a connection that sends requests and reads no answer', () => {
  it('is cut off, and others are served', async () => {
    const relay = await attackedRelay(CAST);
    const thief = relay.actor('thief');
    const { socket, ended } = await rawConnection(relay.url);
    socket.pause();
    const request = `GET /v1/me HTTP/1.1\r\nhost: relay\r\nauthorization: Bearer ${thief.token}\r\n\r\n`;
    socket.write(request.repeat(1000));
    await vi.waitFor(async () => {
      const metrics = await (await fetch(`${relay.url}/metrics`)).text();
      expect(metrics).toMatch(/^relay_connections_refused_total 1$/m);
    });
    socket.resume();
    // Fewer answers than requests; those that were begun had been limited.
    expect((await ended).split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(8);
    expect((await thief.get('/v1/me')).status).toBe(200);
  });

  it('costs no more than 8 MiB for one token, whatever the number of connections', async () => {
    const relay = await attackedRelay(CAST);
    const thief = relay.actor('thief');
    // None of these has sent its body: what was begun stays under way.
    const head = (n: number) =>
      `PUT /v1/attachments/${n.toString(16).padStart(64, '0')}?environment=uat&customerId=${CUSTOMER} HTTP/1.1\r\n` +
      `host: relay\r\nauthorization: Bearer ${thief.token}\r\ncontent-type: image/jpeg\r\ncontent-length: ${LARGEST_PIECE}\r\n\r\n`;
    const connections = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const connection = await rawConnection(relay.url);
        let answer = '';
        connection.socket.on('data', (text: string) => (answer += text));
        connection.socket.write(head(n));
        return { ...connection, status: () => answer.slice(9, 12) };
      }),
    );
    await vi.waitFor(() => {
      expect(connections.filter(({ status }) => status() === '429')).toHaveLength(9);
    });
    expect((await relay.actor('victim').get('/v1/me')).status).toBe(200);
    for (const { socket } of connections) socket.destroy();
    await vi.waitFor(async () => expect((await thief.get('/v1/me')).status).toBe(200));
  });
});

describe('a connection that ends before its answer is there', () => {
  /** A relay whose pages of the log are held back until `release`, and how many of them were asked for. */
  const slowRelay = async () => {
    const relay = await attackedRelay(CAST);
    const held = Promise.withResolvers<undefined>();
    const { readLog } = relay.store;
    const reads = vi.spyOn(relay.store, 'readLog').mockImplementation(async (query) => {
      await held.promise;
      return readLog(query);
    });
    const thief = relay.actor('thief');
    const request =
      `GET /v1/log-entries?environment=uat&customerId=${CUSTOMER} HTTP/1.1\r\n` +
      `host: relay\r\nauthorization: Bearer ${thief.token}\r\n\r\n`;
    return { ...relay, thief, request, reads, release: () => held.resolve(undefined) };
  };

  it('frees nothing of the 8 MiB of its token while its page is read', async () => {
    const { url, thief, request, reads, release } = await slowRelay();
    for (let n = 0; n < 20; n += 1) {
      const before = reads.mock.calls.length;
      const { socket, ended } = await rawConnection(url);
      let answer = '';
      socket.on('data', (text: string) => (answer += text));
      socket.write(request);
      await vi.waitFor(() => expect(reads.mock.calls.length > before || answer.includes(' 429 ')).toBe(true));
      socket.end();
      await ended;
    }
    // Each of them may become a page of 1.25 MiB.
    expect(reads).toHaveBeenCalledTimes(6);
    release();
    await vi.waitFor(async () => expect((await thief.get('/v1/me')).status).toBe(200));
    expect((await thief.get('/v1/log-entries')).status).toBe(200);
  });

  it('reads no page when it ended before the token was looked up', async () => {
    const { url, store, thief, request, reads, release } = await slowRelay();
    const held = Promise.withResolvers<undefined>();
    const { findActiveToken } = store;
    const lookUps = vi.spyOn(store, 'findActiveToken').mockImplementation(async (hash, at) => {
      await held.promise;
      return findActiveToken(hash, at);
    });
    const { socket, ended } = await rawConnection(url);
    socket.write(request);
    await vi.waitFor(() => expect(lookUps).toHaveBeenCalledTimes(1));
    socket.end();
    await ended;
    held.resolve(undefined);
    release();
    expect((await thief.get('/v1/me')).status).toBe(200);
    expect(reads).not.toHaveBeenCalled();
  });
});

onBothStores('a disk that a stolen installer token has nearly filled', (kind) => {
  const bring = (actor: Actor, from: number, n: number) =>
    actor.post('/v1/log-entries', batchOf(chainOf(from).slice(-1), { chain: chainNumber(n) }));

  it('is kept for the operator’s results, for reading and for the token’s revocation', async () => {
    let free = 50;
    const place = await kind.place();
    const relay = await attackedRelay(CAST, place.variables, { diskSpace: () => ({ total: 100, free }) });
    const [thief, victim] = [relay.actor('thief'), relay.actor('victim')];
    expect((await bring(thief, 1, 1)).status).toBe(200);
    free = 9;
    await vi.waitFor(async () => expect((await bring(thief, 2, 1)).status).toBe(503));
    expect((await bring(victim, 1, 2)).status).toBe(503);
    expect((await postWebhook(relay.url)).status).toBe(204);
    expect((await victim.get('/v1/results')).status).toBe(200);
    expect(await relay.store.revokeToken(thief.id, Date.now())).toBe(true);
    expect((await thief.get('/v1/me')).status).toBe(401);
    free = 50;
    await vi.waitFor(async () => expect((await bring(victim, 1, 2)).status).toBe(200));
  });
});

onPostgres('a database with a limit that a stolen installer token has nearly reached', (server) => {
  it.each([
    { limit: '1', laptops: 503 },
    { limit: '900000', laptops: 200 },
    { limit: '', laptops: 200 },
  ])('takes the operator’s results with a limit of "$limit" MiB', async ({ limit, laptops }) => {
    const variables = { RELAY_DATABASE_URL: await server().database(), RELAY_DATABASE_MIB: limit };
    const relay = await attackedRelay(CAST, variables);
    const thief = relay.actor('thief');
    expect((await thief.post('/v1/log-entries', batchOf(chainOf(1)))).status).toBe(laptops);
    expect((await postWebhook(relay.url)).status).toBe(204);
    expect(await relay.store.revokeToken(thief.id, Date.now())).toBe(true);
  });
});
