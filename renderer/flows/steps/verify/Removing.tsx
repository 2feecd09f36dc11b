import { useText } from '../../../i18n/use-text.ts';
import { useFlowOf } from '../../flow-context.ts';
import { OperationTrouble } from '../../frame/OperationTrouble.tsx';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { latestOperation } from '../../latest-operation.ts';
import { Timeline } from './Timeline.tsx';

/** The removal is on its way. It counts when the operator says so; the report can be looked at meanwhile. */
export function Removing() {
  const text = useText();
  const { job, goTo } = useFlowOf('installation', 'swap');
  const operation = latestOperation(job.operations, 'delete-assignment');
  return (
    <StepFrame
      title={text('flow.verify.titleRemoving')}
      lead={text('flow.verify.removing')}
      action={{ label: text('flow.verify.continue'), onAct: () => goTo('finish'), takesFocus: true }}
    >
      <OperationTrouble operation={operation} />
      <Timeline verification={job.verification} />
    </StepFrame>
  );
}
