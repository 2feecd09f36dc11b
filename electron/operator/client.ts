import { type Clock, type Instant, SECOND } from '../../shared/time.ts';
import type { OperatorCredentials } from '../../shared/domain/profile.ts';
import type { CustomerId } from '../../shared/ids.ts';
import { err, type Result } from '../../shared/result.ts';
import {
  type AssumptionSettings,
  type Assumptions,
  resolveAssumptions,
} from '../../shared/operator/assumptions.ts';
import { interpret, clockOffset, fromOperator } from './answer.ts';
import { splitBaseAddress, type OperatorRequest, type EndpointName } from './request.ts';
import { createLimit, type Identified, type Page, type PagesOptions, readPages } from './paging.ts';
import { maskError, maskText, operatorError, type OperatorError } from './operator-error.ts';
import { TOKEN_PATH, tokenRequestBody, type Authentication, createTokenSource } from './token-source.ts';
import { createTransport, type OpenTransport, type Timeouts, type WireAnswer } from './transport.ts';

/** Facts of every complete answer, for the connection state and the displayed clock offset. */
interface AnswerInfo {
  readonly at: Instant;
  readonly status: number;
  readonly endpoint: EndpointName;
  /** A readable success of the operator; a captive portal's 200 is not one. */
  readonly ok: boolean;
  /** Laptop clock minus operator clock; null when the answer has no usable date. */
  readonly clockOffsetMs: number | null;
}

/** The configuration of a client: address, login, customer, limits and callbacks. */
export interface OperatorClientOptions {
  /** Ends with the version segment; http only to this machine (profiles check it). */
  readonly baseUrl: string;
  readonly apiKeyHeader: string;
  readonly credentials: OperatorCredentials;
  /** Null = none chosen yet: only calls without Customer-ID are possible. */
  readonly customerId: CustomerId | null;
  readonly clock: Clock;
  /** 0 ≤ n < 1, for the jitter of the token backoff. */
  readonly random: () => number;
  readonly timeouts?: Partial<Timeouts>;
  readonly maxResponseBytes?: number;
  readonly assumptions?: AssumptionSettings;
  readonly onAnswer?: (info: AnswerInfo) => void;
  /** Called at the end of every call; null = success. */
  readonly onOutcome?: (error: OperatorError | null) => void;
  /** The transport of requests; the network by default, replaced in simulations. */
  readonly openTransport?: OpenTransport;
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** See WireRequest: while a call waits for a token, another process may take it over. */
  readonly mayLeave?: () => boolean;
  /** The caller acts on a 404, so a recent check of the customer is not reused (`customer-guard.ts`). */
  readonly sure?: boolean;
}

/** The operator's API for one login and one customer. Secrets are held in closures only. */
export interface OperatorClient {
  /**
   * Sends a request once. After a 401 it renews the token and sends it a second time, because a 401 means "not
   * applied".
   */
  readonly call: <Value>(
    request: OperatorRequest<Value>,
    options?: CallOptions,
  ) => Promise<Result<Value, OperatorError>>;
  /** Reads a whole collection page by page, each row once. At most two such reads run at the same time. */
  readonly pages: <Row extends Identified>(
    build: (page: Page) => OperatorRequest<readonly Row[]>,
    options?: PagesOptions<Row>,
  ) => Promise<Result<readonly Row[], OperatorError>>;
  readonly authentication: Authentication;
  /** The assumptions for builders of assumed requests. */
  readonly assumptions: Assumptions;
  /** Power or network came back, or a person chose "try now": a pause after a failed token request ends. */
  readonly wake: () => void;
  /** Aborts everything in flight with `aborted`. */
  readonly close: () => Promise<void>;
}

const STANDARD_TIMEOUTS: Timeouts = { connectMs: 10 * SECOND, headersMs: 30 * SECOND, bodyMs: 60 * SECOND };
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
const CONNECTIONS = 6;
const PAGED_READS_AT_ONCE = 2;

/** Creates a client for one login. Refused credentials are final for it: create a new one when they change. */
export function createOperatorClient(options: OperatorClientOptions): OperatorClient {
  const { apiKeyHeader, credentials, clock, random, onAnswer, onOutcome } = options;
  const base = splitBaseAddress(options.baseUrl);
  const assumptions = resolveAssumptions(options.assumptions);
  const openTransport = options.openTransport ?? createTransport;
  const transport = openTransport({
    origin: base.origin,
    clock,
    timeouts: { ...STANDARD_TIMEOUTS, ...options.timeouts },
    maxResponseBytes: options.maxResponseBytes ?? MAX_RESPONSE_BYTES,
    connections: CONNECTIONS,
  });
  const headers = {
    accept: 'application/json',
    'user-agent': 'Boxwright',
    [apiKeyHeader]: credentials.apiKey,
  };
  const notify = (endpoint: EndpointName, answer: WireAnswer, ok: boolean, clockOffsetMs: number | null) => {
    onAnswer?.({ at: answer.receivedAt, status: answer.status, endpoint, ok, clockOffsetMs });
  };

  const { apiKey, username, password } = credentials;
  const secrets = [apiKey, username, password, encodeURIComponent(password)];
  const tokens = createTokenSource({
    clock,
    random,
    mask: (text) => maskText(text, secrets),
    request: async () => {
      const { contentType, body } = tokenRequestBody(credentials, assumptions.tokenBody);
      const path = `${base.pathname}${TOKEN_PATH}`;
      const withType = { ...headers, 'content-type': contentType };
      const answer = await transport.exchange({ method: 'POST', path, headers: withType, body }, undefined);
      if (answer.ok) notify('token.request', answer.value, false, null);
      return answer;
    },
  });

  const headersFor = (request: OperatorRequest<unknown>, token: string): Record<string, string> => ({
    ...headers,
    authorization: `Bearer ${token}`,
    ...(request.scope === 'customer' ? { 'customer-id': String(options.customerId) } : {}),
    ...(request.contentType === null ? {} : { 'content-type': request.contentType }),
  });

  const attempt = async <Value>(
    request: OperatorRequest<Value>,
    token: string,
    { signal, mayLeave }: CallOptions,
  ): Promise<Result<Value, OperatorError>> => {
    const path = `${base.pathname}${request.path}${request.query}`;
    const { method, body, endpoint } = request;
    const exchanged = await transport.exchange(
      {
        method,
        path,
        headers: headersFor(request, token),
        body,
        ...(mayLeave === undefined ? {} : { mayLeave }),
      },
      signal,
    );
    if (!exchanged.ok) return err(maskError(operatorError({ endpoint, ...exchanged.error }), secrets));
    const result = interpret(request, exchanged.value);
    const genuine = result.ok || fromOperator(result.error.code);
    notify(endpoint, exchanged.value, result.ok, genuine ? clockOffset(exchanged.value) : null);
    return result.ok ? result : err(maskError(result.error, [...secrets, token]));
  };

  const callOnce = async <Value>(
    request: OperatorRequest<Value>,
    callOptions: CallOptions,
  ): Promise<Result<Value, OperatorError>> => {
    const { signal } = callOptions;
    if (request.scope === 'customer' && options.customerId === null) {
      const detail = 'no customer chosen';
      return err(operatorError({ code: 'invalid', sent: 'no', endpoint: request.endpoint, detail }));
    }
    const token = await tokens.get(signal);
    if (!token.ok) return token;
    const first = await attempt(request, token.value, callOptions);
    if (first.ok || first.error.code !== 'unauthorised') {
      tokens.accept();
      return first;
    }
    tokens.discard(token.value);
    const fresh = await tokens.get(signal);
    if (!fresh.ok) return fresh;
    const second = await attempt(request, fresh.value, callOptions);
    if (!second.ok && second.error.code === 'unauthorised') tokens.reject(second.error.operatorMessage);
    return second;
  };

  const call = async <Value>(
    request: OperatorRequest<Value>,
    callOptions: CallOptions = {},
  ): Promise<Result<Value, OperatorError>> => {
    const result = await callOnce(request, callOptions);
    onOutcome?.(result.ok ? null : result.error);
    return result;
  };

  const oneOfTwo = createLimit(PAGED_READS_AT_ONCE);

  return {
    call,
    pages: (build, pagesOptions = {}) => {
      const { signal } = pagesOptions;
      const callOptions = signal === undefined ? {} : { signal };
      return readPages((page) => oneOfTwo(() => call(build(page), callOptions)), pagesOptions);
    },
    get authentication() {
      return tokens.authentication();
    },
    assumptions,
    wake: tokens.wake,
    close: transport.close,
  };
}

/** Runs a read with a deadline of `ms` while a person waits; an aborted call returns the error `aborted`. */
export async function withDeadline<Value>(
  clock: Clock,
  ms: number,
  read: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const abort = new AbortController();
  const cancelTimer = clock.setTimer(() => abort.abort(), ms);
  try {
    return await read(abort.signal);
  } finally {
    cancelTimer();
  }
}
