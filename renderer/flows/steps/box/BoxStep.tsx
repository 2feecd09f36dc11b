import { useState } from 'react';
import { useFlowOf } from '../../flow-context.ts';
import { BoxEntry } from './BoxEntry.tsx';
import { BoxOnItsWay } from './BoxOnItsWay.tsx';

/** Step 4: the Box by its serial, looked at before it is screwed in; afterwards what became of it. */
export function BoxStep() {
  const { job } = useFlowOf('installation', 'swap');
  const [another, setAnother] = useState(false);
  if (job.box === null || another) return <BoxEntry onFitted={() => setAnother(false)} />;
  return <BoxOnItsWay box={job.box} onAnother={() => setAnother(true)} />;
}
