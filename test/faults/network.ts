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
}

/** The way from the laptop to the operator. */
export interface Network {
  /** The transport port of one run of the app. */
  readonly openTransport: (app: Incarnation) => OpenTransport;
  /** Requests that may still take effect although nobody waits for them any more. */
  readonly underWay: () => number;
}

type Outcome = Result<WireAnswer, WireFailure>;

/** A network that loses, delays and garbles as the storm will have it, and never sends anything twice by itself. */
export function createNetwork(parts: NetworkParts): Network {
  const { time, chance, storm, operator, trace, isOffline } = parts;
  let underWay = 0;

  const exchange = (
    app: Incarnation,
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
      if (fate !== 'well') trace.note(`fault: ${fate} for ${name}`);
      const perform = (): Answer => {
        const taken = operator.receive(request);
        const given = taken.carryOut();
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
      const gateway = () => answer(random.pick([502, 504]), 'text/html', '<html>gateway</html>');
      const failing = () => answer(500, 'application/json', '"Internal server error."');
      const page = () => answer(200, 'text/html', '<html>Sign in to the network</html>');

      const arrive = () => {
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
            return gateway();
          case 'gateway-after':
            perform();
            return gateway();
          case 'gateway-late':
            performLater();
            return gateway();
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
        }
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
      // What has left arrives also when the app that sent it is gone.
      underWay += 1;
      time.after(wayMs, () => {
        underWay -= 1;
        arrive();
      });
    });

  return {
    openTransport: (app) => (options) => {
      let closed = false;
      const ending = new AbortController();
      return {
        exchange: (request, signal) =>
          exchange(
            app,
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
