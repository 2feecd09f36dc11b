import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useFlowOf } from '../../flow-context.ts';
import { ReasonDialog } from '../../../components/FormDialog.tsx';
import { useJobCall } from '../../use-job-call.ts';

/** The customer gets the car although it does not open or close. The reason stands in the report. */
export function NotWorking() {
  const text = useText();
  const { job, goTo } = useFlowOf('installation', 'swap');
  const [asking, setAsking] = useState(false);
  const handing = useJobCall(window.boxwright.jobs.handOverNotWorking);
  const handOver = async (reason: string) => {
    if (!(await handing.run({ jobId: job.id, reason })).ok) return;
    setAsking(false);
    goTo('finish');
  };
  return (
    <>
      <Button variant="default" size="lg" onClick={() => setAsking(true)}>
        {text('flow.verify.notWorking.act')}
      </Button>
      <ReasonDialog
        words={{
          title: text('flow.verify.notWorking.title'),
          says: text('flow.verify.notWorking.says'),
          reason: text('flow.verify.notWorking.reason'),
          act: text('flow.verify.notWorking.yes'),
          cancel: text('flow.verify.notWorking.no'),
        }}
        opened={asking}
        busy={handing.busy}
        problem={handing.problem}
        onAct={(reason) => void handOver(reason)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
