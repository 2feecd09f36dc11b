import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { neverReached } from '../../shared/never.ts';
import { SECOND } from '../../shared/time.ts';
import { bearerHash, isBoundElsewhere, maySee } from '../access/credentials.ts';
import {
  pointOf,
  resetOf,
  feedPages,
  resultOf,
  sharedReads,
  type FeedReads,
  type PollRefusal,
  type PollWait,
} from '../feed/reading.ts';
import type { FeedPoint, FeedView } from '../store/results-store.ts';
import type { AccessToken } from '../store/tokens-store.ts';
import { ofCustomer, withToken } from './api-document.ts';
import { admit, authorise, sendBoundElsewhere } from './signed-in.ts';
import { feedQuery, type FeedQuery, resultQuery } from './query-parameters.ts';
import type { RelayParts } from './parts.ts';
import { retrySeconds, sendProblem } from './problem.ts';
import { z } from 'zod';
import {
  feedPage,
  feedReset,
  feedResult,
  resultDeliveries,
  type ResultDeliveries,
} from '../../shared/relay/results.ts';

export const FEED_ROUTE = '/v1/results';

/** `GET /v1/results`: one customer's results, read by cursor; with `wait` as a long poll. */
export function feedRoutes(app: FastifyInstance, parts: RelayParts): void {
  const readShared = sharedReads(parts.store.readFeed);
  const pageText = feedPages();
  const queryOf = feedQueries();
  const api = withToken(
    ofCustomer({
      summary: 'Results after a cursor; waits for more when asked to',
      query: feedQuery,
      answers: { 200: feedPage.extend({ results: z.array(feedResult) }), 410: feedReset },
      problems: ['too-many-polls'],
    }),
  );
  app.get(FEED_ROUTE, { config: { api } }, async (request, reply) => {
    const hash = bearerHash(request.headers.authorization);
    const token = await admit(parts, request, reply, hash);
    const query = token === null ? null : queryOf(request, reply);
    if (token === null || query === null || !isPermitted(token, query, reply)) return reply;
    const tokenId = token.id;
    const after = query.after === undefined ? null : pointOf(query.after);
    if (query.review !== undefined && query.review !== '') {
      const { environment, customerId, review } = query;
      parts.marks.noteReview({ tokenId, environment, customerId, review });
    }
    const wait = query.wait === 0 ? null : parts.polls.begin(query, tokenId, query.wait * SECOND);
    if (typeof wait === 'string') return sendPollRefusal(reply, wait);

    const view = await readOrWait(parts, readShared, { request, reply, hash, query, after, wait });
    if (view === null) return reply;
    const reset = after === null ? null : resetOf(after, view);
    if (reset !== null) return reply.code(410).send(reset);
    if (after !== null) {
      const { environment, customerId } = query;
      parts.marks.note({ tokenId, environment, customerId, sequence: after.sequence });
    }
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(pageText(query, view));
  });
}

/** Reads the query; null after a refusal was answered. */
type ReadQuery = (request: FastifyRequest, reply: FastifyReply) => FeedQuery | null;

/** Upper bound of remembered addresses; beyond it all are parsed once more. */
const REMEMBERED = 256;

/** Laptops of a customer that have read the same ask with the same address, so its parsed query is remembered and shared. */
function feedQueries(): ReadQuery {
  const parsed = new Map<string, FeedQuery>();
  return (request, reply) => {
    const known = parsed.get(request.url);
    if (known !== undefined) return known;
    const query = feedQuery.safeParse(request.query);
    if (query.success) {
      if (parsed.size >= REMEMBERED) parsed.clear();
      parsed.set(request.url, query.data);
      return query.data;
    }
    const names = [...new Set(query.error.issues.map((issue) => issue.path.join('.')))];
    void sendProblem(reply, 'bad-request', `Missing or wrong parameter: ${names.join(', ')}.`);
    return null;
  };
}

/** Whether the token may run the query; a refusal is answered. */
function isPermitted(token: AccessToken, query: FeedQuery, reply: FastifyReply): boolean {
  if (!maySee(token, query.customerId)) {
    void sendProblem(reply, 'not-your-customer', 'This relay token may not see that customer.');
    return false;
  }
  if (isBoundElsewhere(token, query.environment)) {
    void sendBoundElsewhere(reply);
    return false;
  }
  return true;
}

type Asked = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Of the token. */
  readonly hash: Buffer | null;
  readonly query: FeedQuery;
  readonly after: FeedPoint | null;
  readonly wait: PollWait | null;
};

/** The answer, at once or after waiting; null when the token was refused in the meantime or the client disconnected. */
async function readOrWait(
  parts: RelayParts,
  readShared: FeedReads,
  { request, reply, hash, query, after, wait }: Asked,
): Promise<FeedView | null> {
  const read = (): Promise<FeedView> => readShared({ ...query, after });
  if (wait === null) return read();
  // Ends the wait when the reader disconnects.
  reply.raw.once('close', wait.end);
  if (reply.raw.destroyed) wait.end();
  try {
    let view = await read();
    let over = false;
    while (!over && !hasNewResults(view, after, query)) {
      over = (await wait.next()) === 'over';
      // The client has disconnected: a thousand clients that leave at once must not cause a thousand reads of the
      // store.
      if (reply.raw.destroyed) {
        void reply.send();
        return null;
      }
      // The token may have been revoked, or lost a customer, while the poll waited.
      const token = await authorise(parts, request, reply, hash);
      if (token === null || !isPermitted(token, query, reply)) return null;
      view = await read();
    }
    return view;
  } finally {
    reply.raw.off('close', wait.end);
    wait.end();
  }
}

/**
 * Tests for a reason to answer at once: results, another newest review, removal or plan, another run, or a cursor from
 * which reading cannot continue.
 */
function hasNewResults(
  view: FeedView,
  after: FeedPoint | null,
  { review, removal, plan, run }: Pick<FeedQuery, 'review' | 'removal' | 'plan' | 'run'>,
): boolean {
  if (run !== undefined && run !== view.run) return true;
  if (removal !== undefined && removal !== (view.newestRemoval ?? '')) return true;
  if (plan !== undefined && plan !== view.newestPlan) return true;
  if (review !== undefined && review !== (view.newestReview ?? '')) return true;
  return view.results.length > 0 || (after !== null && resetOf(after, view) !== null);
}

/** Answers a poll that cannot wait. */
export function sendPollRefusal(reply: FastifyReply, refusal: PollRefusal): FastifyReply {
  void reply.header('retry-after', retrySeconds());
  switch (refusal) {
    case 'token-full':
      return sendProblem(reply, 'too-many-polls', 'This relay token has too many requests waiting already.');
    case 'relay-full':
      return sendProblem(reply, 'relay-full', 'Too many requests wait at this relay: try again later.');
    default:
      return neverReached(refusal);
  }
}

const parameters = z.looseObject({});

/** `GET /v1/results/SEQUENCE`: one kept result, the number of its arrivals and the time of the last one. */
export function resultRoutes(app: FastifyInstance, parts: RelayParts): void {
  const api = withToken(
    ofCustomer({
      summary: 'One result, and how often it came',
      path: resultQuery.pick({ sequence: true }),
      query: resultQuery.omit({ sequence: true }),
      answers: { 200: resultDeliveries.extend({ result: feedResult }) },
      problems: ['not-found'],
    }),
  );
  app.get('/v1/results/:sequence', { config: { api } }, async (request, reply) => {
    const token = await admit(parts, request, reply);
    if (token === null) return reply;
    const asked = resultQuery.safeParse({
      ...parameters.parse(request.query),
      ...parameters.parse(request.params),
    });
    if (!asked.success) {
      const names = [...new Set(asked.error.issues.map((issue) => issue.path.join('.')))];
      return sendProblem(reply, 'bad-request', `Missing or wrong parameter: ${names.join(', ')}.`);
    }
    const { sequence, ...key } = asked.data;
    if (!maySee(token, key.customerId)) {
      return sendProblem(reply, 'not-your-customer', 'This relay token may not see that customer.');
    }
    if (isBoundElsewhere(token, key.environment)) return sendBoundElsewhere(reply);
    const kept = await parts.store.readResult(key, sequence);
    if (kept === null) return sendProblem(reply, 'not-found', 'No such result is kept.');
    const answer: ResultDeliveries = {
      result: resultOf(key, kept),
      deliveries: kept.deliveries,
      lastReceivedAt: kept.lastReceivedAt,
      now: parts.now(),
    };
    return reply.header('cache-control', 'no-store').send(answer);
  });
}
