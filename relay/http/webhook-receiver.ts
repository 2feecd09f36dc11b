import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '../../shared/ids.ts';
import type { ResultKind } from '../../shared/relay/results.ts';
import { SECOND } from '../../shared/time.ts';
import type { QuarantinedWebhook } from '../store/results-store.ts';
import { failureOf, problemBody, statusOf, type ProblemCode } from './problem.ts';
import type { RelayParts } from './parts.ts';
import { isJson, readPayload } from './webhook-payload.ts';

/** The largest webhook body: real ones have a few hundred bytes. */
const BODY_LIMIT = 64 * 1024;

/** `unknown`: an event type that this relay does not know. */
export type WebhookEvent = {
  readonly environment: Environment;
  /** The last part of the address. */
  readonly event: string;
  readonly kind: ResultKind | 'unknown';
};

/** Called after the answer. @param milliseconds since the request began. */
export type Answered = (status: number, milliseconds: number) => void;

/**
 * Takes a webhook of an admitted sender from its body to its answer. It works on Node's own request and response: a
 * framework would double the work per request, and only the operator's bursts come by the thousand here
 * (docs/relay-sizing.md).
 */
export type TakeWebhook = (
  webhook: WebhookEvent,
  request: IncomingMessage,
  response: ServerResponse,
  answered: Answered,
) => void;

/**
 * The one receiver of all webhooks. It answers 204 only after the result is on disk.
 *
 * @param log the logger, first needed when a webhook arrives.
 */
export function webhookReceiver(parts: RelayParts, log: () => FastifyBaseLogger): TakeWebhook {
  const { store, metrics, now, isStopping } = parts;

  return (webhook, request, response, answered) => {
    const began = performance.now();
    const kept = (): void => {
      if (isStopping()) response.shouldKeepAlive = false;
      response.writeHead(204).end();
      answered(204, performance.now() - began);
    };
    const refuse = (
      code: ProblemCode,
      message: string,
      more: Readonly<Record<string, string>> = {},
    ): void => {
      const status = statusOf(code);
      const text = JSON.stringify(problemBody(code, message));
      // The rest of a body that is too large is not read, so the connection closes.
      if (isStopping() || code === 'too-large') response.shouldKeepAlive = false;
      response
        .writeHead(status, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(Buffer.byteLength(text)),
          ...more,
        })
        .end(text);
      answered(status, performance.now() - began);
    };
    const failed = (reason: unknown): void => {
      const { code, message, retryAfter } = failureOf(reason, log(), metrics);
      refuse(code, message, retryAfter === null ? {} : { 'retry-after': String(retryAfter) });
    };
    const setAside = (body: Buffer, reason: QuarantinedWebhook['reason'], then: () => void): void => {
      const { environment, event } = webhook;
      // Copied, because the body may share its memory with other requests.
      const aside = { environment, event, reason, body: new Uint8Array(body), receivedAt: now() };
      store.quarantine(aside).then(() => {
        metrics.quarantined(environment, reason);
        then();
      }, failed);
    };

    const receive = (body: Buffer | null): void => {
      if (body === null) return refuse('too-large', 'The body is larger than this address takes.');
      const { environment, kind } = webhook;
      if (kind === 'unknown') {
        return setAside(body, 'unknown-event', () => {
          // The event name is not logged, because the sender chose it.
          log().warn({ environment }, 'a webhook of an unknown kind was set aside');
          kept();
        });
      }
      if (!isJson(request.headers['content-type'])) {
        const message = 'The content type must be application/json.';
        return setAside(body, 'content-type', () => refuse('bad-content-type', message));
      }
      const payload = readPayload(kind, environment, body);
      if (!payload.ok) {
        const { reason, message } = payload.error;
        return setAside(body, reason, () => refuse('bad-payload', message));
      }
      const { customerId, subject, checksum, succeeded } = payload.value;
      const receivedAt = now();
      const result = { environment, kind, customerId, subject, checksum, succeeded, body, receivedAt };
      store.keepResult(result).then((keeping) => {
        metrics.received(environment, kind, keeping, (performance.now() - began) / SECOND);
        kept();
      }, failed);
      return undefined;
    };
    readBody(request, BODY_LIMIT, receive);
  };
}

/** Called once with the whole body, or with null as soon as it is too long. Never called if the sender disconnects first. */
type BodyRead = (body: Buffer | null) => void;

/** Reads a request's body of at most `limit` bytes. A body with a larger announced length is not read at all. */
function readBody(request: IncomingMessage, limit: number, read: BodyRead): void {
  if (Number(request.headers['content-length']) > limit) return read(null);
  // Fast path: nearly all bodies arrive in one piece, which is used without a copy.
  let first: Buffer | null = null;
  let others: Buffer[] | null = null;
  let size = 0;
  request.on('data', (piece: Buffer) => {
    const before = size;
    size += piece.length;
    if (size > limit) {
      if (before <= limit) read(null);
    } else if (first === null) {
      first = piece;
    } else {
      (others ??= []).push(piece);
    }
  });
  request.on('end', () => {
    if (size > limit) return;
    const start = first ?? Buffer.alloc(0);
    read(others === null ? start : Buffer.concat([start, ...others]));
  });
  return undefined;
}
