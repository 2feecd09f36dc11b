import { create } from 'zustand';
import type { StepName } from '../../shared/domain/job-steps.ts';
import type { JobId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { onStored, useStatus } from '../data/status.ts';

/*
 * The steps whose last write may not be on the disk: main wrote it, so a read of the job shows it as done, but its sync
 * failed. Forgotten once the disk has stored everything.
 */
const useSteps = create<{ readonly steps: ReadonlySet<string> }>(() => ({ steps: new Set() }));
onStored(() => useSteps.setState({ steps: new Set() }));

const place = (jobId: JobId, step: StepName) => `${jobId} ${step}`;

/** Takes the answer to a write of this step, and returns it. */
export function withStorage<Answer extends Result<unknown, Problem>>(
  jobId: JobId,
  step: StepName,
  answer: Answer,
): Answer {
  if (!answer.ok && answer.error.code === 'last-steps-unsaved') {
    useSteps.setState(({ steps }) => ({ steps: new Set([...steps, place(jobId, step)]) }));
  }
  return answer;
}

/** Whether the last write of this step may not be on the disk. */
export function useMayBeUnsaved(jobId: JobId, step: StepName): boolean {
  const isNoted = useSteps(({ steps }) => steps.has(place(jobId, step)));
  const status = useStatus().value;
  return isNoted && status !== null && status.unsaved !== null;
}
