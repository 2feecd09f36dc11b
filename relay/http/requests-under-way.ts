import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_BYTES } from '../store/budgets.ts';
import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Of one token. A laptop waits with one request and works with a few more. */
const REQUESTS_OF_TOKEN = 16;
const BYTES_OF_TOKEN = 8 * 1024 * 1024;
/** More connections of one token are closed when their request is answered. */
const CONNECTIONS_OF_TOKEN = 16;
/** Bodies and answers of all laptops that are in memory. Beyond it new requests are answered 503; webhooks are not counted. */
const BYTES_OF_ALL = 32 * 1024 * 1024;
/** Of a body of JSON there are its bytes, its text and its values. */
const COPIES_OF_JSON = 3;
/** A page and what is written around it. */
const LARGEST_ANSWER = PAGE_BYTES + PAGE_BYTES / 4;

/** Why a request cannot begin: its token, or the relay as a whole, has as much under way as it may. */
type UnderWayRefusal = 'token-full' | 'relay-full';

export type RequestsUnderWay = {
  /**
   * Counts a request of a token from now until its answer has left the relay. One whose connection ends counts until its handler has
   * an answer: the read or write goes on, and holds memory. Null: it may begin.
   */
  readonly begin: (request: FastifyRequest, reply: FastifyReply, tokenId: number) => UnderWayRefusal | null;
  /** The handler of a request begins: its body has been read. False for a counted request whose connection has ended meanwhile. */
  readonly handles: (request: FastifyRequest) => boolean;
  /** The answer is there, as text, bytes or a stream. Nothing for requests that were not begun. */
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
 * The requests of laptops that are not answered to their end. A client that asks and does not read leaves its answers in memory: so
 * the bytes of a token are bounded, however many connections it has. Until an answer is there the largest page is counted for it.
 *
 * @param isProxy whether an address is a proxy's, whose connections are of many tokens.
 */
export function requestsUnderWay(isProxy: (address: string) => boolean): RequestsUnderWay {
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
  /** Of requests that came on one connection one behind the other, Node tells the end of the first alone when it breaks. */
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
      // Once is enough: an answer that follows an error takes the place of the first one.
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

/** Of a stream one piece is in memory, and the one before it. */
function answerBytes(payload: unknown): number {
  if (payload === null || payload === undefined) return 0;
  return typeof payload === 'string' || Buffer.isBuffer(payload)
    ? Buffer.byteLength(payload)
    : LARGEST_ANSWER;
}

/** The bytes of a body that is announced; one that is not is bounded by its address. */
export function bodyBytes({ headers, method }: FastifyRequest): number {
  const announced = headers['content-length'];
  if (announced !== undefined) return Math.min(Number(announced), PAGE_BYTES);
  return method === 'GET' || headers['transfer-encoding'] === undefined ? 0 : PAGE_BYTES;
}

/**
 * Resolves when the next large request may be worked on: one in each turn of the event loop. To parse, check and hash a large body, or
 * to read and write out a page of log entries, takes milliseconds. So of several that arrive together, a webhook, or a result on its
 * way to a laptop, waits for one and not for all.
 */
export function largeRequestTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => endOfTurn()));
}
