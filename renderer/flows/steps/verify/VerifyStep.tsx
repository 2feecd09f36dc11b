import { neverReached } from '../../../../shared/never.ts';
import { useFlowOf } from '../../flow-context.ts';
import { stageOf } from './phases.ts';
import { Proved } from './Proved.tsx';
import { Removing } from './Removing.tsx';
import { SetUp } from './SetUp.tsx';
import { Trying } from './Trying.tsx';
import { Waiting } from './Waiting.tsx';

/** Step 6: a short test access, the car opened and closed with it, and the access removed again. */
export function VerifyStep() {
  const { job } = useFlowOf('installation', 'swap');
  const stage = stageOf(job.verification.phase);
  switch (stage) {
    case 'set-up':
      return <SetUp />;
    case 'waiting':
      return <Waiting />;
    case 'trying':
      return <Trying />;
    case 'removing':
      return <Removing />;
    case 'removed':
      return <Proved />;
    default:
      return neverReached(stage);
  }
}
