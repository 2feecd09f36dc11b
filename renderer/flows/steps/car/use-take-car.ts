import { useCallback } from 'react';
import type { CarId } from '../../../../shared/ids.ts';
import type { Draft } from '../../drafts/use-draft.ts';
import { useFlow } from '../../flow-context.ts';
import { useJobCall } from '../../use-job-call.ts';
import type { CarDraft } from './car-draft.ts';

/** Takes a car of the directory for this job and goes on. */
export function useTakeCar(draft: Draft<CarDraft>) {
  const { job, goOn } = useFlow();
  const choose = useJobCall(window.boxwright.jobs.chooseCar);
  const { run } = choose;
  const { forget } = draft;
  const take = useCallback(
    async (carId: CarId) => {
      const answer = await run({ jobId: job.id, carId });
      if (!answer.ok) return;
      forget();
      goOn(answer.value);
    },
    [run, job.id, forget, goOn],
  );
  return { take, busy: choose.busy, problem: choose.problem };
}
