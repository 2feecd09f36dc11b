import type { LogEntry } from '../../shared/relay/log.ts';
import { ENTRIES_OF_CHAIN, ROW_BYTES } from './budgets.ts';
import { bytesOfBatch, bytesOfReview } from './log-rows.ts';
import type { ReviewToKeep } from './logs-store.ts';

/** The share of a write in a token's daily budget. */
export type Cost = { readonly entries: number; readonly bytes: number };

/** Of log entries. @param opensChain they are the first of their log. */
export const costOf = (entries: readonly LogEntry[], opensChain: boolean): Cost => ({
  entries: entries.length + (opensChain ? ENTRIES_OF_CHAIN : 0),
  bytes: bytesOfBatch(entries),
});

/** Bytes of a revision or claim of a planned job in memory, and of what it adds to the store. */
export const bytesOfPlan = (said: object): number => ROW_BYTES + Buffer.byteLength(JSON.stringify(said));

export const costOfPlan = (said: object): Cost => ({ entries: 1, bytes: bytesOfPlan(said) });

export const costOfReview = (review: Pick<ReviewToKeep, 'comment'>): Cost => ({
  entries: 1,
  bytes: bytesOfReview(review),
});
