import { useFlowOf } from '../flow-context.ts';
import { KnownFrame } from '../known/KnownFrame.tsx';
import { KnownLeavingBox } from '../known/KnownLeavingBox.tsx';

/** What is known: the car, the Box that leaves and what goes with it. */
export function RemovalKnown() {
  const { job } = useFlowOf('removal');
  return (
    <KnownFrame job={job}>
      <KnownLeavingBox removal={job.removal} />
    </KnownFrame>
  );
}
