import type { Environment } from '../../shared/environment.ts';
import type { CustomerId, LogEntryId } from '../../shared/ids.ts';
import type { Removal } from '../../shared/relay/removals.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { RelayClient } from './client.ts';
import type { RefreshKeys } from './pull-reviews.ts';
import type { RelayError } from './relay-error.ts';

/** Carries out the removals that the relay reports. */
export interface RemovalInbox {
  /** The newest removal that was heard of since the start; null = none. */
  readonly newest: () => LogEntryId | null;
  /** All there are, oldest first; what was done before changes nothing. */
  readonly take: (removals: readonly Removal[]) => void;
}

/** Reads all removals: they are few, and what was in the way of one before may not be any more. The keys are read after them. */
export async function pullRemovals(
  parts: {
    readonly client: Pick<RelayClient, 'removals'>;
    readonly inbox: RemovalInbox;
    readonly environment: Environment;
    readonly customerId: CustomerId;
    readonly refreshKeys: RefreshKeys;
  },
  signal: AbortSignal,
): Promise<Result<void, RelayError>> {
  const { client, inbox, environment, customerId, refreshKeys } = parts;
  const all: Removal[] = [];
  for (let after = 0; ;) {
    const answer = await client.removals({ environment, customerId, after, signal });
    if (!answer.ok) return answer;
    const { removals, upToDate, cursor } = answer.value;
    all.push(...removals);
    if (upToDate || cursor <= after) break;
    after = cursor;
  }
  const known = await refreshKeys(signal);
  if (!known.ok) return known;
  if (!signal.aborted) inbox.take(all);
  return ok(undefined);
}
