import type { JobView } from '../../../shared/domain/job.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Result } from '../../../shared/result.ts';
import { navigate } from '../../app/route.ts';
import { acceptJob } from '../../stores/job.ts';
import { useCall } from '../../bridge/call.ts';

/** Begins a series, or its next car, and goes there. */
export function useSeries() {
  const beginning = useCall(window.boxwright.series.begin);
  const next = useCall(window.boxwright.series.next);
  const go = async (asked: Promise<Result<JobView, Problem>>) => {
    const answer = await asked;
    if (!answer.ok) return;
    acceptJob(answer.value);
    navigate({ screen: 'job', jobId: answer.value.id });
  };
  return {
    begin: (how: Parameters<typeof beginning.run>[0]) => go(beginning.run(how)),
    nextCar: (seriesId: Parameters<typeof next.run>[0]['seriesId']) => go(next.run({ seriesId })),
    busy: beginning.busy || next.busy,
    problem: beginning.problem ?? next.problem,
  };
}
