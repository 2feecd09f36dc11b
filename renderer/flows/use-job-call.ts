import { useCallback } from 'react';
import type { JobView } from '../../shared/domain/job.ts';
import { type BridgeFunction, type Calling, useCall } from '../bridge/call.ts';
import { acceptJob } from '../stores/job.ts';

/** A write of the job: the view it answers is on the screen at once, without another reading. */
export function useJobCall<Input>(ask: BridgeFunction<Input, JobView>): Calling<Input, JobView> {
  const calling = useCall(ask);
  const { run: runCall } = calling;
  const run = useCallback(
    async (input: Input) => {
      const answer = await runCall(input);
      if (answer.ok) acceptJob(answer.value);
      return answer;
    },
    [runCall],
  );
  return { ...calling, run };
}
