import type { ComponentType } from 'react';
import type { InstallationView } from '../../../shared/domain/job.ts';
import type { InstallationStep } from '../../../shared/domain/job-steps.ts';
import { pageOfStep } from '../../navigation/help-topics.ts';
import { GuidedFlow } from '../frame/GuidedFlow.tsx';
import { BoxStep } from '../steps/box/BoxStep.tsx';
import { CarStep } from '../steps/car/CarStep.tsx';
import { FinishStep } from '../steps/finish/FinishStep.tsx';
import { VerifyStep } from '../steps/verify/VerifyStep.tsx';
import { InstallationKnown } from './InstallationKnown.tsx';
import { BeforeStep, FittingStep } from './steps/fitting/ChecklistStep.tsx';
import { GroupStep } from './steps/group/GroupStep.tsx';
import { KeyOrNone } from './steps/KeyOrNone.tsx';

const screens: Readonly<Record<InstallationStep, ComponentType>> = {
  car: CarStep,
  keyfob: KeyOrNone,
  before: BeforeStep,
  box: BoxStep,
  fitting: FittingStep,
  group: GroupStep,
  verify: VerifyStep,
  finish: FinishStep,
};

/** One installation from the car to the report. */
export function InstallationFlow({ job }: { readonly job: InstallationView }) {
  return (
    <GuidedFlow job={job} screens={screens} help={pageOfStep.installation} known={<InstallationKnown />} />
  );
}
