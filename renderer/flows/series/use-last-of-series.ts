import { useMutation } from '../../data/call.ts';
import { useFlow } from '../flow-context.ts';

/** Is this car the last one of the planned number? Finishing it then ends the series. */
export function useLastOfSeries() {
  const { job } = useFlow();
  const ending = useMutation(window.boxwright.series.end);
  const series = job.kind === 'installation' && job.series?.ended === false ? job.series : null;
  const others = series === null ? 0 : series.done - (job.finishedAt === null ? 0 : 1);
  return {
    is: series !== null && series.planned !== null && others + 1 >= series.planned,
    end: async (): Promise<boolean> => series === null || (await ending.run({ seriesId: series.id })).ok,
    busy: ending.busy,
    problem: ending.problem,
  };
}
