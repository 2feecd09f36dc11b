import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFlowOf } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { useJobCall } from '../../use-job-call.ts';
import { AccessQuestion } from './AccessQuestion.tsx';
import { Timeline } from './Timeline.tsx';
import classes from './Trying.module.css';

/** The access is there: did the car open, did it close? Then it is removed again. */
export function Trying() {
  const text = useText();
  const { job } = useFlowOf('installation', 'swap');
  const { verification } = job;
  // One each: a call under way answers a second tap by itself, and both questions may be answered in one go.
  const opened = useJobCall(window.boxwright.jobs.recordAccess);
  const closed = useJobCall(window.boxwright.jobs.recordAccess);
  const remove = useJobCall(window.boxwright.jobs.removeTestAccess);
  const answered = verification.opened !== null && verification.closed !== null;
  const removalFailed = verification.phase === 'removal-failed';
  return (
    <StepFrame
      title={text('flow.verify.title')}
      lead={text('flow.verify.try', { user: verification.userName ?? text('common.unknown') })}
      problem={opened.problem ?? closed.problem ?? remove.problem}
      action={{
        label: text(removalFailed ? 'flow.verify.removeAgain' : 'flow.verify.remove'),
        onAct: () => void remove.run({ jobId: job.id }),
        busy: remove.busy,
        takesFocus: answered,
        ...(answered ? {} : { hint: text('flow.verify.removeFirst') }),
      }}
    >
      {removalFailed && verification.problem !== null && (
        <ProblemNotice problem={verification.problem} rawOpen />
      )}

      <div className={classes['questions']}>
        <AccessQuestion
          what="opened"
          answer={verification.opened}
          onAnswer={(worked) => void opened.run({ jobId: job.id, what: 'opened', worked })}
        />
        <AccessQuestion
          what="closed"
          answer={verification.closed}
          onAnswer={(worked) => void closed.run({ jobId: job.id, what: 'closed', worked })}
        />
      </div>
      {(verification.opened === false || verification.closed === false) && (
        <p className={classes['advice']} role="status">
          {text('flow.verify.notWorked')}
        </p>
      )}
      <Timeline verification={verification} />
    </StepFrame>
  );
}
