import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { relayProblem } from '../../../shared/relay/access.ts';
import { attachmentElsewhere, attachmentState } from '../../../shared/relay/attachments.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { CUSTOMER } from './webhooks.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';

const MIB = 1024 * 1024;
const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

type Sending = { readonly url: string; readonly token: string; readonly sha256: string };

function put(
  { url, token, sha256 }: Sending,
  bytes: Buffer | null,
  range: string | null,
  type = 'image/jpeg',
): Promise<Response> {
  return fetch(`${url}/v1/attachments/${sha256}?environment=uat&customerId=${CUSTOMER}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      ...(bytes === null ? {} : { 'content-type': type }),
      ...(range === null ? {} : { 'content-range': range }),
    },
    body: bytes === null ? null : new Uint8Array(bytes),
  });
}

function get({ url, token, sha256 }: Sending): Promise<Response> {
  return fetch(`${url}/v1/attachments/${sha256}?environment=uat&customerId=${CUSTOMER}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

async function sending(sha256: string): Promise<Sending> {
  const relay = await runningRelay();
  const { token } = await tokenFor(relay, [CUSTOMER]);
  return { url: relay.url, token, sha256 };
}

const state = async (answer: Response) => attachmentState.parse(await answer.json());

describe('an attachment', () => {
  it('is sent in pieces, resumes after a lost answer, and is readable once it has its digest', async () => {
    const bytes = madeJpeg(randomBytes(2.5 * MIB));
    const to = await sending(digestOf(bytes));
    const total = bytes.length;
    const range = (first: number, upTo: number) => `bytes ${first}-${upTo - 1}/${total}`;
    expect(await state(await put(to, null, `bytes */${total}`))).toEqual({
      received: 0,
      total,
      complete: false,
    });
    const first = bytes.subarray(0, MIB);
    expect(await state(await put(to, first, range(0, MIB)))).toMatchObject({
      received: MIB,
      complete: false,
    });
    // The answer to it was lost, so the laptop sends it again.
    expect(await state(await put(to, first, range(0, MIB)))).toMatchObject({ received: MIB });
    const ahead = await put(to, bytes.subarray(2 * MIB), range(2 * MIB, total));
    expect(ahead.status).toBe(409);
    expect(attachmentElsewhere.parse(await ahead.json()).received).toBe(MIB);
    expect((await get(to)).status).toBe(404);
    await put(to, bytes.subarray(MIB, 2 * MIB), range(MIB, 2 * MIB));
    const last = await put(to, bytes.subarray(2 * MIB), range(2 * MIB, total));
    expect(await state(last)).toEqual({ received: total, total, complete: true });
    expect(await state(await put(to, null, `bytes */${total}`))).toMatchObject({ complete: true });
    const read = await get(to);
    expect(read.headers.get('content-type')).toBe('image/jpeg');
    expect(read.headers.get('x-content-type-options')).toBe('nosniff');
    expect(digestOf(Buffer.from(await read.arrayBuffer()))).toBe(to.sha256);
  });

  it('that is small is sent whole', async () => {
    const bytes = randomBytes(1000);
    const to = await sending(digestOf(bytes));
    expect(await state(await put(to, bytes, null, 'application/pdf'))).toMatchObject({ complete: true });
  });

  it('with other bytes than its digest is rejected, and can be sent again', async () => {
    const bytes = madeJpeg(randomBytes(1000));
    const to = await sending(digestOf(bytes));
    const wrong = await put(to, madeJpeg(randomBytes(1000)), null);
    expect(wrong.status).toBe(422);
    expect(relayProblem.parse(await wrong.json()).error).toBe('wrong-digest');
    expect((await get(to)).status).toBe(404);
    expect((await put(to, bytes, null)).status).toBe(200);
  });

  it.each([
    ['a range that is not its length', 400, 'bytes 0-98/1000', 'image/jpeg', 100],
    ['a range beyond its end', 400, 'bytes 950-1049/1000', 'image/jpeg', 100],
    ['words for a range', 400, 'all of it', 'image/jpeg', 100],
    ['a file that is too large', 413, `bytes 0-99/${20 * MIB + 1}`, 'image/jpeg', 100],
    ['a piece that is too large', 413, null, 'image/jpeg', MIB + 1],
    ['a web page', 415, null, 'text/html', 100],
  ])('that is %s is answered %i', async (_name, status, range, type, size) => {
    const to = await sending('0'.repeat(64));
    expect((await put(to, randomBytes(size), range, type)).status).toBe(status);
  });

  it('of another customer can be neither sent nor read', async () => {
    const bytes = randomBytes(1000);
    const to = await sending(digestOf(bytes));
    const relay = await runningRelay();
    const other = { ...to, url: relay.url, token: (await tokenFor(relay, [4712])).token };
    expect((await put(other, bytes, null)).status).toBe(403);
    expect((await get(other)).status).toBe(403);
    expect((await put({ ...to, sha256: 'no-digest' }, bytes, null)).status).toBe(400);
  });
});
