import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useFlow } from '../flow-context.ts';
import { useJobCall } from '../use-job-call.ts';
import classes from './LeaveOut.module.css';

/** Leaves a step out on purpose; what that costs is said before. */
export function LeaveOut({
  step,
  says,
}: {
  readonly step: 'keyfob' | 'fitting' | 'group' | 'restore';
  /** The consequence. */
  readonly says: string;
}) {
  const text = useText();
  const { job, goOn } = useFlow();
  const [asking, setAsking] = useState(false);
  const skip = useJobCall(window.boxwright.jobs.skipStep);
  const leaveOut = async () => {
    const answer = await skip.run({ jobId: job.id, step });
    if (answer.ok) goOn(answer.value);
  };
  return (
    <>
      <Button variant="subtle" size="lg" onClick={() => setAsking(true)}>
        {text('flow.frame.skip')}
      </Button>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={text('flow.frame.skipTitle', { step: text(`step.${step}`) })}
      >
        <p>{says}</p>
        {skip.problem !== null && <ProblemNotice problem={skip.problem} />}
        <div className={classes['choice']}>
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            {text('flow.frame.skipNo')}
          </Button>
          <Button loading={skip.busy} onClick={() => void leaveOut()}>
            {text('flow.frame.skipYes')}
          </Button>
        </div>
      </Modal>
    </>
  );
}
