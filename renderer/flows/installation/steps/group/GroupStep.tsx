import { useState } from 'react';
import { useFlowOf } from '../../../flow-context.ts';
import { GroupChoice } from './GroupChoice.tsx';
import { GroupChosen } from './GroupChosen.tsx';

/** Step 5: the group the car belongs to. */
export function GroupStep() {
  const { job } = useFlowOf('installation');
  const [choosing, setChoosing] = useState(job.group === null);
  return choosing || job.group === null ? (
    <GroupChoice />
  ) : (
    <GroupChosen group={job.group} onOther={() => setChoosing(true)} />
  );
}
