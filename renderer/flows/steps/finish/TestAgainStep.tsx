import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFlow } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { Verdict } from '../../frame/Verdict.tsx';
import { NotWorking } from '../verify/NotWorking.tsx';
import { useTestAgain } from '../verify/use-test-again.ts';
import { sawItFail } from '../../../../shared/domain/proof.ts';
import { useJobCall } from '../../use-job-call.ts';
import { FinishOpen } from './FinishOpen.tsx';
import { readiness } from './readiness.ts';
import { Receipt } from './Receipt.tsx';
import { StillOpen } from './StillOpen.tsx';

/** The last step of a job whose test did not prove the car: the next test first. */
export function TestAgainStep() {
  const text = useText();
  const { job, leave } = useFlow();
  const again = useTestAgain();
  const finishing = useJobCall(window.boxwright.jobs.finish);
  const finishOpen = async () => {
    if ((await finishing.run({ jobId: job.id })).ok) leave();
  };
  return (
    <StepFrame
      title={text('flow.finish.title')}
      problem={again.problem ?? finishing.problem}
      action={{
        label: text('flow.verify.testAgain'),
        onAct: () => void again.run(),
        busy: again.busy,
        takesFocus: true,
        hint: text('flow.finish.staysOpen'),
      }}
      besideBack={
        sawItFail(job.proof) ? (
          <NotWorking />
        ) : (
          readiness(job) === 'open' && <FinishOpen busy={finishing.busy} onFinish={() => void finishOpen()} />
        )
      }
    >
      {job.proof.state === 'unproven' && (
        <Verdict tone="attention">{text(`jobs.unproven.${job.proof.why}`)}</Verdict>
      )}
      <StillOpen job={job} />
      <Section title={text('flow.finish.summary')}>
        <Receipt job={job} />
      </Section>
    </StepFrame>
  );
}
