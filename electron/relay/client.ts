import { Pool } from 'undici';
import type { z } from 'zod';
import type { Clock } from '../../shared/clock.ts';
import type { Environment } from '../../shared/environment.ts';
import type { CustomerId } from '../../shared/ids.ts';
import { relayMe, type RelayMe } from '../../shared/relay/access.ts';
import {
  feedPage,
  feedReset,
  resultDeliveries,
  type FeedCursor,
  type FeedPage,
  type FeedReset,
  type ResultDeliveries,
} from '../../shared/relay/feed.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { SECOND } from '../../shared/time.ts';
import { exchange } from './exchange.ts';
import { relayError, type RelayError } from './relay-error.ts';

/** What `results` asks for. `waitSeconds` is how long the relay may hold the answer back while there is nothing new. */
export interface ResultsQuery {
  readonly environment: Environment;
  readonly customerId: CustomerId;
  /** null = from the oldest result the relay has. */
  readonly after: FeedCursor | null;
  readonly limit: number;
  readonly waitSeconds: number;
  readonly signal?: AbortSignal | undefined;
}

/** What `result` asks for. */
export interface ResultQuery {
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly sequence: number;
  readonly signal?: AbortSignal | undefined;
}

/** A page of results, or the news that the cursor is not one of this store's any more. */
export type ResultsAnswer =
  { readonly kind: 'page'; readonly page: FeedPage } | { readonly kind: 'reset'; readonly reset: FeedReset };

/** The app's side of the relay's reading endpoints. Every call is one request: nothing underneath retries. */
export interface RelayClient {
  readonly me: (signal?: AbortSignal) => Promise<Result<RelayMe, RelayError>>;
  readonly results: (query: ResultsQuery) => Promise<Result<ResultsAnswer, RelayError>>;
  /** One result and how often it has come; null = the relay does not keep it, or is too old to be asked. */
  readonly result: (query: ResultQuery) => Promise<Result<ResultDeliveries | null, RelayError>>;
  /** Gives up what is under way and closes the connections. */
  readonly close: () => Promise<void>;
}

/** In milliseconds. */
export interface RelayTimeouts {
  readonly connectMs: number;
  /** From sending to the last byte of the body, on top of the time the relay was asked to wait. */
  readonly answerMs: number;
}

export interface RelayClientOptions {
  /** A parsed `serviceAddress`. */
  readonly url: string;
  readonly token: string;
  readonly clock: Clock;
  readonly timeouts?: Partial<RelayTimeouts>;
}

const DEFAULT_TIMEOUTS: RelayTimeouts = { connectMs: 10 * SECOND, answerMs: 15 * SECOND };
/** One long poll and one call of a person; a laptop has no use for more. */
const CONNECTIONS = 2;
const ME_LIMIT_BYTES = 64 * 1024;
/** A page of 500 results of a few hundred bytes is far below; a whole fleet's error messages still fit. */
const PAGE_LIMIT_BYTES = 8 * 1024 * 1024;
/** What an Authorization header can carry. Checked here because the HTTP layer would throw. */
const SENDABLE_TOKEN = /^[\x21-\x7e]+$/;

/** Makes a client for one relay and one token. The token stays in this closure. */
export function createRelayClient(options: RelayClientOptions): RelayClient {
  const { clock } = options;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const base = new URL(options.url);
  const prefix = base.pathname.replace(/\/+$/, '');
  const token = options.token.trim();
  const pool = new Pool(base.origin, {
    connections: CONNECTIONS,
    connect: { timeout: timeouts.connectMs },
    pipelining: 1,
  });

  const get = async (
    path: string,
    expected: readonly number[],
    limits: {
      readonly waitMs: number;
      readonly limitBytes: number;
      readonly signal: AbortSignal | undefined;
    },
  ) => {
    if (!SENDABLE_TOKEN.test(token)) return err(relayError('refused', 'the token is not one a relay gives'));
    const answer = await exchange(
      pool,
      clock,
      {
        path: `${prefix}${path}`,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        deadlineMs: timeouts.answerMs + limits.waitMs,
        limitBytes: limits.limitBytes,
        signal: limits.signal,
      },
      expected,
    );
    // Whoever answers may echo what it was sent.
    return answer.ok
      ? answer
      : err({ ...answer.error, detail: answer.error.detail.replaceAll(token, '(token)') });
  };

  return {
    me: async (signal) => {
      const answer = await get('/v1/me', [200], { waitMs: 0, limitBytes: ME_LIMIT_BYTES, signal });
      return answer.ok ? read(relayMe, answer.value.body, answer.value.status) : answer;
    },
    results: async (query) => {
      const answer = await get(`/v1/results?${queryText(query)}`, [200, 410], {
        waitMs: query.waitSeconds * SECOND,
        limitBytes: PAGE_LIMIT_BYTES,
        signal: query.signal,
      });
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      if (status === 410) {
        const reset = read(feedReset, body, status);
        return reset.ok ? ok({ kind: 'reset', reset: reset.value }) : reset;
      }
      const page = read(feedPage, body, status);
      return page.ok ? ok({ kind: 'page', page: page.value }) : page;
    },
    result: async ({ environment, customerId, sequence, signal }) => {
      const params = new URLSearchParams({ environment, customerId: String(customerId) });
      const path = `/v1/results/${sequence}?${params.toString()}`;
      const answer = await get(path, [200, 404], { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal });
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 404 ? ok(null) : read(resultDeliveries, body, status);
    },
    close: () => pool.destroy(),
  };
}

function queryText(query: ResultsQuery): string {
  const params = new URLSearchParams({
    environment: query.environment,
    customerId: String(query.customerId),
    limit: String(query.limit),
    wait: String(query.waitSeconds),
  });
  if (query.after !== null) params.set('after', query.after);
  return params.toString();
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  status: number,
): Result<z.output<Schema>, RelayError> {
  const parsed = schema.safeParse(body);
  return parsed.success
    ? ok(parsed.data)
    : err(relayError('unreadable', 'the answer does not have the shape of a relay', { status }));
}
