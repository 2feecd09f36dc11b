import type { Instant } from '../../../shared/time.ts';
import { REPORT_HOLDS_MS } from '../../../shared/relay/rescue.ts';
import { listOperations } from '../../db/tables/queue/operations.ts';
import { listCustomers } from '../../operator/endpoints/users.ts';
import { resolveAllUnmatched } from '../assignments/take-results.ts';
import { doubtSetBack } from './repair/doubts.ts';
import type { QueueParts } from './parts.ts';
import { retryAt } from './policy.ts';
import type { ConnectivityReport } from './connectivity.ts';

/** A question to the relay that is answered before an operation is claimed. */
export interface Gate {
  /** Whether operations may be claimed. */
  readonly isProven: () => boolean;
  /** When to ask next, never before `now`: one pass over due work compares all times with one reading of the clock. */
  readonly nextCheck: (now: Instant) => Instant;
  /** Asks the relay; if it cannot be reached, checks whether the operator can. */
  readonly prove: (signal: AbortSignal) => Promise<ConnectivityReport>;
}

/**
 * Checks that this file is as new as the operations that were sent from it. A disk that was set back to an image, or a
 * cloned laptop, would send again what was sent since. The relay keeps this laptop's log and can tell.
 */
export interface Continuity extends Gate {
  /**
   * The relay reported later that it has newer entries: operations from the start that were not claimed since are read
   * first.
   */
  readonly onRelayAhead: () => void;
}

/**
 * Number of failed checks at the relay, while the operator is reachable, after which work starts anyway: a relay outage
 * must not stop work.
 */
const MOST_FAILED_CHECKS = 2;

/** For a run that starts now. `fence`: of this run's lease. */
export function createContinuity(parts: QueueParts, fence: () => number): Continuity {
  const { database, clock, compareLog } = parts;
  const [newest] = listOperations(database.sqlite, 'all', 1);
  const lastBefore = newest?.seq ?? 0;
  let proven = compareLog === undefined || listOperations(database.sqlite, 'unfinished', 1).length === 0;
  let doubted = false;
  let failedChecks = 0;
  let delays = 0;
  /** Monotonic time in milliseconds. */
  let askAfter = 0;

  const onRelayAhead = (): void => {
    if (doubted) return;
    database.write((context) => {
      // Operations created or claimed by this run are certainly current.
      const certain = listOperations(context.sqlite, 'unfinished', -1)
        .filter((row) => row.seq > lastBefore || (row.fence !== null && row.fence >= fence()))
        .map(({ id }) => id);
      doubtSetBack(context, { ...parts, certain: new Set(certain), reason: 'relay-ahead' });
      // The result of an operation sent since may have arrived before this finding.
      resolveAllUnmatched(context, parts);
    });
    doubted = true;
    proven = true;
  };

  return {
    isProven: () => proven,
    nextCheck: (now) => now + Math.max(0, askAfter - clock.passed()),
    prove: async (signal) => {
      const reported = (await compareLog?.(signal)) ?? 'unreported';
      if (reported === 'behind') onRelayAhead();
      if (reported !== 'unreachable') {
        proven = true;
        return { connectivity: 'untried' };
      }
      const report = await probeConnection(parts, signal);
      if (report.connectivity === 'open') failedChecks += 1;
      if (failedChecks >= MOST_FAILED_CHECKS) proven = true;
      askAfter = retryAt(clock.passed(), delays, null, parts.random);
      delays += 1;
      return report;
    },
    onRelayAhead,
  };
}

/** Probes the connection with the smallest read: it changes nothing and belongs to no car. */
export async function probeConnection(
  { client }: QueueParts,
  signal: AbortSignal,
): Promise<ConnectivityReport> {
  const answer = await client.call(listCustomers({ top: 1 }), { signal });
  return answer.ok ? { connectivity: 'open' } : { connectivity: 'failed', error: answer.error };
}

/**
 * Keeps operations back while another laptop may have continued their jobs (docs/decisions/0050-rescue.md). An
 * unreachable relay must not stop work while the operator is reachable: after `MOST_FAILED_CHECKS` failed checks operations
 * are sent, and the relay is asked again later.
 */
export function createTurnGate(parts: QueueParts): Gate {
  const { clock, turns } = parts;
  let failedChecks = 0;
  let delays = 0;
  /**
   * Monotonic and wall-clock time of the last failed question that let operations be sent. The wall clock is compared
   * too, because the monotonic clock may stop during sleep.
   */
  let excused: { readonly passed: number; readonly wall: number } | null = null;
  let askAfter = 0;

  const isExcused = (): boolean =>
    excused !== null &&
    isWithin(clock.passed() - excused.passed) &&
    isWithin(clock.now() + clock.drift() - excused.wall);

  return {
    isProven: () => turns === undefined || turns.areHeld() || isExcused(),
    nextCheck: (now) => now + Math.max(0, askAfter - clock.passed()),
    prove: async (signal) => {
      const answer = (await turns?.confirm(signal)) ?? 'confirmed';
      if (answer === 'confirmed') {
        failedChecks = 0;
        delays = 0;
        askAfter = 0;
        excused = null;
        return { connectivity: 'untried' };
      }
      const report = await probeConnection(parts, signal);
      if (report.connectivity === 'open') failedChecks += 1;
      if (failedChecks >= MOST_FAILED_CHECKS)
        excused = { passed: clock.passed(), wall: clock.now() + clock.drift() };
      askAfter = retryAt(clock.passed(), delays, null, parts.random);
      delays += 1;
      return report;
    },
  };
}

const isWithin = (elapsed: number): boolean => elapsed >= 0 && elapsed < REPORT_HOLDS_MS;
