import { createServer } from 'node:http';
import * as fc from 'fast-check';
import { createRelayClient, type RelayClient } from '../../../electron/relay/client.ts';
import type { RelayError } from '../../../electron/relay/relay-error.ts';
import { customerId, jobId } from '../../../shared/ids.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { logBatch } from '../../../shared/relay/log.ts';
import { newReview } from '../../../shared/relay/reviews.ts';
import type { Result } from '../../../shared/result.ts';
import { hostileJson } from './hostile.ts';
import { mustBeClear, type Target } from './target.ts';
import { logEntryOf, UUID } from './right.ts';

const OWNER = { environment: 'uat', customerId: customerId.parse(4711) } as const;
const NOW = 1_800_000_000_000;
const entry = logEntryOf(1);

const DIGEST = attachmentDigest.parse('0'.repeat(64));
const BATCH = logBatch.parse({ ...OWNER, chain: UUID, entries: [entry] });
const REVIEW = newReview.parse({
  id: UUID,
  ...OWNER,
  jobId: jobId.parse(UUID),
  verdict: 'approved',
  comment: '',
  basedOn: 0,
});

/** A relay's answers, of every kind. */
const RIGHT = [
  { name: 'North', role: 'supervisor', customers: [4711], now: NOW },
  {
    results: [{ sequence: 1, ...OWNER, receivedAt: NOW, kind: 'deleted', payload: {} }],
    cursor: '00000000000000aa.1',
    upToDate: true,
    lastReceivedAt: NOW,
    newestReview: UUID,
  },
  { result: {}, deliveries: 2, lastReceivedAt: NOW },
  { error: 'log-gap', message: 'a gap', head: { number: 1, hash: entry.hash } },
  { head: { number: 1, hash: entry.hash }, added: 1, run: '0123456789abcdef', forks: 0 },
  {
    entries: [{ ...entry, sequence: 1, chain: UUID, receivedAt: NOW, laptop: 'Bay 3' }],
    forks: [],
    cursor: 1,
    upToDate: true,
  },
  {
    reviews: [
      {
        id: UUID,
        ...OWNER,
        jobId: UUID,
        verdict: 'rework',
        comment: 'Again',
        basedOn: 0,
        reason: 'paperwork',
        pin: { at: 'job' },
        worker: 'Ann',
        sequence: 1,
        revision: 1,
        reviewer: 'North',
        receivedAt: NOW,
      },
    ],
    upToDate: true,
  },
  { error: 'log-broken', message: 'broken', reason: 'hash', entry: { id: UUID, number: 1 } },
] as const;

type Ask = (client: RelayClient) => Promise<Result<unknown, RelayError>>;
/** Every call, in the order of what answers it above. */
const asks: readonly Ask[] = [
  (client) => client.me(),
  (client) => client.results({ ...OWNER, after: null, limit: 10, waitSeconds: 0, newestReview: null }),
  (client) => client.result({ ...OWNER, sequence: 1 }),
  (client) => client.appendLog(BATCH),
  (client) => client.appendLog(BATCH),
  (client) => client.logEntries({ ...OWNER, after: 0 }),
  (client) => client.reviews({ ...OWNER, after: null }),
  (client) => client.appendLog(BATCH),
  (client) => client.sendReview(REVIEW),
  (client) => client.putPiece({ ...OWNER, sha256: DIGEST, mediaType: 'image/jpeg', total: 10, piece: null }),
  (client) => client.attachment({ ...OWNER, sha256: DIGEST }),
];

const asked = fc
  .record({
    which: fc.nat({ max: asks.length - 1 }),
    status: fc.oneof(
      { weight: 6, arbitrary: fc.constant(200) },
      { weight: 2, arbitrary: fc.constantFrom(400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 503) },
      { weight: 1, arbitrary: fc.integer({ min: 200, max: 599 }) },
    ),
    type: fc.constantFrom('application/json', 'application/json', 'application/json', 'text/html', ''),
    after: fc.constantFrom(
      '',
      '',
      '7',
      '-1',
      '99999999999999999999',
      'Wed, 21 Oct 2099 07:28:00 GMT',
      'soon',
    ),
  })
  .chain(({ which, ...head }) =>
    hostileJson(RIGHT[which] ?? {}, RIGHT[0]).map((body) => ({ which, head, body })),
  );

/** Whatever a relay, or an intermediary, answers: each call of the client ends with a value or one error. */
export const relayAnswers: Target = {
  name: 'relay',
  share: 100,
  open: async (count) => {
    let next = { status: 200, type: '', after: '', body: '' };
    const server = createServer((_request, response) => {
      const { status, type, after, body } = next;
      response.writeHead(status, {
        ...(type === '' ? {} : { 'content-type': type }),
        ...(after === '' ? {} : { 'retry-after': after }),
      });
      response.end(body);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    const client = createRelayClient({
      url: `http://127.0.0.1:${address.port}`,
      token: 'canary-token',
      clock: {
        now: () => NOW,
        passed: () => performance.now(),
        setTimer: (callback, delayMs) => {
          const timer = setTimeout(callback, delayMs);
          return () => clearTimeout(timer);
        },
      },
    });
    return {
      property: fc.asyncProperty(asked, async ({ which, head, body }) => {
        next = { ...head, body };
        const read = await (asks[which] ?? asks[0])?.(client);
        if (read === undefined) throw new Error('there is no such call');
        if (read.ok) return count('read');
        if (read.error.detail !== '') mustBeClear(read.error.detail);
        count(read.error.code);
      }),
      close: async () => {
        await client.close();
        server.closeAllConnections();
        await new Promise((resolve) => {
          server.close(resolve);
        });
      },
    };
  },
};
