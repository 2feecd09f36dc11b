import { openRequest, pinnedStep } from '../../components/review-pins.ts';
import { useFlow } from '../flow-context.ts';
import { reachable } from '../step-order.ts';
import { useJobCall } from '../use-job-call.ts';

/** Opens the job for what was asked, and goes where it is to be done. */
export function useBeginRework() {
  const { job, goTo, goOn } = useFlow();
  const { run, busy, problem } = useJobCall(window.boxwright.reviewing.beginRework);
  const begin = async () => {
    const answer = await run({ jobId: job.id });
    if (!answer.ok) return;
    const request = openRequest(answer.value);
    const there = request === null ? null : pinnedStep(answer.value, request);
    if (there !== null && reachable(answer.value, there).can) goTo(there);
    else goOn(answer.value);
  };
  return { begin, busy, problem };
}
