import type { ComponentType } from 'react';
import type { SwapView } from '../../../shared/domain/job.ts';
import type { SwapStep } from '../../../shared/domain/job-steps.ts';
import { pageOfStep } from '../../navigation/help-topics.ts';
import { useText } from '../../i18n/use-text.ts';
import { Section } from '../../components/Section.tsx';
import { GuidedFlow } from '../frame/GuidedFlow.tsx';
import { BoxStep } from '../steps/box/BoxStep.tsx';
import { CarStep } from '../steps/car/CarStep.tsx';
import { FinishStep } from '../steps/finish/FinishStep.tsx';
import { KeyfobStep } from '../steps/keyfob/KeyfobStep.tsx';
import { LossesStep } from '../steps/leaving/LossesStep.tsx';
import { OldBoxStep } from '../steps/leaving/OldBoxStep.tsx';
import { TakeOutStep } from '../steps/leaving/TakeOutStep.tsx';
import { VerifyStep } from '../steps/verify/VerifyStep.tsx';
import { useFlowOf } from '../flow-context.ts';
import { ForcedMarks } from '../known/ForcedMarks.tsx';
import { KnownBox } from '../known/KnownBox.tsx';
import { KnownFrame } from '../known/KnownFrame.tsx';
import { KnownKey } from '../known/KnownKey.tsx';
import { KnownLeavingBox } from '../known/KnownLeavingBox.tsx';
import { OpenAccess } from '../known/OpenAccess.tsx';
import { RestoreStep } from './RestoreStep.tsx';

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

/** The known facts: the car, both Boxes, the key where one was chosen, and the accesses that go with the old Box. */
function SwapKnown() {
  const text = useText();
  const { job } = useFlowOf('swap');
  return (
    <KnownFrame job={job} first={<OpenAccess verification={job.verification} />}>
      <KnownLeavingBox removal={job.removal} />
      {job.key !== null && (
        <Section title={text('flow.known.key')}>
          <KnownKey jobKey={job.key} />
        </Section>
      )}
      {job.box !== null && <KnownBox title={text('flow.known.newBox')} box={job.box} />}
      <ForcedMarks forced={job.forced} />
    </KnownFrame>
  );
}
