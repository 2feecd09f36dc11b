import type { JobView } from '../../../shared/domain/job.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Result } from '../../../shared/result.ts';
import { navigate } from '../../navigation/route.ts';
import { setJob } from '../../data/job.ts';
import { useMutation } from '../../data/call.ts';

/** Begins a series, or its next car, and goes there. */
export function useSeries() {
  const beginning = useMutation(window.boxwright.series.begin);
  const next = useMutation(window.boxwright.series.next);
  const go = async (asked: Promise<Result<JobView, Problem>>) => {
    const answer = await asked;
    if (!answer.ok) return;
    setJob(answer.value);
    navigate({ screen: 'job', jobId: answer.value.id });
  };
  return {
    begin: (how: Parameters<typeof beginning.run>[0]) => go(beginning.run(how)),
    nextCar: (seriesId: Parameters<typeof next.run>[0]['seriesId']) => go(next.run({ seriesId })),
    busy: beginning.busy || next.busy,
    problem: beginning.problem ?? next.problem,
  };
}
