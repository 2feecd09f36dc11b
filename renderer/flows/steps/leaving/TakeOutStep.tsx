import { useFlowOf } from '../../flow-context.ts';
import { isDecided } from './decided.ts';
import { Decide } from './Decide.tsx';
import { OnItsWay } from './OnItsWay.tsx';

/** The deliberate act that names car and Box, and afterwards what came of it. */
export function TakeOutStep() {
  const { job } = useFlowOf('removal', 'swap');
  return isDecided(job) ? <OnItsWay /> : <Decide />;
}
