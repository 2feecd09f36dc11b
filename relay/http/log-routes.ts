import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { environment } from '../../shared/environment.ts';
import { customerId, jobId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import {
  logBatch,
  type LogBatch,
  type LogBroken,
  type LogGap,
  type LogHead,
  type LogKept,
  type LogPage,
} from '../../shared/relay/log.ts';
import { canonicalBatchHead } from '../../shared/relay/signing.ts';
import { onlyOwn } from '../access/bearer.ts';
import { isSignedText } from '../access/device-signature.ts';
import { firstBadEntry, type BadEntry } from '../log/chain.ts';
import { namesTooMuch } from '../log/log-index.ts';
import { secondsToNextDay } from '../store/budgets.ts';
import type { StoredToken } from '../store/tokens-store.ts';
import { instantParameter, pageParameters } from './page-parameters.ts';
import type { RelayParts } from './parts.ts';
import { problemBody, sendLater, sendProblem, statusOf } from './problem.ts';
import { signedInRoute } from './signed-in.ts';

/** A batch of the largest entries would be larger: a laptop then sends fewer at a time. */
const BATCH_LIMIT = 1024 * 1024;

const logQuery = z.object({
  environment,
  customerId,
  ...pageParameters,
  jobId: jobId.nullable().default(null),
  worker: z.string().min(1).max(200).nullable().default(null),
  type: z.string().min(1).max(100).nullable().default(null),
  from: instantParameter,
  until: instantParameter,
});

/** `POST` and `GET /v1/log-entries`: laptops bring what they logged, supervisors read what all of them did. */
export function logRoutes(app: FastifyInstance, parts: RelayParts): void {
  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/log-entries',
    schema: logBatch,
    bodyLimit: BATCH_LIMIT,
    handle: async ({ reply, token, asked }) => {
      const bad = firstBadEntry(asked.entries);
      if (bad !== null) return sendBroken(reply, bad);
      if (namesTooMuch(asked.entries)) {
        return sendProblem(
          reply,
          'too-large',
          'These entries redact or remove too much at once: send fewer.',
        );
      }
      if (!(await isSignedByToken(parts, token, asked))) {
        const message =
          'The signature of these entries is not one of a key that this relay token registered.';
        return sendProblem(reply, 'signature-refused', message);
      }
      const appending = await parts.store.appendLog({ ...asked, tokenId: token.id, receivedAt: parts.now() });
      switch (appending.kind) {
        case 'kept': {
          const { head, added, run, forks } = appending;
          const kept: LogKept = { head, added, run, forks };
          return reply.send(kept);
        }
        case 'gap': {
          const message = 'Entries before these are missing here.';
          const gap: LogGap = { ...problemBody('log-gap', message), error: 'log-gap', head: appending.head };
          return reply.code(statusOf('log-gap')).send(gap);
        }
        case 'broken':
          return sendBroken(reply, appending);
        case 'over-quota': {
          const message = 'This relay token has brought as many log entries as it may today.';
          return sendLater(reply, 'over-quota', secondsToNextDay(parts.now()), message);
        }
        case 'other-owner':
          return sendProblem(reply, 'not-your-chain', 'This log was begun with another relay token.');
        default:
          return neverReached(appending);
      }
    },
  });

  signedInRoute(app, parts, {
    method: 'GET',
    url: '/v1/log-entries',
    schema: logQuery,
    answersLarge: true,
    handle: async ({ reply, token, asked }) => {
      const { rows, readUpTo, more } = await parts.store.readLog({ ...asked, ofToken: onlyOwn(token) });
      const entries = [...rows];
      const chains = [...new Set(entries.map(({ chain }) => chain))];
      const forks = chains.length === 0 ? [] : await parts.store.readForks(asked, chains);
      const page: LogPage = {
        entries,
        forks: [...forks],
        signatures: [...(await parts.store.readLogSignatures(entries))],
        cursor: readUpTo,
        upToDate: !more,
      };
      return reply.send(page);
    },
  });
}

/** A batch without a signature is kept as it is: readers see that it is not signed. */
async function isSignedByToken(
  { store }: RelayParts,
  token: StoredToken,
  { environment: where, customerId: whose, chain, entries, signed }: LogBatch,
): Promise<boolean> {
  const last = entries.at(-1);
  if (signed === undefined || last === undefined) return true;
  const head = { chain, first: entries[0]?.number ?? last.number, last: last.number, hash: last.hash };
  const text = canonicalBatchHead({ environment: where, customerId: whose, ...head });
  return isSignedText(text, signed) && (await store.hasDeviceKey(token.id, signed.key));
}

function sendBroken(
  reply: FastifyReply,
  { reason, entry, head }: BadEntry & { readonly head?: LogHead },
): FastifyReply {
  const message = `Nothing was kept: entry ${entry.number} does not belong to this hash chain.`;
  const broken: LogBroken = {
    ...problemBody('log-broken', message),
    error: 'log-broken',
    reason,
    entry: { id: entry.id, number: entry.number },
    ...(head === undefined ? {} : { head }),
  };
  return reply.code(statusOf('log-broken')).send(broken);
}
