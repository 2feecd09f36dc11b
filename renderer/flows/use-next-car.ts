import { navigate } from '../app/route.ts';
import { useFlow } from './flow-context.ts';
import { useCall } from '../bridge/call.ts';

/** Begins the same with the next car and goes there. */
export function useNextCar() {
  const { job } = useFlow();
  const starting = useCall(window.boxwright.jobs.start);
  const start = async () => {
    const answer = await starting.run({ kind: job.kind });
    if (answer.ok) navigate({ screen: 'job', jobId: answer.value.id });
  };
  return { start, busy: starting.busy, problem: starting.problem };
}
