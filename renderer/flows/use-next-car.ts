import { nextPlanned, useBeginPlanned } from '../components/planned/next-planned.ts';
import { useToday, usePlanOfJob } from '../data/planned.ts';
import { navigate } from '../navigation/route.ts';
import { useMutation } from '../data/call.ts';
import { useFlow } from './flow-context.ts';
import { useSeries } from '../components/series/use-series.ts';

/** Goes on with the next car: of the series with what its cars share, of the office's plan where this one is of it, else the same once more. */
export function useNextCar() {
  const { job } = useFlow();
  const starting = useMutation(window.boxwright.jobs.start);
  const series = useSeries();
  const planned = useBeginPlanned();
  const plan = usePlanOfJob(job.id);
  const today = useToday();
  const around = job.kind === 'installation' && job.series?.ended === false ? job.series : null;
  const start = async () => {
    if (around !== null) {
      await series.nextCar(around.id);
      return;
    }
    const isPlanned = plan !== null && plan !== undefined;
    const next = isPlanned ? nextPlanned(today.value?.plannedJobs ?? [], Date.now()) : null;
    if (next !== null) {
      await planned.begin(next.id, null);
      return;
    }
    const answer = await starting.run({ kind: job.kind });
    if (answer.ok) navigate({ screen: 'job', jobId: answer.value.id });
  };
  return {
    start,
    busy: starting.busy || series.busy || planned.busy,
    problem: starting.problem ?? series.problem ?? planned.problem,
  };
}
