import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Readable } from 'node:stream';
import { environment, customerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { MOST_PIXELS } from '../../shared/picture-size.ts';
import { SECOND, type Instant } from '../../shared/time.ts';
import {
  LARGEST_ATTACHMENT,
  LARGEST_PIECE,
  attachmentAnswer,
  attachmentDigest,
  attachmentElsewhere,
  attachmentType,
  type AttachmentAnswer,
  type AttachmentElsewhere,
  type AttachmentState,
} from '../../shared/relay/attachments.ts';
import type { FeedRun } from '../../shared/relay/access.ts';
import {
  settle,
  type AttachmentKey,
  type OverQuota,
  type StoredAttachment,
  piecesOf,
  type AttachmentsStore,
} from '../store/attachments-store.ts';
import { secondsToNextDay, UNFINISHED_FOR } from '../store/budgets.ts';
import type { RelayParts } from './parts.ts';
import { problemBody, sendLater, sendProblem, statusOf } from './problem.ts';
import { signedInRoute } from './signed-in.ts';

const owner = z.object({ environment, customerId });
const parameters = z.object({ sha256: attachmentDigest });
const pieceHeaders = z.object({ 'content-range': z.string().optional() });
const files = { mediaTypes: attachmentType.options };

/** `PUT` and `GET /v1/attachments/{sha256}`: the files that log entries name, sent in pieces. */
export function attachmentRoutes(app: FastifyInstance, parts: RelayParts): void {
  const { store } = parts;
  const url = '/v1/attachments/:sha256';

  signedInRoute(app, parts, {
    method: 'PUT',
    url,
    schema: owner,
    api: {
      summary: 'Takes a piece of a file, or says how far its pieces have come',
      path: parameters,
      headers: pieceHeaders,
      body: files,
      answers: { 200: attachmentAnswer, 409: attachmentElsewhere },
      problems: ['too-large', 'wrong-type', 'wrong-digest', 'removed-on-request', 'over-quota'],
    },
    bodyLimit: LARGEST_PIECE,
    handle: async ({ request, reply, token, asked }) => {
      const key = keyOf(request, asked);
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const range = rangeOf(request.headers['content-range'], bytes.length);
      if (key === null || range === null) {
        return sendProblem(reply, 'bad-request', 'The digest or Content-Range is missing or wrong.');
      }
      if (range.total > LARGEST_ATTACHMENT) {
        return sendProblem(reply, 'too-large', `A file may have ${LARGEST_ATTACHMENT} bytes.`);
      }
      // The run is read before the file: the store may restart in between, and a later run may lack the data.
      const run = await store.readRun();
      if (range.start === null) {
        if (await store.isAttachmentRemoved(key)) return sendRemoved(reply);
        const found = await store.findAttachment(key);
        return sendState(parts, reply, { key, found, total: range.total, run });
      }
      const mediaType = attachmentType.safeParse(request.headers['content-type']);
      if (!mediaType.success) {
        const types = attachmentType.options.join(', ');
        return sendProblem(reply, 'wrong-type', `Only ${types} are taken.`);
      }
      const { fits, attachment, removed, over } = await store.addPiece({
        ...key,
        start: range.start,
        total: range.total,
        mediaType: mediaType.data,
        bytes,
        tokenId: token.id,
        receivedAt: parts.now(),
      });
      if (removed === true) return sendRemoved(reply);
      if (over !== undefined) return sendOverQuota(reply, over, parts.now());
      // The laptop sent this piece before and its answer was lost: the file already has these bytes.
      const there = attachment.total === range.total && range.start + bytes.length <= attachment.received;
      const { total } = range;
      if (fits || there) return sendState(parts, reply, { key, found: attachment, total, run });
      const message = 'This piece does not follow what the relay has.';
      const elsewhere: AttachmentElsewhere = {
        ...problemBody('attachment-elsewhere', message),
        error: 'attachment-elsewhere',
        ...stateOf(attachment),
        run,
      };
      return reply.code(statusOf('attachment-elsewhere')).send(elsewhere);
    },
  });

  signedInRoute(app, parts, {
    method: 'GET',
    url,
    schema: owner,
    api: {
      summary: 'A complete file',
      path: parameters,
      answers: { 200: files },
      problems: ['not-found', 'removed-on-request', 'wrong-digest'],
    },
    handle: async ({ request, reply, token, asked }) => {
      const named = keyOf(request, asked);
      const mayRead =
        named !== null && (token.role !== 'installer' || (await store.mayReadAttachment(named, token.id)));
      const isGone = named !== null && (await store.isAttachmentRemoved(named));
      const key = mayRead ? named : null;
      const found = key === null ? null : await store.findAttachment(key);
      if (found === null && isGone) return sendRemoved(reply);
      if (key === null || found === null || !found.complete) {
        return sendProblem(reply, 'not-found', 'There is no complete file with this digest.');
      }
      return sendFile(store, reply, { key, found });
    },
  });
}

/** Answers that an upload is over quota; the laptop retries it later. */
const sendOverQuota = (reply: FastifyReply, over: OverQuota, now: Instant): FastifyReply => {
  switch (over) {
    case 'day':
      return sendLater(
        reply,
        'over-quota',
        secondsToNextDay(now),
        'This relay token has brought as many bytes as it may today.',
      );
    case 'unfinished':
      return sendLater(
        reply,
        'over-quota',
        UNFINISHED_FOR / SECOND,
        'Too many files of this relay token lack a part: finish those first.',
      );
    default:
      return neverReached(over);
  }
};

/** A laptop that still has the file treats it as removed too. */
const sendRemoved = (reply: FastifyReply): FastifyReply =>
  sendProblem(reply, 'removed-on-request', 'This file was removed on request and is not taken again.');

function keyOf(request: FastifyRequest, asked: z.infer<typeof owner>): AttachmentKey | null {
  const named = parameters.safeParse(request.params);
  return named.success ? { ...asked, sha256: named.data.sha256 } : null;
}

type Range = { readonly start: number | null; readonly total: number };

/** `start` is null for a probe that sends no bytes. A body without the header is the whole file. */
function rangeOf(header: string | undefined, length: number): Range | null {
  if (header === undefined) return length === 0 ? null : { start: 0, total: length };
  const found = /^bytes (?:(\d{1,9})-(\d{1,9})|\*)\/(\d{1,9})$/.exec(header);
  if (found === null) return null;
  const [, first, last] = found;
  const total = Number(found[3]);
  if (first === undefined) return length === 0 && total > 0 ? { start: null, total } : null;
  const sound = length > 0 && Number(last) - Number(first) + 1 === length && Number(last) < total;
  return sound ? { start: Number(first), total } : null;
}

const stateOf = ({ received, total, complete }: StoredAttachment): AttachmentState => ({
  received,
  total,
  complete,
});

async function sendState(
  { store }: RelayParts,
  reply: FastifyReply,
  asked: {
    readonly key: AttachmentKey;
    readonly found: StoredAttachment | null;
    readonly total: number;
    readonly run: FeedRun;
  },
): Promise<FastifyReply> {
  const { key, found, total, run } = asked;
  if (found === null) {
    const nothing: AttachmentAnswer = { received: 0, total, complete: false, run };
    return reply.send(nothing);
  }
  const settled = await settle(store, key, found);
  switch (settled) {
    case 'wrong-digest':
      return sendProblem(reply, 'wrong-digest', 'The bytes do not have this digest: send the file again.');
    case 'not-decodable':
      return sendProblem(
        reply,
        'wrong-type',
        `The file is no picture of its type with at most ${MOST_PIXELS / 1_000_000} megapixels.`,
      );
    default: {
      const answer: AttachmentAnswer = { ...stateOf(settled), run };
      return reply.send(answer);
    }
  }
}

/**
 * Sends a complete file, piece by piece. Its end is looked for before the answer begins, so that a file that has lost
 * bytes is answered with a problem and not with a broken download, which a laptop takes for a lost connection.
 */
export async function sendFile(
  store: AttachmentsStore,
  reply: FastifyReply,
  { key, found }: { readonly key: AttachmentKey; readonly found: StoredAttachment },
): Promise<FastifyReply> {
  if (!(await store.isWhole(key, found))) {
    reply.log.error({ sha256: key.sha256 }, 'the bytes of a file are lost');
    return sendProblem(reply, 'wrong-digest', 'The bytes of this file are damaged or lost at the relay.');
  }
  // A browser must display a laptop's file and never execute it.
  void reply
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', 'attachment')
    .header('content-length', found.total)
    .type(found.mediaType);
  return reply.send(Readable.from(piecesOf(store, key, found), { highWaterMark: 1 }));
}
