import type { Problem } from '../../../../shared/problem.ts';
import { useFlow } from '../../flow-context.ts';
import { useJobCall } from '../../use-job-call.ts';

/** Tries the car once more, and shows the step where that is done. */
export function useTestAgain(): {
  readonly run: () => Promise<void>;
  readonly busy: boolean;
  readonly problem: Problem | null;
} {
  const { job, goTo } = useFlow();
  const { run, busy, problem } = useJobCall(window.boxwright.jobs.testAgain);
  return {
    run: async () => {
      if ((await run({ jobId: job.id })).ok) goTo('verify');
    },
    busy,
    problem,
  };
}
