import { useState } from 'react';
import { sameOrder, steadyOrder } from './steady-order.ts';

/** The order as it is shown. */
export interface SteadyOrder {
  /** Null until the first answer. */
  readonly seqs: readonly number[] | null;
  /** Something would stand elsewhere by now. */
  readonly moved: boolean;
  /** Shows the order as it is now. */
  readonly renew: () => void;
}

/** Keeps every line in its place while `held`; another question is another list. */
export function useSteadyOrder(
  fresh: readonly number[] | null,
  question: object | null,
  held: boolean,
): SteadyOrder {
  const asked = JSON.stringify(question);
  const [kept, setKept] = useState<{ readonly asked: string; readonly seqs: readonly number[] } | null>(null);
  const same = kept !== null && kept.asked === asked;
  const seqs = fresh === null ? null : held && same ? steadyOrder(kept.seqs, fresh) : fresh;
  // The order is part of what was shown before: React's own way to remember it while drawing.
  if (seqs !== null && (!same || !sameOrder(kept.seqs, seqs))) setKept({ asked, seqs });
  return {
    seqs: same && seqs !== null && sameOrder(kept.seqs, seqs) ? kept.seqs : seqs,
    moved: seqs !== null && fresh !== null && !sameOrder(seqs, fresh),
    renew: () => {
      if (fresh !== null) setKept({ asked, seqs: fresh });
    },
  };
}
