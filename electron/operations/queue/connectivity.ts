import type { ConnectionState } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import { type OperatorError, problemOf } from '../../operator/operator-error.ts';
import { retryAt } from './policy.ts';

/** The effect of a try on the connection to the operator; the operation itself is settled already. */
export type ConnectivityReport =
  | { readonly connectivity: 'open' }
  | { readonly connectivity: 'untried' }
  | { readonly connectivity: 'failed'; readonly error: OperatorError };

/**
 * The way to the operator as outcomes show it, never `navigator.onLine`. A global fault stops the drain at once and
 * leaves the queue as it is: one probe at a time until an answer comes. A write whose answer was lost puts the way in
 * doubt: before another one leaves, a read that changes nothing must get through.
 */
export interface Connectivity {
  readonly state: () => ConnectionState;
  /** Nothing speaks against sending now. */
  readonly isOpen: () => boolean;
  /** How many operations may be on the wire now, given how many are. */
  readonly room: (running: number, concurrency: number) => number;
  /** Must a harmless read get through before anything else leaves, and is it time for it? */
  readonly mustAsk: () => boolean;
  /** When to probe again; null = nothing to wait for. */
  readonly nextProbe: () => Instant | null;
  readonly opened: () => void;
  readonly failed: (error: OperatorError) => void;
  /** The queue's clock was moved by this much. */
  readonly clockMoved: (byMs: number) => void;
  /** Forget the waiting: power came back, the network changed, a person said "try now". */
  readonly retryNow: () => void;
}

/**
 * The effect of an error on the connection: it concerns all operations, or only the one that met it. `doubtful`: it may be
 * either, and what left may have arrived.
 */
export function faultOf(error: OperatorError): 'none' | 'offline' | 'doubtful' | 'paused' {
  switch (error.code) {
    case 'dns':
    case 'unreachable':
    case 'tls':
    case 'certificate':
    case 'untrusted':
    case 'proxy-refused':
    case 'proxy-unreachable':
    case 'token-unavailable':
      return 'offline';
    case 'timeout':
    case 'reset':
      // Also the token endpoint's own: the write behind it has not left.
      return error.sent === 'no' ? 'offline' : 'doubtful';
    case 'proxy-login':
    case 'login-refused':
    case 'unauthorised':
    case 'customer-gone':
    case 'intercepted':
      return 'paused';
    case 'server-error':
    case 'gateway':
    case 'unexpected-status':
    case 'unreadable':
    case 'redirected':
      return 'doubtful';
    case 'aborted':
    case 'invalid':
    case 'not-found':
    case 'conflict':
    case 'content-type':
    case 'too-many':
    case 'unavailable':
      return 'none';
    default:
      return neverReached(error.code);
  }
}

/** A way that has not been tried yet. */
export function createConnectivity(
  parts: { readonly now: () => Instant; readonly random: () => number },
  onChange: () => void,
): Connectivity {
  let connection: ConnectionState = { state: 'untried' };
  let failures = 0;
  let probeAt: Instant | null = null;
  let doubted = false;
  const reported = new WeakSet<OperatorError>();
  const change = (next: ConnectionState) => {
    connection = next;
    onChange();
  };
  const setDoubt = (next: boolean) => {
    if (doubted === next) return;
    doubted = next;
    if (connection.state === 'online') onChange();
  };
  const close = (state: 'offline' | 'paused', problem: Problem) => {
    const now = parts.now();
    const since = connection.state === state ? connection.since : now;
    // Several that were on the wire together fail together: that is one failure of the way, not many.
    const together = connection.state === 'offline' && probeAt !== null && probeAt > now;
    if (state === 'offline' && together) return;
    probeAt = state === 'paused' ? null : retryAt(now, failures, null, parts.random);
    failures += 1;
    change(state === 'paused' ? { state, since, problem } : { state, since, problem, nextTryAt: probeAt });
  };
  const mayProbe = () => probeAt === null || probeAt <= parts.now();
  return {
    // In doubt it is not known to be online: the next read decides.
    state: () => (doubted && connection.state === 'online' ? { state: 'untried' } : connection),
    isOpen: () => connection.state === 'online' && !doubted,
    room: (running, concurrency) => {
      if (doubted) return 0;
      switch (connection.state) {
        case 'untried':
        case 'online':
          return concurrency - running;
        case 'offline':
          return running === 0 && mayProbe() ? 1 : 0;
        case 'paused':
          return 0;
        default:
          return neverReached(connection);
      }
    },
    mustAsk: () => doubted && connection.state !== 'paused' && mayProbe(),
    nextProbe: () => (connection.state === 'offline' ? probeAt : null),
    opened: () => {
      failures = 0;
      probeAt = null;
      setDoubt(false);
      if (connection.state !== 'online') change({ state: 'online', since: parts.now() });
    },
    failed: (error) => {
      const fault = faultOf(error);
      // The same failure is reported by the call itself and by the operation that made it. A refusal pauses however often it is reported: the
      // client remembers it and answers it again, also after the way was tried again.
      if (fault !== 'paused' && reported.has(error)) return;
      reported.add(error);
      switch (fault) {
        case 'offline':
        case 'paused':
          close(fault, problemOf(error));
          return;
        case 'doubtful':
          // The first one has a read sent after it; when that is lost too, there is no way.
          // A portal's answer opens nothing either: the next probe waits like the others.
          if (connection.state === 'paused') return;
          if (doubted || connection.state === 'offline') close('offline', problemOf(error));
          setDoubt(true);
          return;
        case 'none':
          if (error.sent !== 'answered') return;
          setDoubt(false);
          if (connection.state === 'online') return;
          failures = 0;
          probeAt = null;
          change({ state: 'online', since: parts.now() });
          return;
        default:
          neverReached(fault);
      }
    },
    clockMoved: (byMs) => {
      if (probeAt !== null) probeAt += byMs;
    },
    retryNow: () => {
      if (connection.state === 'online' || connection.state === 'untried') return;
      probeAt = null;
      failures = 0;
      // A refused login is tried once more on a person's word; the client itself still refuses wrong credentials.
      if (connection.state === 'paused') change({ state: 'untried' });
    },
  };
}
