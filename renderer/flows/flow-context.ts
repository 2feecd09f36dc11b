import { createContext, type ReactNode, use, useCallback } from 'react';
import type { JobView, SentJob, ViewOf } from '../../shared/domain/job.ts';
import type { JobKind, StepName } from '../../shared/domain/job-steps.ts';
import { type BridgeFunction, type Mutation, useMutation } from '../data/call.ts';
import { setJob } from '../data/jobs.ts';
import { withStorage } from './unsaved-steps.ts';

/** The context of every step of a flow. */
export interface Flow<Job extends JobView = JobView> {
  readonly job: Job;
  readonly step: StepName;
  /** The right column: the known facts of this kind of job. */
  readonly known: ReactNode;
  readonly goTo: (step: StepName) => void;
  /**
   * Goes on after a write: to `to`, else to the next open step, judged by the view that the write has just returned. A
   * person who has gone to another step since stays there.
   */
  readonly advance: (view: SentJob, to?: StepName) => void;
  /** Goes to the previous step in the rail; null on the first. */
  readonly goBack: (() => void) | null;
  /** Goes to Home. Everything is saved. A person who has opened another screen since stays there. */
  readonly leave: () => void;
}

export const FlowContext = createContext<Flow | null>(null);

/** The flow around the current step. */
export function useFlow(): Flow {
  const flow = use(FlowContext);
  if (flow === null) throw new Error('A step stands outside of its flow.');
  return flow;
}

/** The flow for a step that only these kinds of jobs have. */
export function useFlowOf<Kind extends JobKind>(...kinds: readonly Kind[]): Flow<ViewOf<Kind>> {
  const { job, ...flow } = useFlow();
  if (!isOfKind(job, kinds)) throw new Error(`This step is not one of a ${job.kind}.`);
  return { ...flow, job };
}

function isOfKind<Kind extends JobKind>(job: JobView, kinds: readonly Kind[]): job is ViewOf<Kind> {
  return kinds.some((kind) => kind === job.kind);
}

/** A write of the job at this step: the view that it returns is shown at once, without a refetch. */
export function useJobCall<Input>(ask: BridgeFunction<Input, SentJob>): Mutation<Input, SentJob> {
  const { job, step } = useFlow();
  const calling = useMutation(ask);
  const { run: runCall } = calling;
  const run = useCallback(
    async (input: Input) => {
      const answer = withStorage(job.id, step, await runCall(input));
      if (answer.ok) setJob(answer.value);
      return answer;
    },
    [runCall, job.id, step],
  );
  return { ...calling, run };
}
