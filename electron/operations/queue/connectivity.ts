import type { ConnectionState } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import { type OperatorError, problemOf } from '../../operator/operator-error.ts';
import { retryAt } from './parts.ts';

/** The effect of a request on the known state of the connection; the operation itself is settled already. */
export type ConnectivityReport =
  | { readonly connectivity: 'open' }
  | { readonly connectivity: 'untried' }
  | { readonly connectivity: 'failed'; readonly error: OperatorError };

/**
 * The connection to the operator as outcomes show it, never `navigator.onLine`. A global fault stops the drain at once
 * and leaves the queue as it is: one probe at a time until one is answered. A write whose answer was lost puts the
 * connection in doubt: a harmless read must succeed before the next write.
 */
export interface Connectivity {
  readonly state: () => ConnectionState;
  /** Whether operations may be sent now. */
  readonly isOpen: () => boolean;
  /** The number of operations that may be in flight now, given the present number. */
  readonly room: (running: number, concurrency: number) => number;
  /** Whether a harmless read must succeed before the next write, and is due. */
  readonly mustAsk: () => boolean;
  /** When the next probe is due; null = none. */
  readonly nextProbe: () => Instant | null;
  readonly opened: () => void;
  readonly failed: (error: OperatorError) => void;
  /** The queue's clock was adjusted by this much. */
  readonly clockMoved: (byMs: number) => void;
  /** Clears the backoff: power came back, the network changed, or a person chose "try now". */
  readonly retryNow: () => void;
}

/**
 * Classifies an error: does it concern all operations, or only its own? `doubtful`: unknown, and the request may have
 * arrived.
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
      // Includes failures of the token endpoint: the write that needed the token was not sent.
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

/** Starts as a connection that was not tried yet. */
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
    // Requests that were in flight together fail together: this counts as one failure of the connection.
    const together = connection.state === 'offline' && probeAt !== null && probeAt > now;
    if (state === 'offline' && together) return;
    probeAt = state === 'paused' ? null : retryAt(now, failures, null, parts.random);
    failures += 1;
    change(state === 'paused' ? { state, since, problem } : { state, since, problem, nextTryAt: probeAt });
  };
  const mayProbe = () => probeAt === null || probeAt <= parts.now();
  return {
    // A connection in doubt is not reported as online: the next read decides.
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
      // A failure is reported twice: by the call itself and by its operation. A refusal pauses each time, because the
      // client remembers it and returns it again, also after a retry.
      if (fault !== 'paused' && reported.has(error)) return;
      reported.add(error);
      switch (fault) {
        case 'offline':
        case 'paused':
          close(fault, problemOf(error));
          return;
        case 'doubtful':
          // After the first failure the next probe is immediate; if it fails too, the connection is offline. A portal's
          // answer does not open it either: the next probe waits as usual.
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
      // A refused login is retried once at a person's request; the client itself still refuses wrong credentials.
      if (connection.state === 'paused') change({ state: 'untried' });
    },
  };
}
