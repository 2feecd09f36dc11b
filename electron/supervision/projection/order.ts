import type { Instant } from '../../../shared/time.ts';
import { type ChainedEntry, readFacts, type ReadEntry } from './entry.ts';

/**
 * The entries of one job in the order things happened, whatever order they arrived in. Within a log the numbers say it.
 * Between two laptops their clocks do, each put right by how far it was off: the operator's clock is the one they share.
 */
export function inOrder(entries: readonly ChainedEntry[]): readonly ReadEntry[] {
  return [...Map.groupBy(entries, ({ chain }) => chain).values()].flatMap(withTimes).toSorted(byTime);
}

function withTimes(ofOneChain: readonly ChainedEntry[]): readonly ReadEntry[] {
  const sorted = ofOneChain.toSorted((one, other) => one.number - other.number);
  // An offset is heard when the operator answers: until then the first one that is heard is the best there is.
  let offset = sorted.find(({ clockOffsetMs }) => clockOffsetMs !== null)?.clockOffsetMs ?? 0;
  let latest: Instant = Number.NEGATIVE_INFINITY;
  return sorted.map((entry) => {
    offset = entry.clockOffsetMs ?? offset;
    latest = Math.max(latest, entry.at - offset);
    return { chain: entry.chain, number: entry.number, entry, at: latest, ...readFacts(entry) };
  });
}

/** Total: two entries never are equal, as no log has a number twice. */
function byTime(one: ReadEntry, other: ReadEntry): number {
  if (one.at !== other.at) return one.at - other.at;
  if (one.chain === other.chain) return one.number - other.number;
  return one.chain < other.chain ? -1 : 1;
}
