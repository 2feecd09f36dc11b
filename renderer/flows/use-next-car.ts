import { navigate } from '../navigation/route.ts';
import { useMutation } from '../data/call.ts';
import { useFlow } from './flow-context.ts';
import { useSeries } from '../components/series/use-series.ts';

/** Begins the same with the next car and goes there; in a series with what its cars share. */
export function useNextCar() {
  const { job } = useFlow();
  const starting = useMutation(window.boxwright.jobs.start);
  const series = useSeries();
  const around = job.kind === 'installation' && job.series?.ended === false ? job.series : null;
  const start = async () => {
    if (around !== null) {
      await series.nextCar(around.id);
      return;
    }
    const answer = await starting.run({ kind: job.kind });
    if (answer.ok) navigate({ screen: 'job', jobId: answer.value.id });
  };
  return { start, busy: starting.busy || series.busy, problem: starting.problem ?? series.problem };
}
