import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { environment, customerId, jobId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import {
  keptReview,
  newReview,
  REVIEWS_KNOWN,
  reviewId,
  reviewPage,
  staleReview,
  type Review,
  type ReviewId,
  type ReviewPage,
  type StaleReview,
} from '../../shared/relay/reviews.ts';
import { SECOND } from '../../shared/time.ts';
import { isBoundElsewhere, maySee, tokenScope } from '../access/credentials.ts';
import { authorise, sendBoundElsewhere, signedInRoute, type SignedIn } from './signed-in.ts';
import { sendPollRefusal } from './feed-routes.ts';
import { pageParameters, waitParameter } from './query-parameters.ts';
import type { RelayParts } from './parts.ts';
import { problemBody, sendLater, sendProblem, statusOf } from './problem.ts';
import { secondsToNextDay, type PageRead } from '../store/budgets.ts';

const reviewQuery = z.object({
  environment,
  customerId,
  ...pageParameters,
  jobId: jobId.nullable().default(null),
  wait: waitParameter,
  /**
   * The review that the reader had at `after`. If that place has another review or none, the page starts at the
   * beginning.
   */
  last: reviewId.nullable().default(null),
  /** The verdicts beyond the first two that the reader understands, separated by commas. */
  knows: z.string().max(200).default(''),
});
type ReviewQuery = z.infer<typeof reviewQuery>;

/** `POST` and `GET /v1/reviews`: supervisors' reviews of jobs, and their way back to the laptops. */
export function reviewRoutes(app: FastifyInstance, parts: RelayParts): void {
  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/reviews',
    schema: newReview,
    api: {
      summary: 'Keeps a review',
      answers: { 200: keptReview, 409: staleReview },
      problems: ['too-large', 'not-your-role', 'over-quota'],
    },
    handle: async ({ reply, token, asked }) => {
      if (token.role === 'installer') {
        return sendProblem(reply, 'not-your-role', 'Reviews are written by supervisors.');
      }
      const review = { ...asked, reviewer: token.name, tokenId: token.id, receivedAt: parts.now() };
      // The run is read before the review is written: the store may restart in between, and a later run may lack it.
      const run = await parts.store.readRun();
      const keeping = await parts.store.keepReview(review);
      switch (keeping.kind) {
        case 'kept':
          return reply.send({ ...keeping.review, run });
        case 'stale': {
          const message = 'Another supervisor has reviewed this job meanwhile: read it and decide again.';
          const stale: StaleReview = {
            ...problemBody('stale-review', message),
            error: 'stale-review',
            current: keeping.current,
          };
          return reply.code(statusOf('stale-review')).send(stale);
        }
        case 'over-quota': {
          const message = 'This relay token has brought as much as it may today.';
          return sendLater(reply, 'over-quota', secondsToNextDay(review.receivedAt), message);
        }
        default:
          return neverReached(keeping);
      }
    },
  });

  signedInRoute(app, parts, {
    method: 'GET',
    url: '/v1/reviews',
    schema: reviewQuery,
    api: {
      summary: 'Reviews after a cursor; waits for more when asked to',
      answers: { 200: reviewPage },
      problems: ['too-many-polls'],
    },
    handle: async (signedIn) => {
      const { reply, token } = signedIn;
      noteNewestReview(parts, token.id, signedIn.asked);
      const asked = await fromWhereItStands(parts, signedIn.asked);
      const wait = asked.wait === 0 ? null : parts.polls.begin(asked, token.id, asked.wait * SECOND);
      if (typeof wait === 'string') return sendPollRefusal(reply, wait);
      const read = (): Promise<PageRead<Review>> =>
        parts.store.readReviews({ ...asked, ofToken: tokenScope(token) });
      const answer = async (page: PageRead<Review>) => {
        const last = await parts.store.reviewAt(asked, page.readUpTo);
        return reply.send(pageOf(asked, page, last, await parts.store.readMissedReviews(token.id, asked)));
      };
      if (wait === null) return answer(await read());
      reply.raw.once('close', wait.end);
      if (reply.raw.destroyed) wait.end();
      try {
        let page = await read();
        let over = false;
        while (!over && page.rows.length === 0 && !page.more) {
          over = (await wait.next()) === 'over';
          // The token may have been revoked while the poll waited.
          if (!(await mayStillRead(parts, signedIn))) return reply;
          page = await read();
        }
        return await answer(page);
      } finally {
        reply.raw.off('close', wait.end);
        wait.end();
      }
    },
  });
}

/** Notes the newest review that the reader has, so that retention can report readers whose unread reviews it drops. */
function noteNewestReview({ marks }: RelayParts, tokenId: number, asked: ReviewQuery): void {
  const { environment: where, customerId: whose, last } = asked;
  if (last !== null) marks.noteReview({ tokenId, environment: where, customerId: whose, review: last });
}

/** Restarts a reader whose place no longer matches: a restored store may have other reviews there, or none. */
async function fromWhereItStands({ store }: RelayParts, asked: ReviewQuery): Promise<ReviewQuery> {
  if (asked.last === null || asked.after === 0) return asked;
  const stands = (await store.reviewAt(asked, asked.after)) === asked.last;
  return stands ? asked : { ...asked, after: 0 };
}

async function mayStillRead(
  parts: RelayParts,
  { request, reply, asked }: SignedIn<ReviewQuery>,
): Promise<boolean> {
  const token = await authorise(parts, request, reply);
  if (token === null) return false;
  if (isBoundElsewhere(token, asked.environment)) {
    sendBoundElsewhere(reply);
    return false;
  }
  if (maySee(token, asked.customerId)) return true;
  sendProblem(reply, 'not-your-customer', 'This relay token may not see that customer.');
  return false;
}

function pageOf(
  { knows }: ReviewQuery,
  { rows, readUpTo, more }: PageRead<Review>,
  last: ReviewId | null,
  missed: number,
): ReviewPage {
  const readsAll = knows.split(',').includes(REVIEWS_KNOWN);
  const reviews = rows.map((one): Review =>
    readsAll || one.verdict !== 'reopened' ? one : { ...one, verdict: 'approved' },
  );
  return { reviews, cursor: readUpTo, last, upToDate: !more, missed };
}
