import type { Instant } from '../../../shared/time.ts';
import { listOperations } from '../../db/tables/queue/operations.ts';
import { resolveAllUnmatched } from '../assignments/take-results.ts';
import { listCustomers } from '../../operator/endpoints/users.ts';
import { doubtSetBack } from './repair/doubts.ts';
import type { QueueParts } from './parts.ts';
import { retryAt } from './policy.ts';
import type { ConnectivityReport } from './connectivity.ts';

/**
 * Is this file as new as what was sent from it? A disk that was set back to an image, or a cloned laptop, would send again what
 * was sent since. The relay tells: it keeps this laptop's log.
 */
export interface Continuity {
  /** May operations that were there at the start be claimed? */
  readonly isProven: () => boolean;
  /** When to ask next. Never before `now`: one look at what is due compares all times with one reading of the clock. */
  readonly nextQuestion: (now: Instant) => Instant;
  /** Asks the relay; where it cannot be reached, whether the operator can. */
  readonly prove: (signal: AbortSignal) => Promise<ConnectivityReport>;
  /** The relay has said later that it has more: what was there at the start and was not claimed since is looked up. */
  readonly fellBehind: () => void;
}

/** Questions to a relay that cannot be reached, while the operator can. Then work goes on: a relay that is down stops no work. */
const QUESTIONS = 2;

/** Of a run that begins now. `fence`: of this run's lease. */
export function createContinuity(parts: QueueParts, fence: () => number): Continuity {
  const { database, clock, compareLog } = parts;
  const [newest] = listOperations(database.sqlite, 'all', 1);
  const lastBefore = newest?.seq ?? 0;
  let proven = compareLog === undefined || listOperations(database.sqlite, 'unfinished', 1).length === 0;
  let doubted = false;
  let questions = 0;
  let delays = 0;
  /** In monotonic time; milliseconds. */
  let askAfter = 0;

  const fellBehind = (): void => {
    if (doubted) return;
    database.write((context) => {
      // Operations of this run, or claimed by it, are known to be as they are here.
      const certain = listOperations(context.sqlite, 'unfinished', -1)
        .filter((row) => row.seq > lastBefore || (row.fence !== null && row.fence >= fence()))
        .map(({ id }) => id);
      doubtSetBack(context, { ...parts, certain: new Set(certain), reason: 'relay-ahead' });
      // The result of what was sent since may have come before the finding.
      resolveAllUnmatched(context, parts);
    });
    doubted = true;
    proven = true;
  };

  return {
    isProven: () => proven,
    nextQuestion: (now) => now + Math.max(0, askAfter - clock.passed()),
    prove: async (signal) => {
      const reported = (await compareLog?.(signal)) ?? 'unreported';
      if (reported === 'behind') fellBehind();
      if (reported !== 'unreachable') {
        proven = true;
        return { connectivity: 'untried' };
      }
      const report = await probeConnection(parts, signal);
      if (report.connectivity === 'open') questions += 1;
      if (questions >= QUESTIONS) proven = true;
      askAfter = retryAt(clock.passed(), delays, null, parts.random);
      delays += 1;
      return report;
    },
    fellBehind,
  };
}

/** Is there a way? The smallest read there is; it changes nothing and belongs to no car. */
export async function probeConnection(
  { client }: QueueParts,
  signal: AbortSignal,
): Promise<ConnectivityReport> {
  const answer = await client.call(listCustomers({ top: 1 }), { signal });
  return answer.ok ? { connectivity: 'open' } : { connectivity: 'failed', error: answer.error };
}
