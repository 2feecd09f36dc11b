import { IconKey } from '@tabler/icons-react';
import { Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useFlowOf } from '../flow-context.ts';
import { ForcedMarks } from '../known/ForcedMarks.tsx';
import { KnownBox } from '../known/KnownBox.tsx';
import { KnownFrame } from '../known/KnownFrame.tsx';
import { KnownKey } from '../known/KnownKey.tsx';
import { KnownPlan } from '../known/KnownPlan.tsx';
import { MountingMemory } from '../known/MountingMemory.tsx';
import { NotYet } from '../known/NotYet.tsx';
import { OpenAccess } from '../known/OpenAccess.tsx';

/** The known facts: the car, the key and the Box to take, the Box. */
export function InstallationKnown() {
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
        (step === 'before' || step === 'box' || step === 'fitting') && <MountingMemory />}
      {job.box !== null && <KnownBox title={text('flow.known.box')} box={job.box} />}
      <ForcedMarks forced={job.forced} />
    </KnownFrame>
  );
}
