import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useCall } from '../../../bridge/call.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../../components/RowsSkeleton.tsx';
import { useText } from '../../../i18n/use-text.ts';
import type { CallOutput } from '../../../../shared/ipc/contract.ts';

/**
 * Where the environment lists no brands: asks the operator for the keys of the car's own. What comes is kept on this laptop,
 * and the step goes on with it as with any brand.
 */
export function OwnBrand({ brand }: { readonly brand: string }) {
  const text = useText();
  const { run, problem } = useCall(window.boxwright.directory.brandKeys);
  const [answer, setAnswer] = useState<CallOutput<'directory.brandKeys'> | null>(null);
  useEffect(() => {
    void run({ brand }).then((asked) => {
      if (asked.ok) setAnswer(asked.value);
    });
  }, [run, brand]);
  const wrong = answer?.state === 'failed' ? answer.problem : problem;
  if (wrong !== null) return <ProblemNotice problem={wrong} tone="attention" />;
  if (answer?.state === 'not-offered' || (answer?.state === 'read' && answer.rows.length === 0)) {
    return (
      <EmptyState icon={IconCloudOff} title={text('flow.key.notOfferedBrand', { brand })}>
        {text('flow.key.notOfferedSays')}
      </EmptyState>
    );
  }
  return <RowsSkeleton rows={3} height={128} />;
}
