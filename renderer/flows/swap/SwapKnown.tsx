import { useText } from '../../i18n/use-text.ts';
import { Section } from '../../components/Section.tsx';
import { useFlowOf } from '../flow-context.ts';
import { ForcedMarks } from '../known/ForcedMarks.tsx';
import { KnownBox } from '../known/KnownBox.tsx';
import { KnownFrame } from '../known/KnownFrame.tsx';
import { KnownKey } from '../known/KnownKey.tsx';
import { KnownLeavingBox } from '../known/KnownLeavingBox.tsx';
import { OpenAccess } from '../known/OpenAccess.tsx';

/** The known facts: the car, both Boxes, the key where one was chosen, and the accesses that go with the old Box. */
export function SwapKnown() {
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
