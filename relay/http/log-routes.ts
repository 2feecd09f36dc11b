import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { environment, customerId, jobId, logEntryId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import {
  logBatch,
  logBroken,
  logGap,
  logKept,
  logPage,
  type LogBatch,
  type LogBroken,
  type LogGap,
  type LogHead,
  type LogKept,
  type LogPage,
  pseudonymOf,
  sharedNotePage,
  sharedNoteType,
  sharedPart,
  type SharedNotePage,
} from '../../shared/relay/log.ts';
import { canonicalBatchHead } from '../../shared/relay/signing.ts';
import { tokenScope, isSignedText } from '../access/credentials.ts';
import { firstBadEntry, type BadEntry, namesTooMuch } from '../log-entries.ts';
import { secondsToNextDay } from '../store/budgets.ts';
import type { AccessToken } from '../store/tokens-store.ts';
import { instantParameter, pageParameters } from './query-parameters.ts';
import type { RelayParts } from './parts.ts';
import { problemBody, sendLater, sendProblem, statusOf } from './problem.ts';
import { signedInRoute } from './signed-in.ts';
import { removalPage, type RemovalPage } from '../../shared/relay/removals.ts';
import { createHash } from 'node:crypto';

/** Upper bound of a batch. A laptop whose large entries exceed it sends fewer at a time. */
const BATCH_LIMIT = 1024 * 1024;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

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

/** `POST` and `GET /v1/log-entries`: laptops upload their log entries, supervisors read those of all laptops. */
export function logRoutes(app: FastifyInstance, parts: RelayParts): void {
  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/log-entries',
    schema: logBatch,
    api: {
      summary: 'Keeps entries of one log, all or none',
      answers: { 200: logKept, 409: logGap, 422: logBroken },
      problems: ['too-large', 'signature-refused', 'not-your-chain', 'over-quota'],
    },
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
    api: { summary: 'Entries of all logs in order of arrival', answers: { 200: logPage } },
    answersLarge: true,
    handle: async ({ reply, token, asked }) => {
      const { rows, readUpTo, more } = await parts.store.readLog({ ...asked, ofToken: tokenScope(token) });
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

/** A batch without a signature is accepted; readers show it as unsigned. */
async function isSignedByToken(
  { store }: RelayParts,
  token: AccessToken,
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

const removalQuery = z.object({
  environment,
  customerId,
  ...pageParameters,
  /**
   * The removal that the reader had at `after`. If that place has another removal or none, the page starts at the
   * beginning.
   */
  last: logEntryId.nullable().default(null),
});
type RemovalQuery = z.infer<typeof removalQuery>;

/** `GET /v1/removals`: the removals on request, so that every holder of a copy removes it too. */
export function removalRoutes(app: FastifyInstance, { store, ...parts }: RelayParts): void {
  /** Restarts a reader whose place no longer matches: a restored store may have other removals there, or none. */
  const fromWhereItStands = async (asked: RemovalQuery): Promise<RemovalQuery> => {
    if (asked.last === null || asked.after === 0) return asked;
    const { rows } = await store.readRemovals({ ...asked, after: asked.after - 1, limit: 1 });
    const stands = rows[0]?.sequence === asked.after && rows[0].id === asked.last;
    return stands ? asked : { ...asked, after: 0 };
  };
  signedInRoute(
    app,
    { store, ...parts },
    {
      method: 'GET',
      url: '/v1/removals',
      schema: removalQuery,
      api: { summary: 'Removals on request', answers: { 200: removalPage } },
      handle: async ({ reply, ...signedIn }) => {
        const asked = await fromWhereItStands(signedIn.asked);
        const { rows, readUpTo, more } = await store.readRemovals(asked);
        const page: RemovalPage = { removals: [...rows], cursor: readUpTo, upToDate: !more };
        return reply.send(page);
      },
    },
  );
}

const noteQuery = z.object({ environment, customerId, ...pageParameters, type: sharedNoteType });

/**
 * `GET /v1/shared-notes`: the places where other laptops mounted Boxes, and the Boxes they marked or took out as
 * defective or lost, without names.
 */
export function sharedNoteRoutes(app: FastifyInstance, parts: RelayParts): void {
  signedInRoute(app, parts, {
    method: 'GET',
    url: '/v1/shared-notes',
    schema: noteQuery,
    api: { summary: 'Notes of other laptops, without names', answers: { 200: sharedNotePage } },
    handle: async ({ reply, token, asked }) => {
      const { rows, readUpTo, more } = await parts.store.readNotes({ ...asked, notOfToken: token.id });
      const notes = rows.flatMap((note) => {
        const data = sharedPart(note.type, note.data);
        return data === null ? [] : [{ ...note, jobId: pseudonymOf(note.jobId ?? note.id, sha256), data }];
      });
      const page: SharedNotePage = { notes, cursor: readUpTo, upToDate: !more };
      return reply.send(page);
    },
  });
}
