import { useMemo, useState } from 'react';
import type { JobView, StepName } from '../../../shared/domain/job.ts';
import { neverReached } from '../../../shared/never.ts';
import { navigate } from '../../app/route.ts';
import { type Flow, FlowContext } from '../flow-context.ts';
import { firstStep, nextStep, stepBefore } from '../step-order.ts';
import { BoxStep } from '../steps/box/BoxStep.tsx';
import { CarStep } from '../steps/car/CarStep.tsx';
import { FinishStep } from '../steps/finish/FinishStep.tsx';
import { FittingStep } from './steps/fitting/FittingStep.tsx';
import { GroupStep } from './steps/group/GroupStep.tsx';
import { KeyfobStep } from './steps/keyfob/KeyfobStep.tsx';
import { VerifyStep } from '../steps/verify/VerifyStep.tsx';

/** Where in the job the person is. The place is the window's own; everything done is the job's. */
export function FlowOfJob({ job }: { readonly job: JobView }) {
  const [step, setStep] = useState<StepName>(() => firstStep(job));
  const flow = useMemo((): Flow => {
    const before = stepBefore(step);
    return {
      job,
      step,
      goTo: setStep,
      goOn: (view) => setStep(nextStep(view, step)),
      goBack: before === null || job.finishedAt !== null ? null : () => setStep(before),
      leave: () => navigate({ screen: 'home' }),
    };
  }, [job, step]);
  return (
    <FlowContext value={flow}>
      <Step key={step} step={step} />
    </FlowContext>
  );
}

function Step({ step }: { readonly step: StepName }) {
  switch (step) {
    case 'car':
      return <CarStep />;
    case 'keyfob':
      return <KeyfobStep />;
    case 'fitting':
      return <FittingStep />;
    case 'box':
      return <BoxStep />;
    case 'group':
      return <GroupStep />;
    case 'verify':
      return <VerifyStep />;
    case 'finish':
      return <FinishStep />;
    default:
      return neverReached(step);
  }
}
