import { useText } from '../../../i18n/use-text.ts';
import { useFlowOf } from '../../flow-context.ts';
import { OperationTrouble } from '../../frame/OperationTrouble.tsx';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { latestOperation } from '../../latest-operation.ts';
import { useNextCar } from '../../use-next-car.ts';
import { Timeline } from './Timeline.tsx';

/** The operator's result is awaited: every step is shown as it happens, and waiting is optional. */
export function Waiting() {
  const text = useText();
  const { job } = useFlowOf('installation', 'swap');
  const nextCar = useNextCar();
  const operation = latestOperation(job.operations, 'create-assignment');
  return (
    <StepFrame
      title={text('flow.verify.titleWaiting')}
      lead={text('flow.verify.startOtherSays')}
      problem={nextCar.problem}
      action={{
        label: text('flow.verify.startOther'),
        onAct: () => void nextCar.start(),
        busy: nextCar.busy,
      }}
    >
      <OperationTrouble operation={operation} mayBeGivenUp />
      <Timeline verification={job.verification} />
    </StepFrame>
  );
}
