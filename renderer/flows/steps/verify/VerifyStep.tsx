import { Button } from '@mantine/core';
import { proofAt } from '../../../../shared/domain/proof.ts';
import { neverReached } from '../../../../shared/never.ts';
import { stateOf } from '../../../../shared/domain/job.ts';
import { useNow } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useFlowOf } from '../../flow-context.ts';
import { Verdict, OperationProblem } from '../../frame/Verdict.tsx';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { latestOperation } from '../../flow-steps.ts';
import { useNextCar } from '../../Series.tsx';
import { stageOf } from './test-access.ts';
import { NotProven, useRetest } from './NotProven.tsx';
import { SetUp } from './SetUp.tsx';
import { Trying } from './Trying.tsx';
import { OperatorEvents, Timeline } from './Timeline.tsx';

/** A short test access, the car opened and closed with it, and the access removed again. */
export function VerifyStep() {
  const { job } = useFlowOf('installation', 'swap');
  const { proof } = job.verification;
  switch (proof.state) {
    case 'not-needed':
    case 'not-tested':
      return <SetUp />;
    case 'under-way':
      return <Waiting />;
    case 'to-try':
      return <RunningTest />;
    case 'to-remove':
      return stageOf(job.verification.phase) === 'removing' ? <Removing /> : <Trying />;
    case 'proven':
      return <Proved />;
    case 'unproven':
      return proof.why === 'refused' ? <SetUp /> : <NotProven proof={proof} />;
    default:
      return neverReached(proof);
  }
}

/** A test access may expire while the page is open; the test then ends. */
function RunningTest() {
  const { job } = useFlowOf('installation', 'swap');
  const proof = proofAt(job.verification.proof, useNow());
  return proof.state === 'unproven' ? <NotProven proof={proof} /> : <Trying />;
}

/** The car was seen to open and to close, and the removal of the test access is confirmed. */
function Proved() {
  const text = useText();
  const { job, advance: goOn } = useFlowOf('installation', 'swap');
  const again = useRetest();
  return (
    <StepFrame
      title={text('flow.verify.removed')}
      problem={again.problem}
      nextToBack={
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

/** The removal is under way. It counts when the operator confirms it; the report is available meanwhile. */
function Removing() {
  const text = useText();
  const { job, goTo } = useFlowOf('installation', 'swap');
  const operation = latestOperation(job.operations, 'delete-assignment');
  return (
    <StepFrame
      title={text('flow.verify.titleRemoving')}
      lead={text('flow.verify.removing')}
      action={{ label: text('flow.verify.continue'), onAct: () => goTo('finish'), takesFocus: true }}
    >
      <OperationProblem operation={operation} />
      <Timeline verification={job.verification} />
    </StepFrame>
  );
}

/** Waits for the operator's result. Every step is shown as it happens, and waiting is optional. */
function Waiting() {
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
      <OperationProblem operation={operation} mayBeGivenUp />
      <Timeline verification={job.verification} />
    </StepFrame>
  );
}
