import { DAILY_ENTRIES, ENTRIES_OF_CHAIN } from '../../../../relay/store/budgets.ts';
import type { RelayStore } from '../../../../relay/store/store.ts';
import type { Instant } from '../../../../shared/time.ts';
import { batchOf, chainOf } from '../log-chain.ts';

/** Brings as many log entries of this token as a day allows. */
export async function useUpDay(store: RelayStore, tokenId: number, receivedAt: Instant): Promise<void> {
  const log = batchOf(chainOf(DAILY_ENTRIES - ENTRIES_OF_CHAIN));
  for (let at = 0; at < log.entries.length; at += 2000) {
    const entries = log.entries.slice(at, at + 2000);
    await store.appendLog({ ...log, entries, tokenId, receivedAt });
  }
}
