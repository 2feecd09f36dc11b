import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../../shared/time.ts';
import type { FeedPage } from '../../shared/relay/feed.ts';
import { maySee } from '../access/bearer.ts';
import { cursorAt, feedStart } from '../feed/cursor.ts';
import type { KeptResult, ResultPage } from '../store/store.ts';
import { authorise } from './authorise.ts';
import { feedQuery, type FeedQuery } from './feed-query.ts';
import type { RelayParts } from './parts.ts';
import { sendProblem } from './problem.ts';

/** `GET /v1/results`: the feed of one customer's results, read by cursor, waiting for more when asked to. */
export function feedRoutes(app: FastifyInstance, parts: RelayParts): void {
  app.get('/v1/results', async (request, reply) => {
    const query = await permittedQuery(parts, request, reply);
    if (query === null) return reply;
    const start = feedStart(query.after, parts.store.epoch, await parts.store.feedBounds());
    if (start.kind === 'reset') return reply.code(410).send(start.reset);

    const page = await readOrWait(parts, reply, query, start.sequence);
    // The token may have been revoked, or lost a customer, while the poll waited.
    if ((await permittedQuery(parts, request, reply)) === null) return reply;
    return reply.header('cache-control', 'no-store').send(feedPage(parts.store.epoch, query, page));
  });
}

/** The query of a token that may ask it, or null after the refusal was answered. */
async function permittedQuery(
  { store }: RelayParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FeedQuery | null> {
  const token = await authorise(store, request, reply);
  if (token === null) return null;
  const query = feedQuery.safeParse(request.query);
  if (!query.success) {
    const names = [...new Set(query.error.issues.map((issue) => issue.path.join('.')))];
    void sendProblem(reply, 'bad-request', `Missing or wrong parameter: ${names.join(', ')}.`);
    return null;
  }
  if (!maySee(token, query.data.customerId)) {
    void sendProblem(reply, 'not-your-customer', 'This relay token may not see that customer.');
    return null;
  }
  return query.data;
}

async function readOrWait(
  { store, polls }: RelayParts,
  reply: FastifyReply,
  query: FeedQuery,
  after: number,
): Promise<ResultPage> {
  const read = (): Promise<ResultPage> => store.readResults({ ...query, after });
  if (query.wait === 0) return read();
  const wait = polls.begin(query, query.wait * SECOND);
  // A reader who went away must not be waited for.
  reply.raw.once('close', wait.end);
  if (reply.raw.destroyed) wait.end();
  try {
    let page = await read();
    while (page.results.length === 0 && (await wait.next()) === 'grown') page = await read();
    return page;
  } finally {
    reply.raw.off('close', wait.end);
    wait.end();
  }
}

function feedPage(epoch: string, query: FeedQuery, page: ResultPage): FeedPage {
  const last = page.results.at(-1);
  // A complete page moves the reader to the head, past other customers' results, so a quiet customer's reader does
  // not fall behind retention.
  const readUpTo = page.more && last !== undefined ? last.sequence : page.head;
  return {
    results: page.results.map((result) => feedResult(query, result)),
    cursor: cursorAt(epoch, readUpTo),
    upToDate: !page.more,
    lastReceivedAt: page.lastReceivedAt,
  };
}

function feedResult({ environment, customerId }: FeedQuery, result: KeptResult): unknown {
  const payload: unknown = JSON.parse(result.body.toString('utf8'));
  return {
    sequence: result.sequence,
    environment,
    customerId,
    receivedAt: result.firstReceivedAt,
    kind: result.kind,
    payload,
  };
}
