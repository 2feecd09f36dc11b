import type { SentJob } from '../../../shared/domain/job.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Result } from '../../../shared/result.ts';
import { navigate } from '../../navigation/route.ts';
import { setJob } from '../../data/jobs.ts';
import { useMutation } from '../../data/call.ts';
import { useToday, nextOfMake, useBeginPlanned } from '../../data/planned.ts';

/**
 * Begins a series, or its next car, and opens it. The next car is the one of the same make that the office planned for
 * today, where there is one.
 */
export function useSeries() {
  const beginning = useMutation(window.boxwright.series.begin);
  const next = useMutation(window.boxwright.series.next);
  const planned = useBeginPlanned();
  const today = useToday();
  const go = async (asked: Promise<Result<SentJob, Problem>>) => {
    const answer = await asked;
    if (!answer.ok) return;
    const job = answer.value;
    const series = job.kind === 'installation' && job.car === null ? job.series : null;
    const ofPlan = series === null ? null : nextOfMake(today.value?.plannedJobs ?? [], series.shares.like);
    if (series !== null && ofPlan !== null && (await planned.begin(ofPlan.id, series.id))) return;
    setJob(job);
    navigate({ screen: 'job', jobId: job.id });
  };
  return {
    begin: (how: Parameters<typeof beginning.run>[0]) => go(beginning.run(how)),
    nextCar: (seriesId: Parameters<typeof next.run>[0]['seriesId']) => go(next.run({ seriesId })),
    busy: beginning.busy || next.busy || planned.busy,
    problem: beginning.problem ?? next.problem ?? planned.problem,
  };
}
