import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { relayProblem } from '../../../shared/relay/access.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { feedPage } from '../../../shared/relay/results.ts';
import { REMOVAL, removalPage, removedNames } from '../../../shared/relay/removals.ts';
import { plannedJobId } from '../../../shared/ids.ts';
import { firstRevision, PLAN_DAY } from '../../planned/planned-work.ts';
import { batchOf, chainOf, JOB, uuid } from './log-chain.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { tempFolder } from './temp-folder.ts';
import { CUSTOMER } from './webhooks.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';

const NAME = 'Quendoline Zyxwary';
/** Larger than a page of the database, and than what is sent at a time. */
const PHOTO = madeJpeg(`${NAME} on a photo. `.repeat(20_000));
const DIGEST = attachmentDigest.parse(createHash('sha256').update(PHOTO).digest('hex'));
/** Planned, and no job was begun for it. */
const PLAN = plannedJobId.parse(uuid('e', 7));
const owner = `environment=uat&customerId=${CUSTOMER}`;

/** A relay with a photo, a review and a supervisor who may remove both. */
async function furnished() {
  const dataDir = tempFolder();
  const relay = await runningRelay({ RELAY_DATA_DIR: dataDir });
  const { token } = await tokenFor(relay, [CUSTOMER], 'supervisor');
  const ask = (
    path: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {},
  ) =>
    fetch(`${relay.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
    });
  const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) });
  const send = () =>
    ask(`/v1/attachments/${DIGEST}?${owner}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(PHOTO),
    });
  const log = chainOf(2, (n) =>
    n === 1
      ? { type: 'photo-taken', data: JSON.stringify({ item: 'front' }) }
      : {
          type: REMOVAL,
          jobId: null,
          data: JSON.stringify({
            reason: 'asked in writing',
            request: 'the-person',
            ...removedNames({ jobs: [JOB], reviews: [], photos: [DIGEST], plans: [PLAN] }),
          }),
        },
  );
  expect((await send()).status).toBe(200);
  const said = { environment: 'uat', customerId: CUSTOMER, jobId: JOB, verdict: 'rework', basedOn: 0 };
  expect((await post('/v1/reviews', { ...said, id: uuid('d', 1), comment: `Ask ${NAME}` })).status).toBe(200);
  const planned = firstRevision({ crew: NAME, note: `${NAME} comes at eight` }, { id: PLAN });
  expect((await post('/v1/planned-jobs', planned)).status).toBe(200);
  return {
    relay,
    ask,
    plan: (basedOn: number) => post('/v1/planned-jobs', { ...planned, basedOn }),
    send,
    remove: () => post('/v1/log-entries', batchOf(log)),
    /** Files of the data folder that say the name, while the relay runs. */
    saying: () =>
      readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(NAME))
        .map(({ name }) => name),
    removals: async (more = '') =>
      removalPage.parse(await (await ask(`/v1/removals?${owner}${more}`)).json()),
  };
}

describe('a removal on request', () => {
  it('leaves none of its words in the files of the store', async () => {
    const { remove, saying } = await furnished();
    expect(saying()).not.toEqual([]);
    expect((await remove()).status).toBe(200);
    // It is cut off straight after the answer.
    await vi.waitFor(() => expect(saying()).toEqual([]));
  });

  it('leaves no word of a plan without a job, and accepts none again', async () => {
    const { remove, saying, plan, ask } = await furnished();
    await remove();
    expect((await plan(1)).status).toBe(200);
    await vi.waitFor(() => expect(saying()).toEqual([]));
    const page = await ask(`/v1/planned-jobs?${owner}&from=${PLAN_DAY}`);
    expect(await page.json()).toMatchObject({ plannedJobs: [{ id: PLAN, revision: 2, work: { crew: '' } }] });
  });

  it('is answered 410 to each reader or sender of the photo', async () => {
    const { ask, remove, send } = await furnished();
    await remove();
    const asking = { method: 'PUT', headers: { 'content-range': `bytes */${PHOTO.length}` } };
    for (const answer of [
      await ask(`/v1/attachments/${DIGEST}?${owner}`),
      await ask(`/v1/attachments/${DIGEST}?${owner}`, asking),
      await send(),
    ]) {
      expect(answer.status).toBe(410);
      expect(relayProblem.parse(await answer.json()).error).toBe('removed-on-request');
    }
  });

  it('end the long poll of a laptop, which then reads the removal', async () => {
    const { relay, remove, removals } = await furnished();
    const laptop = await tokenFor(relay, [CUSTOMER]);
    const waiting = fetch(`${relay.url}/v1/results?${owner}&removal=&wait=50`, {
      headers: { authorization: `Bearer ${laptop.token}` },
    });
    await vi.waitFor(async () =>
      expect(await (await fetch(`${relay.url}/metrics`)).text()).toContain('relay_feed_waiting_polls 1\n'),
    );
    await remove();
    const { newestRemoval } = feedPage.parse(await (await waiting).json());
    const { removals: reported, cursor } = await removals();
    expect(reported).toMatchObject([
      { id: newestRemoval, jobs: [JOB], photos: [DIGEST], reason: 'asked in writing', request: 'the-person' },
    ]);
    expect(await removals(`&after=${cursor}&last=${newestRemoval}`)).toEqual({
      removals: [],
      cursor,
      upToDate: true,
    });
  });

  it('is sent from the beginning to a reader whose last one this store lacks', async () => {
    const { remove, removals } = await furnished();
    await remove();
    expect((await removals(`&after=7&last=${uuid('e', 9)}`)).removals).toHaveLength(1);
  });
});
