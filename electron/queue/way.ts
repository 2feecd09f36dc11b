import type { ConnectionState } from '../../shared/domain/status.ts';
import { neverReached } from '../../shared/never.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Instant } from '../../shared/time.ts';
import { fromOperator } from '../operator/clock-offset.ts';
import type { OperatorError } from '../operator/operator-error.ts';
import { problemOf } from '../outcomes/problem-of.ts';
import { retryAt } from './policy.ts';

/**
 * The way to the operator as outcomes show it, never `navigator.onLine`. A global fault stops the drain at once and
 * leaves the queue as it is: one probe at a time until an answer comes.
 */
export interface Way {
  readonly state: () => ConnectionState;
  /** How many operations may be on the wire now, given how many are. */
  readonly room: (running: number, concurrency: number) => number;
  /** When to probe again; null = nothing to wait for. */
  readonly nextProbe: () => Instant | null;
  readonly opened: () => void;
  readonly failed: (error: OperatorError) => void;
  /** Forget the waiting: power came back, the network changed, a person said "try now". */
  readonly retryNow: () => void;
}

/** What an error says about the way itself: it concerns everybody, or only the operation that met it. */
export function faultOf(error: OperatorError): 'none' | 'offline' | 'paused' {
  switch (error.code) {
    case 'dns':
    case 'unreachable':
    case 'tls':
    case 'certificate':
    case 'token-unavailable':
      return 'offline';
    case 'timeout':
    case 'reset':
      // Also the token endpoint's own: the write behind it has not left.
      return error.sent === 'no' ? 'offline' : 'none';
    case 'login-refused':
    case 'unauthorised':
      return 'paused';
    case 'aborted':
    case 'invalid':
    case 'not-found':
    case 'conflict':
    case 'content-type':
    case 'too-many':
    case 'unavailable':
    case 'server-error':
    case 'gateway':
    case 'unexpected-status':
    case 'unreadable':
    case 'redirected':
      return 'none';
    default:
      return neverReached(error.code);
  }
}

/** A way that has not been tried yet. */
export function createWay(
  parts: { readonly now: () => Instant; readonly random: () => number },
  onChange: () => void,
): Way {
  let connection: ConnectionState = { state: 'untried' };
  let failures = 0;
  let probeAt: Instant | null = null;
  let closedAt: Instant = 0;
  const change = (next: ConnectionState) => {
    connection = next;
    onChange();
  };
  const close = (state: 'offline' | 'paused', problem: Problem) => {
    const now = parts.now();
    const since = connection.state === state ? connection.since : now;
    // Several that were on the wire together fail together: that is one failure of the way, not many.
    const together = connection.state === 'offline' && probeAt !== null && probeAt > now && now >= closedAt;
    if (state === 'offline' && together) return;
    closedAt = now;
    probeAt = state === 'paused' ? null : retryAt(now, failures, null, parts.random);
    failures += 1;
    change(state === 'paused' ? { state, since, problem } : { state, since, problem, nextTryAt: probeAt });
  };
  // A clock that was set back must not put the next probe days ahead (faults.md 23).
  const mayProbe = () => probeAt === null || probeAt <= parts.now() || parts.now() < closedAt;
  return {
    state: () => connection,
    room: (running, concurrency) => {
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
    nextProbe: () => (connection.state === 'offline' ? probeAt : null),
    opened: () => {
      failures = 0;
      probeAt = null;
      if (connection.state !== 'online') change({ state: 'online', since: parts.now() });
    },
    failed: (error) => {
      const fault = faultOf(error);
      if (fault !== 'none') return close(fault, problemOf(error));
      if (error.sent === 'answered' && fromOperator(error.code)) {
        if (connection.state === 'online') return;
        failures = 0;
        probeAt = null;
        change({ state: 'online', since: parts.now() });
      } else if (connection.state === 'offline' && error.code !== 'aborted') {
        // A portal's or a gateway's answer, or a broken one, opens nothing: the next probe waits like the others.
        close('offline', problemOf(error));
      }
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
