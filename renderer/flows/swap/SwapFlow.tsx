import type { ComponentType } from 'react';
import type { SwapView } from '../../../shared/domain/job.ts';
import type { SwapStep } from '../../../shared/domain/job-steps.ts';
import { pageOfStep } from '../../navigation/help-topics.ts';
import { GuidedFlow } from '../frame/GuidedFlow.tsx';
import { BoxStep } from '../steps/box/BoxStep.tsx';
import { CarStep } from '../steps/car/CarStep.tsx';
import { FinishStep } from '../steps/finish/FinishStep.tsx';
import { KeyfobStep } from '../steps/keyfob/KeyfobStep.tsx';
import { LossesStep } from '../steps/leaving/LossesStep.tsx';
import { OldBoxStep } from '../steps/leaving/OldBoxStep.tsx';
import { TakeOutStep } from '../steps/leaving/TakeOutStep.tsx';
import { VerifyStep } from '../steps/verify/VerifyStep.tsx';
import { RestoreStep } from './RestoreStep.tsx';
import { SwapKnown } from './SwapKnown.tsx';

const screens: Readonly<Record<SwapStep, ComponentType>> = {
  car: CarStep,
  'old-box': OldBoxStep,
  losses: LossesStep,
  keyfob: KeyfobStep,
  box: BoxStep,
  exchange: TakeOutStep,
  restore: RestoreStep,
  verify: VerifyStep,
  finish: FinishStep,
};

/** One Box for another, with the accesses that the old one took. */
export function SwapFlow({ job }: { readonly job: SwapView }) {
  return <GuidedFlow job={job} screens={screens} help={pageOfStep.swap} known={<SwapKnown />} />;
}
