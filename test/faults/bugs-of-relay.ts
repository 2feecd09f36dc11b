import { LOG_CHAIN_START, type LogHead } from '../../shared/relay/log.ts';
import { ok } from '../../shared/result.ts';
import type { Sabotage } from './sabotage.ts';

/** A run that no store of a relay has. */
const ANY_RUN = '0'.repeat(16);

/** Deliberate bugs of what laptops bring to the relay and learn from it: reviews and photos. */
export const bugsOfRelay = {
  'a review that is too late is sent again for the newest revision': {
    relay: (inner) => ({
      ...inner,
      sendReview: async (review, signal) => {
        const answer = await inner.sendReview(review, signal);
        const current = answer.ok && answer.value.kind === 'stale' ? answer.value.current : null;
        return current === null
          ? answer
          : inner.sendReview({ ...review, basedOn: current.revision, basedOnReview: current.id }, signal);
      },
    }),
  },
  'a review that is too late counts as arrived': {
    relay: (inner) => ({
      ...inner,
      sendReview: async (review, signal) => {
        const answer = await inner.sendReview(review, signal);
        const current = answer.ok && answer.value.kind === 'stale' ? answer.value.current : null;
        const { basedOn } = review;
        return current === null
          ? answer
          : ok({
              kind: 'kept',
              review: { ...current, ...review, basedOn, revision: basedOn + 1 },
              run: ANY_RUN,
            });
      },
    }),
  },
  'reviews are dropped on their way': {
    relay: (inner) => ({
      ...inner,
      reviews: async (query) => {
        const answer = await inner.reviews(query);
        return answer.ok ? ok({ ...answer.value, reviews: [] }) : answer;
      },
    }),
  },
  'a photo is confirmed without having been brought': {
    relay: (inner) => ({
      ...inner,
      putPiece: ({ total }) =>
        Promise.resolve(
          ok({ kind: 'state', state: { received: total, total, complete: true, run: ANY_RUN } }),
        ),
    }),
  },
  'the rest of a photo is lost': {
    relay: (inner) => ({
      ...inner,
      putPiece: (query) =>
        query.piece === null || query.piece.start === 0
          ? inner.putPiece(query)
          : Promise.resolve(
              ok({
                kind: 'state',
                state: { received: query.total, total: query.total, complete: true, run: ANY_RUN },
              }),
            ),
    }),
  },
  'the head of a relay that was set back is not read': {
    relay: (inner) => {
      let newest: LogHead = { number: 0, hash: LOG_CHAIN_START };
      return {
        ...inner,
        appendLog: async (batch, signal) => {
          const answer = await inner.appendLog(batch, signal);
          if (!answer.ok || answer.value.kind !== 'kept') return answer;
          if (answer.value.head.number > newest.number) newest = answer.value.head;
          return ok({ ...answer.value, head: newest });
        },
      };
    },
  },
  'log entries are confirmed without having been brought': {
    relay: (inner) => ({
      ...inner,
      appendLog: (batch, signal) => {
        const last = batch.entries.at(-1);
        if (last === undefined || last.number % 3 !== 0) return inner.appendLog(batch, signal);
        const head = { number: last.number, hash: last.hash };
        return Promise.resolve(
          ok({ kind: 'kept', head, added: batch.entries.length, run: ANY_RUN, forks: 0 }),
        );
      },
    }),
  },
} as const satisfies Record<string, Sabotage>;
