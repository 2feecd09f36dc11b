import { type Gate, probeConnection, MOST_FAILED_CHECKS } from './continuity.ts';
import type { QueueParts } from './parts.ts';
import { retryAt } from './policy.ts';
import { REPORT_HOLDS_MS } from '../../../shared/relay/rescue.ts';

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
