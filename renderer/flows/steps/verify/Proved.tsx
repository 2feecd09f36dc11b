import { Button } from '@mantine/core';
import { stateOf } from '../../../../shared/domain/job.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Verdict } from '../../frame/Verdict.tsx';
import { useFlowOf } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { OperatorEvents } from './OperatorEvents.tsx';
import { Timeline } from './Timeline.tsx';
import { useTestAgain } from './use-test-again.ts';

/** The car was seen to open and to close, and the test access is gone again. */
export function Proved() {
  const text = useText();
  const { job, goOn } = useFlowOf('installation', 'swap');
  const again = useTestAgain();
  return (
    <StepFrame
      title={text('flow.verify.removed')}
      problem={again.problem}
      besideBack={
        <Button variant="default" size="lg" loading={again.busy} onClick={() => void again.run()}>
          {text('flow.verify.testAgain')}
        </Button>
      }
      action={{ label: text('flow.verify.continue'), onAct: () => goOn(job), takesFocus: true }}
    >
      {stateOf(job, 'verify') === 'reported' ? (
        <Verdict tone="attention">{text('flow.verify.removedReported')}</Verdict>
      ) : (
        <Verdict tone="done">{text('flow.verify.removedSays')}</Verdict>
      )}
      <OperatorEvents verification={job.verification} />
      <Timeline verification={job.verification} />
    </StepFrame>
  );
}
