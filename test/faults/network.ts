import type {
  OpenTransport,
  WireAnswer,
  WireFailure,
  WireRequest,
} from '../../electron/operator/transport.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { SECOND } from '../../shared/time.ts';
import type { Answer } from '../operator/http/answer.ts';
import type { Random } from '../operator/random.ts';
import type { Chance } from './chance.ts';
import type { Incarnation } from './incarnation.ts';
import type { OperatorInProcess } from './operator-in-process.ts';
import type { Fate, Storm } from './storm.ts';
import type { VirtualTime } from './time.ts';
import type { Trace } from './trace.ts';

/** The longest time the operator may take to execute what has reached it, once its connection is gone. */
export const PROCESSING_LIMIT_MS = 20 * SECOND;

export interface NetworkParts {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly storm: Storm;
  readonly operator: OperatorInProcess;
  readonly trace: Trace;
  readonly isOffline: () => boolean;
  /** An intermediary that refuses everything; null = none. */
  readonly gateway: () => Gateway | null;
}

/** How a gateway refuses: with a page of its own, or in the operator's form because the login has no context any more. */
export type Gateway = '403-page' | '404-page' | '404-own';

/** The way from the laptop to the operator. */
export interface Network {
  /** The transport port of one run of the app. `leaves` is called for each request at its first byte. */
  readonly openTransport: (
    app: Incarnation,
    leaves: (request: WireRequest) => Departure | null,
  ) => OpenTransport;
  /** Requests that may still take effect although no caller waits for them. */
  readonly underWay: () => number;
}

type Outcome = Result<WireAnswer, WireFailure>;

/** A write that is on its way, for the check of the wire. */
export interface Departure {
  /** The answer has this status, and the request certainly did not take effect. */
  readonly refused: () => void;
}

/** How far a read may lag behind: less than the quarantine. */
const LAG_LIMIT_MS = 10 * SECOND;

/** A network that loses, delays and garbles as the storm will have it, and never sends anything twice by itself. */
export function createNetwork(parts: NetworkParts): Network {
  const { time, chance, storm, operator, trace, isOffline, gateway } = parts;
  let underWay = 0;
  /** Lists that were short of a row when they were read last: never twice in a row. */
  const short = new Set<string>();

  const exchange = (
    app: Incarnation,
    leaves: (request: WireRequest) => Departure | null,
    timeoutMs: number,
    request: WireRequest,
    signal: AbortSignal | undefined,
    closed: () => boolean,
  ): Promise<Outcome> =>
    new Promise((resolve) => {
      const name = nameOf(request);
      const sentAt = app.clock.now();
      let settled = false;
      let written = false;
      const settle = (outcome: Outcome) => {
        if (settled) return;
        settled = true;
        signal?.removeEventListener('abort', onAbort);
        app.receive(`answer ${name}`, () => resolve(outcome));
      };
      const fail = (code: WireFailure['code'], status: number | null = null) =>
        settle(err({ code, sent: written ? 'maybe' : 'no', status, detail: 'simulated' }));
      const onAbort = () => fail('aborted');
      const answer = (status: number, contentType: string, text: string, more = {}) =>
        settle(
          ok({
            status,
            headers: {
              'content-type': contentType,
              date: new Date(time.now()).toUTCString(),
              ...more,
            },
            text,
            sentAt,
            receivedAt: app.clock.now(),
          }),
        );

      if (!app.alive() || app.step(`send ${name}`)) return;
      if (closed() || signal?.aborted === true) return fail('aborted');
      signal?.addEventListener('abort', onAbort);

      const hit = chance.strikes('exchange', name, storm.exchange);
      const fate: Fate | 'well' = hit === null ? 'well' : hit.pick(storm.fates);
      const random = hit ?? chance.draw(`way ${name}`);
      const wayMs = random.integer(20, 400);
      if (isOffline() || fate === 'refused') {
        time.after(wayMs, () => fail(random.pick(['unreachable', 'dns', 'tls', 'timeout'])));
        return;
      }
      if (request.mayLeave?.() === false) return fail('aborted');
      written = true;
      const departure = leaves(request);
      if (fate !== 'well') trace.note(`fault: ${fate} for ${name}`);
      const perform = (): Answer => {
        const taken = operator.receive(request, app.laptop);
        const given = taken.carryOut();
        if (given.kind === 'content' && given.status === 401) departure?.refused();
        if (taken.entry.applied) trace.note(`operator: ${name} ${request.body ?? ''}`.trim());
        return given;
      };
      const performLater = () => {
        underWay += 1;
        time.after(random.integer(SECOND, PROCESSING_LIMIT_MS), () => {
          underWay -= 1;
          perform();
        });
      };
      const timeOut = () => time.after(timeoutMs - wayMs, () => fail('timeout'));
      const badGateway = () => answer(random.pick([502, 504]), 'text/html', '<html>gateway</html>');
      const isRead = request.method === 'GET';
      const failing = () => answer(500, 'application/json', '"Internal server error."');
      const page = () => answer(200, 'text/html', '<html>Sign in to the network</html>');

      const refusal = gateway();
      const arrive = () => {
        if (refusal !== null) return refuse(refusal);
        switch (fate) {
          case 'well':
          case 'slow':
            return respond(perform(), random);
          case 'lost':
            return fail('reset');
          case 'lost-after':
            perform();
            return fail('reset');
          case 'lost-late':
            performLater();
            return fail('reset');
          case 'silent':
            return void timeOut();
          case 'silent-after':
            perform();
            return void timeOut();
          case 'silent-late':
            performLater();
            return void timeOut();
          case 'gateway':
            return badGateway();
          case 'gateway-after':
            perform();
            return badGateway();
          case 'gateway-late':
            performLater();
            return badGateway();
          case 'failing':
            return failing();
          case 'failing-after':
            perform();
            return failing();
          case 'busy':
            return answer(
              random.pick([429, 503]),
              'text/plain',
              'Too busy.',
              random.chance(0.5) ? { 'retry-after': String(random.integer(1, 20)) } : {},
            );
          case 'page':
            return page();
          case 'page-after':
            perform();
            return page();
          case 'truncated':
            perform();
            return fail('reset', 200);
          case 'refused-403':
            return refuse('403-page');
          case 'refused-404':
            return refuse('404-page');
          case 'lagging':
            if (!isRead) return respond(perform(), random);
            return respond(operator.receiveLate(request, random.integer(0, LAG_LIMIT_MS)).carryOut(), random);
          case 'short':
            return respond(shortened(perform()), random);
        }
      };
      /** A page of an intermediary, or the operator's own "no such thing" to everything that has a context. */
      const refuse = (how: Gateway) => {
        departure?.refused();
        switch (how) {
          case '403-page':
            return answer(403, 'text/html', '<html>Forbidden</html>');
          case '404-page':
            return answer(404, 'text/html', '<html>Not found</html>');
          case '404-own':
            return name.endsWith('/token')
              ? respond(perform(), random)
              : answer(404, 'application/json', '"Not found."');
        }
      };
      /** A list short of a row. */
      const shortened = (given: Answer): Answer => {
        const rows: unknown =
          isRead && given.kind === 'content' && given.status === 200 ? JSON.parse(given.body) : null;
        const again = short.delete(request.path);
        if (given.kind !== 'content' || !Array.isArray(rows) || rows.length === 0 || again) return given;
        short.add(request.path);
        const left = random.integer(0, rows.length - 1);
        return { ...given, body: JSON.stringify(rows.filter((_, index) => index !== left)) };
      };
      const respond = (given: Answer, draw: Random) => {
        const backMs = fate === 'slow' ? draw.integer(5 * SECOND, 25 * SECOND) : draw.integer(10, 300);
        time.after(backMs, () => {
          switch (given.kind) {
            case 'content':
              return answer(given.status, given.contentType, given.body);
            case 'empty':
              return answer(given.status, '', '');
            case 'hang':
              return fail('timeout');
          }
        });
      };
      // A request that left arrives also when its app is gone.
      underWay += 1;
      time.after(wayMs, () => {
        underWay -= 1;
        arrive();
      });
    });

  return {
    openTransport: (app, leaves) => (options) => {
      let closed = false;
      const ending = new AbortController();
      return {
        exchange: (request, signal) =>
          exchange(
            app,
            leaves,
            options.timeouts.headersMs,
            request,
            signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]),
            () => closed,
          ),
        close: () => {
          closed = true;
          ending.abort();
          return Promise.resolve();
        },
      };
    },
    underWay: () => underWay,
  };
}

/** A request by method and path, ids left out: what faults are named after. */
function nameOf({ method, path }: WireRequest): string {
  return `${method} ${path.replace(/^\/v3/, '').split('?')[0] ?? ''}`;
}
