import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { logChainId, logPage, type LogEntry, sharedNotePage } from '../../shared/relay/log.ts';
import { blanked, REDACTION, redactionText, REMOVAL } from '../../shared/relay/removals.ts';
import { logEntryHash } from '../../relay/log-entries.ts';
import { createToken } from '../../relay/access/credentials.ts';
import { customerId } from '../../shared/ids.ts';
import { reviewPage } from '../../shared/relay/reviews.ts';
import { batchOf, chainOf, forkOf, JOB, uuid } from '../integration/relay/log-chain.ts';
import { CUSTOMER } from '../integration/relay/webhooks.ts';
import { actorOf, attackedRelay, bringLongLog } from './attacked-relay.ts';
import { madeJpeg, madePng } from '../pictures/made-pictures.ts';

/*
 * A stolen installer token: its holder speaks to the relay as that laptop. The victim is a colleague of the same customer.
 */

const CAST = { thief: 'installer', victim: 'installer', office: 'supervisor' } as const;
const OTHER_NAME = logChainId.parse(uuid('c', 2));

/** A relay with the log of a colleague, of which the thief knows every entry. */
async function withVictim() {
  const relay = await attackedRelay(CAST);
  const entries = chainOf(6);
  const [thief, victim, office] = [relay.actor('thief'), relay.actor('victim'), relay.actor('office')];
  expect((await victim.post('/v1/log-entries', batchOf(entries))).status).toBe(200);
  const logAtOffice = async () => logPage.parse(await (await office.get('/v1/log-entries')).json());
  return { relay, entries, thief, victim, logAtOffice };
}

/** An entry that takes the words out of another one. */
function redactionOf(target: LogEntry, before: LogEntry): LogEntry {
  const fields = ['worker' as const];
  const redaction = {
    number: target.number,
    hash: target.hash,
    rest: logEntryHash(blanked(target, fields)),
    fields,
  };
  const [entry] = chainOf(1, () => ({
    number: before.number + 1,
    previousHash: before.hash,
    type: REDACTION,
    jobId: null,
    data: JSON.stringify({ reason: 'asked', entries: redactionText([redaction]) }),
  }));
  if (entry === undefined) throw new Error('no entry');
  return entry;
}

describe('a stolen installer token and a colleague’s log', () => {
  it('appends nothing to it', async () => {
    const { entries, thief, logAtOffice } = await withVictim();
    const forged = chainOf(7, (n) => (n === 7 ? { type: 'job-finished' } : {}));
    const answer = await thief.post('/v1/log-entries', batchOf(forged.slice(6)));
    expect(answer.status).toBe(403);
    expect((await logAtOffice()).entries.map(({ hash }) => hash)).toEqual(entries.map(({ hash }) => hash));
  });

  it('removes no words of it', async () => {
    const { entries, thief, logAtOffice } = await withVictim();
    const [target] = entries;
    const last = entries.at(-1);
    if (target === undefined || last === undefined) throw new Error('no entries');
    expect((await thief.post('/v1/log-entries', batchOf([redactionOf(target, last)]))).status).toBe(403);
    expect((await logAtOffice()).entries[0]).toMatchObject({ worker: 'Jo Größe' });
  });

  it('removes no words of it through a log that claims to continue it', async () => {
    const { entries, thief, logAtOffice } = await withVictim();
    const [target] = entries;
    const fifth = entries[4];
    if (target === undefined || fifth === undefined) throw new Error('no entries');
    const { continues } = forkOf(entries, 5, 1);
    const batch = batchOf([redactionOf(target, fifth)], { chain: OTHER_NAME, continues });
    expect((await thief.post('/v1/log-entries', batch)).status).toBe(403);
    expect((await logAtOffice()).entries[0]).toMatchObject({ worker: 'Jo Größe' });
  });

  it('begins no fork of it', async () => {
    const { entries, thief, logAtOffice } = await withVictim();
    for (const common of [0, 3, 6]) {
      const { continues, entries: forged } = forkOf(entries, common, 2);
      const batch = batchOf(forged, { chain: OTHER_NAME, continues });
      expect((await thief.post('/v1/log-entries', batch)).status).toBe(403);
    }
    expect((await logAtOffice()).forks).toEqual([]);
  });

  it('does not learn how far it has come', async () => {
    const { entries, thief } = await withVictim();
    const answer = await thief.post('/v1/log-entries', batchOf(entries.slice(5)));
    expect(answer.status).toBe(403);
    expect(await answer.json()).not.toHaveProperty('head');
  });

  it('leaves the colleague free to go on', async () => {
    const { entries, thief, victim } = await withVictim();
    await thief.post('/v1/log-entries', batchOf(chainOf(8).slice(6)));
    const answer = await victim.post('/v1/log-entries', batchOf(chainOf(9).slice(entries.length)));
    expect(await answer.json()).toMatchObject({ head: { number: 9 }, added: 3 });
  });
});

describe('a log that goes round in a circle', () => {
  it('continues neither itself nor a log that continues it, and is read to its end', async () => {
    const { thief, logAtOffice } = await withVictim();
    const entries = chainOf(2);
    const start = { number: 0, hash: '0'.repeat(64) };
    const [one, other] = [logChainId.parse(uuid('c', 3)), logChainId.parse(uuid('c', 4))];
    for (const [chain, before] of [
      [OTHER_NAME, OTHER_NAME],
      [one, other],
      [other, one],
    ] as const) {
      const batch = batchOf(entries, { chain, continues: { chain: before, head: start } });
      expect((await thief.post('/v1/log-entries', batch)).status).toBe(200);
    }
    expect((await logAtOffice()).forks).toMatchObject([{ by: other, chain: one }]);
  });
});

describe('a stolen installer token and the data of colleagues', () => {
  const PHOTO = madeJpeg('a photo of a number plate');
  const DIGEST = createHash('sha256').update(PHOTO).digest('hex');
  const note = { about: 'vw|crafter', place: 'dash', where: '', note: 'Mind the airbag', photos: DIGEST };

  /** A colleague's job with a photo and a review. @param type what names the photo. */
  async function withJob(type: string) {
    const { victim, thief, relay } = await withVictim();
    const named = chainOf(1, () => ({ type, data: JSON.stringify({ ...note, worker: 'Jo Größe' }) }));
    const chain = logChainId.parse(uuid('c', 9));
    expect((await victim.post('/v1/log-entries', batchOf(named, { chain }))).status).toBe(200);
    const path = `/v1/attachments/${DIGEST}`;
    const headers = { 'content-type': 'image/jpeg' };
    expect((await victim.put(path, new Uint8Array(PHOTO), headers)).status).toBe(200);
    const review = { id: uuid('d', 1), environment: 'uat', customerId: CUSTOMER, jobId: JOB, basedOn: 0 };
    const said = { ...review, verdict: 'rework', comment: 'Jo, the plate' };
    expect((await relay.actor('office').post('/v1/reviews', said)).status).toBe(200);
    return { victim, thief, path };
  }

  it('reads no entry of it', async () => {
    const { thief } = await withVictim();
    const page = logPage.parse(await (await thief.get('/v1/log-entries')).json());
    expect(page).toMatchObject({ entries: [], upToDate: true });
  });

  it('reads no photo of it, also where its own log names the photo', async () => {
    const { victim, thief, path } = await withJob('photo-taken');
    expect((await thief.get(path)).status).toBe(404);
    const own = chainOf(1, () => ({ type: 'box-mounted', jobId: null, data: JSON.stringify(note) }));
    expect((await thief.post('/v1/log-entries', batchOf(own, { chain: OTHER_NAME }))).status).toBe(200);
    expect((await thief.get(path)).status).toBe(404);
    expect((await victim.get(path)).status).toBe(200);
  });

  it('reads no review of it, and its place still moves on', async () => {
    const { victim, thief } = await withJob('photo-taken');
    const page = reviewPage.parse(await (await thief.get('/v1/reviews')).json());
    expect(page).toMatchObject({ reviews: [], cursor: 1, last: uuid('d', 1) });
    const own = reviewPage.parse(await (await victim.get('/v1/reviews')).json());
    expect(own.reviews).toMatchObject([{ comment: 'Jo, the plate' }]);
  });

  it('reads the place and photo of a mounting, and neither a name nor the job’s id', async () => {
    const { thief, path } = await withJob('box-mounted');
    const answer = await (await thief.get('/v1/shared-notes', { type: 'box-mounted' })).text();
    const page = sharedNotePage.parse(JSON.parse(answer));
    expect(page.notes.map(({ data }): unknown => JSON.parse(data))).toEqual([note]);
    expect(answer).not.toContain('Größe');
    expect(answer).not.toContain(JOB);
    expect((await thief.get(path)).status).toBe(200);
  });
});

describe('a token that is bound to UAT', () => {
  it('reads and writes nothing of PROD', async () => {
    const { url, store } = await attackedRelay({});
    const request = { name: 'Trial', role: 'installer', customers: [customerId.parse(CUSTOMER)] } as const;
    const made = await createToken(store, { ...request, environments: ['uat'] }, 0);
    if (!made.ok) throw new Error(made.error);
    const thief = actorOf(url, made.value);
    const prod = { environment: 'prod' } as const;
    const paths = ['/v1/log-entries', '/v1/reviews', '/v1/removals', '/v1/results', '/v1/results/1'];
    const isRefused = async (path: string, asked?: typeof prod) =>
      (await thief.get(path, asked)).status === 403;
    const refused = await Promise.all(paths.map((path) => isRefused(path, prod)));
    const served = await Promise.all(paths.map((path) => isRefused(path)));
    expect(paths.filter((_path, index) => refused[index] !== true)).toEqual([]);
    expect(paths.filter((_path, index) => served[index] !== false)).toEqual([]);
    expect((await thief.get('/v1/shared-notes', { ...prod, type: 'box-mounted' })).status).toBe(403);
    expect((await thief.post('/v1/log-entries', batchOf(chainOf(1), prod))).status).toBe(403);
  });
});

describe('a stolen installer token that brings too much', () => {
  it('has no search made for each photo that it wants removed: a batch of too many names is refused', async () => {
    const { thief } = await withVictim();
    const photos = (from: number): string =>
      Array.from({ length: 240 }, (_, n) => (from + n).toString(16).padStart(64, '0')).join(' ');
    const entries = chainOf(5, (n) => ({
      type: REMOVAL,
      jobId: null,
      data: JSON.stringify({ jobs: '', reviews: '', photos: photos(n * 1000), reason: '', request: '' }),
    }));
    const batch = batchOf(entries, { chain: OTHER_NAME });
    expect((await thief.post('/v1/log-entries', batch)).status).toBe(413);
    expect((await thief.post('/v1/log-entries', { ...batch, entries: entries.slice(0, 2) })).status).toBe(
      200,
    );
  });

  it.each([
    ['of 10^18 pixels', madePng('', 2 ** 30, 2 ** 30)],
    ['of a little more than 40 megapixels', madeJpeg('', 8001, 5000)],
    ['whose header does not tell its size', Buffer.from('no picture at all')],
  ])('has no picture kept %s', async (_name, bytes) => {
    const { thief } = await withVictim();
    const type = bytes[0] === 0x89 ? 'image/png' : 'image/jpeg';
    const path = `/v1/attachments/${createHash('sha256').update(bytes).digest('hex')}`;
    const [first, rest] = [bytes.subarray(0, 10), bytes.subarray(10)];
    const send = (piece: Buffer, from: number) =>
      thief.put(path, new Uint8Array(piece), {
        'content-type': type,
        'content-range': `bytes ${from}-${from + piece.length - 1}/${bytes.length}`,
      });
    expect((await send(first, 0)).status).toBe(200);
    expect((await send(rest, first.length)).status).toBe(415);
    expect((await thief.get(path)).status).toBe(404);
  });

  it('leaves no more than 64 MiB of files unfinished', async () => {
    const { thief } = await withVictim();
    const bytes = new Uint8Array(1024 * 1024);
    const statuses: number[] = [];
    for (let n = 0; n < 70; n += 1) {
      const answer = await thief.put(`/v1/attachments/${n.toString(16).padStart(64, '0')}`, bytes, {
        'content-type': 'image/jpeg',
        'content-range': `bytes 0-${bytes.length - 1}/${2 * bytes.length}`,
      });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(64);
    expect(statuses.slice(64).every((status) => status === 429)).toBe(true);
  });

  it('uploads at most 20,000 entries a day, where a new log counts as a hundred', async () => {
    const { relay, thief } = await withVictim();
    await bringLongLog(relay.store, thief.id, batchOf(chainOf(19_900), { chain: OTHER_NAME }));
    const answer = await thief.post(
      '/v1/log-entries',
      batchOf(chainOf(19_901).slice(-1), { chain: OTHER_NAME }),
    );
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('gets no page larger than a MiB and a little, however large the entries are', async () => {
    const { relay, thief } = await withVictim();
    const data = JSON.stringify({ words: 'x'.repeat(16_000) });
    const entries = chainOf(120, () => ({ data }));
    for (const from of [0, 60]) {
      const batch = batchOf(entries.slice(from, from + 60), { chain: OTHER_NAME });
      expect((await thief.post('/v1/log-entries', batch)).status).toBe(200);
    }
    const text = await (await relay.actor('office').get('/v1/log-entries', { limit: '500' })).text();
    expect(text.length).toBeLessThan(1.25 * 1024 * 1024);
    expect(logPage.parse(JSON.parse(text)).upToDate).toBe(false);
  });
});
