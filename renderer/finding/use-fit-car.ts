import type { CarId } from '../../shared/ids.ts';
import { navigate } from '../navigation/route.ts';
import { useMutation } from '../data/call.ts';
import { setJob } from '../data/job.ts';

/** Begins the installation of a car that was found, and goes there. */
export function useFitCar(onBegun: () => void) {
  const starting = useMutation(window.boxwright.jobs.start);
  const choosing = useMutation(window.boxwright.jobs.chooseCar);
  const fit = async (carId: CarId) => {
    const started = await starting.run({ kind: 'installation' });
    if (!started.ok) return;
    const chosen = await choosing.run({ jobId: started.value.id, carId });
    setJob(chosen.ok ? chosen.value : started.value);
    onBegun();
    navigate({ screen: 'job', jobId: started.value.id });
  };
  return {
    fit,
    busy: starting.busy || choosing.busy,
    problem: starting.problem ?? choosing.problem,
  };
}
