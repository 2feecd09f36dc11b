import { useCallback } from 'react';
import type { JobView } from '../../shared/domain/job.ts';
import { type BridgeFunction, type Mutation, useMutation } from '../data/call.ts';
import { setJob } from '../data/job.ts';

/** A write of the job: the view it answers is on the screen at once, without another reading. */
export function useJobCall<Input>(ask: BridgeFunction<Input, JobView>): Mutation<Input, JobView> {
  const calling = useMutation(ask);
  const { run: runCall } = calling;
  const run = useCallback(
    async (input: Input) => {
      const answer = await runCall(input);
      if (answer.ok) setJob(answer.value);
      return answer;
    },
    [runCall],
  );
  return { ...calling, run };
}
