import type { Environment } from '../../shared/environment.ts';
import type { CustomerId, PlannedJobId } from '../../shared/ids.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { RelayClient } from './client.ts';
import type { RefreshKeys } from './pull-reviews.ts';
import type { RelayError } from './relay-error.ts';

/** Where planned jobs are kept on this laptop. */
export interface PlanInbox {
  /** The changes that were read since the start; 0 = none. */
  readonly place: () => number;
  /** The first day that this laptop still asks for. */
  readonly from: () => string;
  /** Keeps changed jobs, as the relay sent them, and drops those that are not for this laptop. */
  readonly take: (changed: readonly unknown[], elsewhere: readonly PlannedJobId[], place: number) => void;
  /** The relay may have been set back: all changes are read again. */
  readonly readAgain: () => void;
}

/** Reads the changes after those there are here. The keys are read after each page: a signature is judged once. */
export async function pullPlans(
  parts: {
    readonly client: Pick<RelayClient, 'plannedJobs'>;
    readonly inbox: PlanInbox;
    readonly environment: Environment;
    readonly customerId: CustomerId;
    readonly refreshKeys: RefreshKeys;
  },
  signal: AbortSignal,
): Promise<Result<void, RelayError>> {
  const { client, inbox, environment, customerId, refreshKeys } = parts;
  for (;;) {
    const after = inbox.place();
    const answer = await client.plannedJobs({ environment, customerId, after, from: inbox.from(), signal });
    if (!answer.ok) return answer;
    // While stopping, databases may be closing.
    if (signal.aborted || answer.value === null) return ok(undefined);
    const { plannedJobs, elsewhere, cursor, upToDate } = answer.value;
    if (plannedJobs.length > 0) {
      const known = await refreshKeys(signal);
      if (!known.ok) return known;
      if (signal.aborted) return ok(undefined);
    }
    inbox.take(plannedJobs, elsewhere, cursor);
    if (upToDate || cursor <= after) return ok(undefined);
  }
}
