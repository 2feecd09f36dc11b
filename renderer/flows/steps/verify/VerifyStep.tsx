import { proofAt } from '../../../../shared/domain/proof.ts';
import { neverReached } from '../../../../shared/never.ts';
import { useNow } from '../../../format/use-now.ts';
import { useFlowOf } from '../../flow-context.ts';
import { stageOf } from './phases.ts';
import { NotProven } from './NotProven.tsx';
import { Proved } from './Proved.tsx';
import { Removing } from './Removing.tsx';
import { SetUp } from './SetUp.tsx';
import { Trying } from './Trying.tsx';
import { Waiting } from './Waiting.tsx';

/** A short test access, the car opened and closed with it, and the access removed again. */
export function VerifyStep() {
  const { job } = useFlowOf('installation', 'swap');
  const { proof } = job.verification;
  switch (proof.state) {
    case 'not-needed':
    case 'not-tested':
      return <SetUp />;
    case 'under-way':
      return <Waiting />;
    case 'to-try':
      return <RunningTest />;
    case 'to-remove':
      return stageOf(job.verification.phase) === 'removing' ? <Removing /> : <Trying />;
    case 'proven':
      return <Proved />;
    case 'unproven':
      return proof.why === 'refused' ? <SetUp /> : <NotProven proof={proof} />;
    default:
      return neverReached(proof);
  }
}

/** An access may run out while the page is open: from then on nothing can be seen with it. */
function RunningTest() {
  const { job } = useFlowOf('installation', 'swap');
  const proof = proofAt(job.verification.proof, useNow());
  return proof.state === 'unproven' ? <NotProven proof={proof} /> : <Trying />;
}
