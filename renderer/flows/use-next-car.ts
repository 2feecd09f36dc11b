import { navigate } from '../app/route.ts';
import { useCall } from '../bridge/call.ts';

/** Begins the installation of the next car and goes there. */
export function useNextCar() {
  const starting = useCall(window.boxwright.jobs.start);
  const start = async () => {
    const answer = await starting.run({ kind: 'installation' });
    if (answer.ok) navigate({ screen: 'job', jobId: answer.value.id });
  };
  return { start, busy: starting.busy, problem: starting.problem };
}
