import type { ComponentType } from 'react';
import type { RemovalView } from '../../../shared/domain/job.ts';
import type { RemovalStep } from '../../../shared/domain/job-steps.ts';
import { pageOfStep } from '../../navigation/help-topics.ts';
import { GuidedFlow } from '../frame/GuidedFlow.tsx';
import { CarStep } from '../steps/car/CarStep.tsx';
import { FinishStep } from '../steps/finish/FinishStep.tsx';
import { LossesStep } from '../steps/leaving/LossesStep.tsx';
import { OldBoxStep } from '../steps/leaving/OldBoxStep.tsx';
import { TakeOutStep } from '../steps/leaving/TakeOutStep.tsx';
import { useFlowOf } from '../flow-context.ts';
import { KnownFrame } from '../known/KnownFrame.tsx';
import { KnownLeavingBox } from '../known/KnownLeavingBox.tsx';

const screens: Readonly<Record<RemovalStep, ComponentType>> = {
  car: CarStep,
  'old-box': OldBoxStep,
  losses: LossesStep,
  'take-out': TakeOutStep,
  finish: FinishStep,
};

/** A Box out of a car, from the car to the report. */
export function RemovalFlow({ job }: { readonly job: RemovalView }) {
  return <GuidedFlow job={job} screens={screens} help={pageOfStep.removal} known={<RemovalKnown />} />;
}

/** The known facts: the car, the Box that leaves and the accesses that go with it. */
function RemovalKnown() {
  const { job } = useFlowOf('removal');
  return (
    <KnownFrame job={job}>
      <KnownLeavingBox removal={job.removal} />
    </KnownFrame>
  );
}
