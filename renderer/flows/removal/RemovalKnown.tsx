import { useFlowOf } from '../flow-context.ts';
import { KnownFrame } from '../known/KnownFrame.tsx';
import { KnownLeavingBox } from '../known/KnownLeavingBox.tsx';

/** The known facts: the car, the Box that leaves and the accesses that go with it. */
export function RemovalKnown() {
  const { job } = useFlowOf('removal');
  return (
    <KnownFrame job={job}>
      <KnownLeavingBox removal={job.removal} />
    </KnownFrame>
  );
}
