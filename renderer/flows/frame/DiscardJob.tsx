import { UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useFlow } from '../flow-context.ts';
import { useJobCall } from '../use-job-call.ts';
import { ReasonDialog } from '../../components/FormDialog.tsx';
import classes from './StepRail.module.css';

/** Ends a job of which nothing came: at once while nothing was decided in it, later with a reason. */
export function DiscardJob() {
  const text = useText();
  const { job, leave } = useFlow();
  const [asking, setAsking] = useState(false);
  const discarding = useJobCall(window.boxwright.jobs.discard);
  if (job.discard === 'no') return null;
  const discard = async (reason: string) => {
    if ((await discarding.run({ jobId: job.id, reason })).ok) leave();
  };
  return (
    <>
      <UnstyledButton
        className={classes['leave']}
        onClick={() => (job.discard === 'at-once' ? void discard('') : setAsking(true))}
      >
        <IconTrash size={22} stroke={1.8} aria-hidden />
        {text('flow.discard.act')}
      </UnstyledButton>
      <ReasonDialog
        words={{
          title: text('flow.discard.title'),
          says: text('flow.discard.says'),
          reason: text('flow.discard.reason'),
          act: text('flow.discard.act'),
          cancel: text('flow.discard.cancel'),
        }}
        opened={asking}
        busy={discarding.busy}
        problem={discarding.problem}
        onAct={(reason) => void discard(reason)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
