import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useFlow } from '../flow-context.ts';
import { useJobCall } from '../use-job-call.ts';
import { ReasonDialog } from '../../components/FormDialog.tsx';

/** Leaves a step out on purpose, with a reason; the consequence stands above it. */
export function LeaveOut({
  step,
  says,
}: {
  readonly step: 'keyfob' | 'before' | 'fitting' | 'group' | 'restore';
  /** The consequence. */
  readonly says: string;
}) {
  const text = useText();
  const { job, goOn } = useFlow();
  const [asking, setAsking] = useState(false);
  const skip = useJobCall(window.boxwright.jobs.skipStep);
  const leaveOut = async (reason: string) => {
    const answer = await skip.run({ jobId: job.id, step, reason });
    if (answer.ok) goOn(answer.value);
  };
  return (
    <>
      <Button variant="subtle" size="lg" onClick={() => setAsking(true)}>
        {text('flow.frame.skip')}
      </Button>
      <ReasonDialog
        words={{
          title: text('flow.frame.skipTitle', { step: text(`step.${step}`) }),
          says,
          reason: text('flow.frame.skipReason'),
          act: text('flow.frame.skipYes'),
          cancel: text('flow.frame.skipNo'),
        }}
        opened={asking}
        busy={skip.busy}
        problem={skip.problem}
        onAct={(reason) => void leaveOut(reason)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
