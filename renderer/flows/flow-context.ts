import { createContext, use } from 'react';
import type { JobView, StepName } from '../../shared/domain/job.ts';

/** What every step of the flow knows and may do. */
export interface Flow {
  readonly job: JobView;
  readonly step: StepName;
  readonly goTo: (step: StepName) => void;
  /** To the next step that is still to do, judged by the job as a write has just answered it. */
  readonly goOn: (view: JobView) => void;
  /** To the step before in the rail; null on the first. */
  readonly goBack: (() => void) | null;
  /** Home. Everything is kept. */
  readonly leave: () => void;
}

export const FlowContext = createContext<Flow | null>(null);

/** The flow around a step. */
export function useFlow(): Flow {
  const flow = use(FlowContext);
  if (flow === null) throw new Error('A step of the installation stands outside of its flow.');
  return flow;
}
