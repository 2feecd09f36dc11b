import { type ReactNode, useEffect, useState } from 'react';
import type { CallOutput } from '../../shared/ipc/contract.ts';
import { useMutation } from '../data/call.ts';
import { ProblemNotice } from './ProblemNotice.tsx';
import { RowsSkeleton } from './EmptyState.tsx';

/**
 * Requests the keys of a brand that no local list has from the operator. The keys are saved on this laptop, and the
 * parent continues as with any brand. `none` is shown where there are no keys.
 */
export function BrandFromOperator({ brand, none }: { readonly brand: string; readonly none: ReactNode }) {
  const { run, problem } = useMutation(window.boxwright.directory.brandKeys);
  const [answer, setAnswer] = useState<CallOutput<'directory.brandKeys'> | null>(null);
  useEffect(() => {
    void run({ brand }).then((asked) => {
      if (asked.ok) setAnswer(asked.value);
    });
  }, [run, brand]);
  const wrong = answer?.state === 'failed' ? answer.problem : problem;
  if (wrong !== null) return <ProblemNotice problem={wrong} tone="attention" />;
  if (answer?.state === 'not-offered' || (answer?.state === 'read' && answer.rows.length === 0)) return none;
  return <RowsSkeleton rows={3} height={128} />;
}
