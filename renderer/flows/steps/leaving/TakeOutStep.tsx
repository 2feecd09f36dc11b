import { stateOf } from '../../../../shared/domain/job.ts';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFlowOf } from '../../flow-context.ts';
import { OperationTrouble } from '../../frame/OperationTrouble.tsx';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { Verdict } from '../../frame/Verdict.tsx';
import { latestOperation } from '../../latest-operation.ts';
import { isDecided } from './decided.ts';
import { Decide } from './Decide.tsx';
import { AccessList } from './AccessList.tsx';
import { OperationSteps } from './OperationSteps.tsx';

/** The deliberate act that names car and Box, and afterwards what came of it. */
export function TakeOutStep() {
  const { job } = useFlowOf('removal', 'swap');
  return isDecided(job) ? <OnItsWay /> : <Decide />;
}

/** The removal is written down: every step as it happens, the removal of each access, and in a swap the new Box. */
function OnItsWay() {
  const text = useText();
  const { job, step, goOn } = useFlowOf('removal', 'swap');
  const removal = job.operations.find(({ id }) => id === job.removal.operation) ?? null;
  const install = latestOperation(job.operations, 'install');
  const { accesses } = job.removal;
  const state = stateOf(job, step);
  const through = state === 'confirmed' || state === 'reported';
  return (
    <StepFrame
      title={text(`flow.leaving.way.${job.kind}`)}
      {...(through ? {} : { lead: text('flow.leaving.waySays') })}
      action={{ label: text('common.continue'), onAct: () => goOn(job), takesFocus: true }}
    >
      {state === 'confirmed' && <Verdict tone="done">{text(`flow.leaving.through.${job.kind}`)}</Verdict>}
      {state === 'reported' && <Verdict tone="attention">{text('handOver.reported.says')}</Verdict>}
      <OperationTrouble operation={removal} mayBeGivenUp />
      {removal !== null && (
        <Section title={text(`flow.leaving.out.${job.kind}`)}>
          <OperationSteps operation={removal} />
        </Section>
      )}
      {job.kind === 'swap' && install !== null && (
        <>
          <OperationTrouble operation={install} />
          <Section title={text('flow.leaving.fitting')}>
            <OperationSteps operation={install} />
          </Section>
        </>
      )}
      {accesses.length > 0 && (
        <Section title={text('flow.leaving.accesses')} count={accesses.length}>
          <AccessList accesses={accesses} />
        </Section>
      )}
    </StepFrame>
  );
}
