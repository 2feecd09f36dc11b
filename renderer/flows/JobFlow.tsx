import type { ComponentType } from 'react';
import { IconKey } from '@tabler/icons-react';
import type { JobView, InstallationView, RemovalView, SwapView } from '../../shared/domain/job.ts';
import type { JobId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import type { InstallationStep, RemovalStep, SwapStep } from '../../shared/domain/job-steps.ts';
import { PageLayout } from '../components/PageLayout.tsx';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../components/EmptyState.tsx';
import { useText } from '../i18n/use-text.ts';
import { useJob } from '../data/jobs.ts';
import { pageOfStep } from './flow-steps.ts';
import { Section } from '../components/Section.tsx';
import { HandedOver } from './HandOver.tsx';
import { LeaveOut } from './frame/StepFrame.tsx';
import { KeyfobStep } from './steps/keyfob/KeyfobStep.tsx';
import { GuidedFlow } from './frame/GuidedFlow.tsx';
import { BoxStep } from './steps/box/BoxStep.tsx';
import { CarStep } from './steps/car/CarStep.tsx';
import { FinishStep } from './steps/finish/FinishStep.tsx';
import { VerifyStep } from './steps/verify/VerifyStep.tsx';
import { BeforeStep, ChecksStep, FittingStep } from './steps/fitting/ChecklistStep.tsx';
import { GroupStep } from './steps/group/GroupStep.tsx';
import { useFlowOf } from './flow-context.ts';
import { ForcedMarks, KnownBox, KnownKey, NotYet, OpenAccess, KnownLeavingBox } from './known/Known.tsx';
import { KnownFrame } from './known/KnownFrame.tsx';
import { KnownPlan } from './known/KnownPlan.tsx';
import { FittingInstructions } from './known/FittingInstructions.tsx';
import { MountingMemory } from './known/MountingMemory.tsx';
import { LossesStep } from './steps/leaving/LossesStep.tsx';
import { OldBoxStep } from './steps/leaving/OldBoxStep.tsx';
import { TakeOutStep } from './steps/leaving/TakeOutStep.tsx';
import { RestoreStep } from './steps/leaving/RestoreStep.tsx';

/** A job of any kind. Continues where it was left, also days later. */
export function JobFlow({ jobId }: { readonly jobId: JobId }) {
  const text = useText();
  const { value: job, problem, refetch } = useJob(jobId);
  if (job !== null) return <FlowOfKind key={job.id} job={job} />;
  return (
    <PageLayout ofCustomer rail={null} title={text('flow.frame.loading')} known={null}>
      {problem === null ? <RowsSkeleton rows={4} /> : <ProblemNotice problem={problem} onRetry={refetch} />}
    </PageLayout>
  );
}

function FlowOfKind({ job }: { readonly job: JobView }) {
  if (job.handedOver) return <HandedOver job={job} />;
  switch (job.kind) {
    case 'installation':
      return <InstallationFlow job={job} />;
    case 'removal':
      return <RemovalFlow job={job} />;
    case 'swap':
      return <SwapFlow job={job} />;
    default:
      return neverReached(job);
  }
}

const installationScreens: Readonly<Record<InstallationStep, ComponentType>> = {
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
function InstallationFlow({ job }: { readonly job: InstallationView }) {
  return (
    <GuidedFlow
      job={job}
      screens={installationScreens}
      help={pageOfStep.installation}
      known={<InstallationKnown />}
    />
  );
}

/** Step 2: the key determines the Box; without a key the Box's variant stays unchecked. */
function KeyOrNone() {
  const text = useText();
  return <KeyfobStep otherwise={<LeaveOut step="keyfob" says={text('flow.key.skipSays')} />} />;
}

/** The known facts: the car, the key and the Box to take, the Box. */
function InstallationKnown() {
  const text = useText();
  const { job, step } = useFlowOf('installation');
  return (
    <KnownFrame job={job} first={<OpenAccess verification={job.verification} />}>
      {job.planned !== null && <KnownPlan planned={job.planned} />}
      <Section title={text('flow.known.key')}>
        {job.key === null ? (
          <NotYet
            icon={IconKey}
            says={text(job.steps.keyfob.state === 'skipped' ? 'flow.known.keySkipped' : 'flow.known.noKey')}
          />
        ) : (
          <KnownKey jobKey={job.key} />
        )}
      </Section>
      {job.car !== null &&
        job.finishedAt === null &&
        (step === 'before' || step === 'box' || step === 'fitting') && (
          <>
            <FittingInstructions />
            <MountingMemory />
          </>
        )}
      {job.box !== null && <KnownBox title={text('flow.known.box')} box={job.box} />}
      <ForcedMarks forced={job.forced} />
    </KnownFrame>
  );
}

const removalScreens: Readonly<Record<RemovalStep, ComponentType>> = {
  car: CarStep,
  'old-box': OldBoxStep,
  losses: LossesStep,
  'take-out': TakeOutStep,
  checks: ChecksStep,
  finish: FinishStep,
};

/** The removal of a Box from a car, from the car to the report. */
function RemovalFlow({ job }: { readonly job: RemovalView }) {
  return <GuidedFlow job={job} screens={removalScreens} help={pageOfStep.removal} known={<RemovalKnown />} />;
}

/** The known facts: the car, the Box that leaves and the accesses that go with it. */
function RemovalKnown() {
  const { job, step } = useFlowOf('removal');
  return (
    <KnownFrame job={job}>
      {job.finishedAt === null && (step === 'old-box' || step === 'take-out') && (
        <>
          <FittingInstructions />
          <MountingMemory />
        </>
      )}
      <KnownLeavingBox removal={job.removal} />
      <ForcedMarks forced={job.forced} />
    </KnownFrame>
  );
}

const swapScreens: Readonly<Record<SwapStep, ComponentType>> = {
  car: CarStep,
  'old-box': OldBoxStep,
  losses: LossesStep,
  keyfob: KeyfobStep,
  box: BoxStep,
  exchange: TakeOutStep,
  checks: ChecksStep,
  restore: RestoreStep,
  verify: VerifyStep,
  finish: FinishStep,
};

/** The swap of a Box for another one, with the accesses that ended with the old one. */
function SwapFlow({ job }: { readonly job: SwapView }) {
  return <GuidedFlow job={job} screens={swapScreens} help={pageOfStep.swap} known={<SwapKnown />} />;
}

/** The known facts: the car, both Boxes, the key where one was chosen, and the accesses that go with the old Box. */
function SwapKnown() {
  const text = useText();
  const { job, step } = useFlowOf('swap');
  return (
    <KnownFrame job={job} first={<OpenAccess verification={job.verification} />}>
      {job.finishedAt === null && (step === 'old-box' || step === 'box' || step === 'exchange') && (
        <>
          <FittingInstructions />
          <MountingMemory />
        </>
      )}
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
