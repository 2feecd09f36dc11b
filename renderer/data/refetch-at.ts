import { useEffect } from 'react';
import type { Proof } from '../../shared/domain/proof.ts';
import type { Instant } from '../../shared/time.ts';

/** Past the moment itself: a timer may fire a little early. */
const AFTER_MS = 50;
/** The longest delay of a browser's timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Reads again at a moment from which on the same facts mean something else. */
export function useRefetchAt(at: Instant | null, refetch: () => void): void {
  useEffect(() => {
    if (at === null) return undefined;
    const timer = window.setTimeout(refetch, Math.min(Math.max(at - Date.now(), 0) + AFTER_MS, LONGEST_MS));
    return () => window.clearTimeout(timer);
  }, [at, refetch]);
}

/** When the first of these test accesses runs out that can still be tried; null = none does. */
export function firstExpiry(proofs: readonly Proof[]): Instant | null {
  const ends = proofs.flatMap((proof) =>
    proof.state === 'to-try' && proof.until !== null ? [proof.until] : [],
  );
  return ends.length === 0 ? null : Math.min(...ends);
}
