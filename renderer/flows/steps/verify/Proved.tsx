import { useText } from '../../../i18n/use-text.ts';
import { Verdict } from '../../frame/Verdict.tsx';
import { useFlowOf } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { Timeline } from './Timeline.tsx';

/** The test access is gone again. Green only when the car was seen to open and to close. */
export function Proved() {
  const text = useText();
  const { job, goOn } = useFlowOf('installation', 'swap');
  const { verification } = job;
  const proved = verification.opened === true && verification.closed === true;
  return (
    <StepFrame
      title={text(proved ? 'flow.verify.removed' : 'flow.verify.removedNotProved')}
      action={{ label: text('flow.verify.continue'), onAct: () => goOn(job), takesFocus: true }}
    >
      <Verdict tone={proved ? 'done' : 'attention'}>
        {text(proved ? 'flow.verify.removedSays' : 'flow.verify.removedNotProvedSays')}
      </Verdict>
      <Timeline verification={verification} />
    </StepFrame>
  );
}
