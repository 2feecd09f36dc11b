import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_BYTES } from '../store/budgets.ts';
import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Upper bound of concurrent requests of one token. A laptop waits with one request and works with a few more. */
const REQUESTS_OF_TOKEN = 16;
const BYTES_OF_TOKEN = 8 * 1024 * 1024;
/** Upper bound of connections of one token; excess connections are closed once their request is answered. */
const CONNECTIONS_OF_TOKEN = 16;
/**
 * Upper bound of bodies and answers of all laptops in memory. Beyond it new requests are answered 503; webhooks are not
 * counted.
 */
const BYTES_OF_ALL = 32 * 1024 * 1024;
/** Memory of a JSON body as a multiple of its size: its bytes, its text and its parsed values. */
const COPIES_OF_JSON = 3;
/** A page and its JSON envelope. */
const LARGEST_ANSWER = PAGE_BYTES + PAGE_BYTES / 4;

/** Why a request cannot begin: its token or the relay as a whole has reached its limit. */
type InFlightRefusal = 'token-full' | 'relay-full';

export type RequestsInFlight = {
  /**
   * Counts a request of a token from now until its answer has left the relay. If the connection ends, the request
   * counts until its handler has an answer, because the read or write continues and holds memory. Null = it may begin.
   */
  readonly begin: (request: FastifyRequest, reply: FastifyReply, tokenId: number) => InFlightRefusal | null;
  /**
   * Called when the handler of a request begins, after its body was read. False for a counted request whose connection
   * has ended.
   */
  readonly handles: (request: FastifyRequest) => boolean;
  /** Called with the answer as text, bytes or a stream. No effect for requests that were not begun. */
  readonly answers: (request: FastifyRequest, payload: unknown) => void;
};

type OfToken = { requests: number; bytes: number; readonly sockets: Set<Socket> };
type Begun = {
  readonly token: OfToken;
  expected: number;
  held: number;
  state: 'counted' | 'connection-ended' | 'answered' | 'over';
  readonly finish: () => void;
};

/**
 * The unfinished requests of laptops. A client that sends requests and does not read leaves its answers in memory, so
 * the bytes of a token are bounded across all its connections. Until an answer exists, the size of the largest page is
 * counted for it.
 *
 * @param isProxy whether an address is a proxy's, whose connections carry many tokens.
 */
export function requestsInFlight(isProxy: (address: string) => boolean): RequestsInFlight {
  const tokens = new Map<number, OfToken>();
  const begun = new WeakMap<FastifyRequest, Begun>();
  const handled = new WeakSet<FastifyRequest>();
  const endings = new WeakMap<Socket, Set<() => void>>();
  let ofAll = 0;

  const ofToken = (tokenId: number): OfToken => {
    const known = tokens.get(tokenId) ?? { requests: 0, bytes: 0, sockets: new Set() };
    tokens.set(tokenId, known);
    return known;
  };
  const forget = (tokenId: number): void => {
    const known = tokens.get(tokenId);
    if (known?.requests === 0 && known.sockets.size === 0) tokens.delete(tokenId);
  };
  /** When a connection with pipelined requests breaks, Node reports the end of the first request only. */
  const endingsOf = (socket: Socket): Set<() => void> => {
    const known = endings.get(socket);
    if (known !== undefined) return known;
    const made = new Set<() => void>();
    endings.set(socket, made);
    socket.once('close', () => made.forEach((end) => end()));
    return made;
  };
  const noteConnection = (socket: Socket, reply: FastifyReply, tokenId: number, token: OfToken): void => {
    if (socket.destroyed || token.sockets.has(socket) || isProxy(socket.remoteAddress ?? '')) return;
    if (token.sockets.size >= CONNECTIONS_OF_TOKEN) {
      void reply.header('connection', 'close');
      return;
    }
    token.sockets.add(socket);
    socket.once('close', () => {
      token.sockets.delete(socket);
      forget(tokenId);
    });
  };

  return {
    begin: (request, reply, tokenId) => {
      const token = ofToken(tokenId);
      const body = bodyBytes(request) * (request.method === 'POST' ? COPIES_OF_JSON : 1);
      const expected = body + LARGEST_ANSWER;
      if (token.requests >= REQUESTS_OF_TOKEN) return 'token-full';
      if (token.requests > 0 && token.bytes + expected > BYTES_OF_TOKEN) return 'token-full';
      if (ofAll >= BYTES_OF_ALL) {
        forget(tokenId);
        return 'relay-full';
      }
      const finish = (): void => {
        one.state = 'over';
        token.requests -= 1;
        token.bytes -= one.expected;
        ofAll -= one.held;
        forget(tokenId);
      };
      const one: Begun = { token, expected, held: body, state: 'counted', finish };
      token.requests += 1;
      token.bytes += expected;
      ofAll += body;
      begun.set(request, one);
      const { socket } = request.raw;
      noteConnection(socket, reply, tokenId, token);
      const ends = endingsOf(socket);
      const end = (): void => {
        if (!ends.delete(end)) return;
        if (one.state === 'counted' && handled.has(request)) one.state = 'connection-ended';
        else finish();
      };
      ends.add(end);
      reply.raw.once('close', end);
      if (socket.destroyed) end();
      return null;
    },
    handles: (request) => {
      handled.add(request);
      return begun.get(request)?.state !== 'over';
    },
    answers: (request, payload) => {
      const one = begun.get(request);
      if (one?.state === 'connection-ended') one.finish();
      // An answer is counted once: an error answer replaces the first one.
      if (one?.state !== 'counted') return;
      const held = one.held + answerBytes(payload);
      one.token.bytes += held - one.expected;
      ofAll += held - one.held;
      one.expected = held;
      one.held = held;
      one.state = 'answered';
    },
  };
}

/** A stream holds at most two pieces in memory: the current one and the one before it. */
function answerBytes(payload: unknown): number {
  if (payload === null || payload === undefined) return 0;
  return typeof payload === 'string' || Buffer.isBuffer(payload)
    ? Buffer.byteLength(payload)
    : LARGEST_ANSWER;
}

/** The announced bytes of a body; a body of unannounced length counts as a whole page. */
export function bodyBytes({ headers, method }: FastifyRequest): number {
  const announced = headers['content-length'];
  if (announced !== undefined) return Math.min(Number(announced), PAGE_BYTES);
  return method === 'GET' || headers['transfer-encoding'] === undefined ? 0 : PAGE_BYTES;
}

/**
 * Resolves at the next turn for a large request: one per turn of the event loop. Parsing, checking and hashing a large
 * body, or reading and serialising a page of log entries, takes milliseconds. When several arrive together, a webhook
 * or a result on its way to a laptop therefore waits for one of them, not for all.
 */
export function largeRequestSlots(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => endOfTurn()));
}
