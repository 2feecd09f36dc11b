import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import type { JobView } from '../../../shared/domain/job.ts';
import type { StepName } from '../../../shared/domain/job-steps.ts';
import {
  type PhotoAnnotations,
  PhotoAnnotationsContext,
} from '../../components/annotate/photo-annotations.ts';
import { call } from '../../data/call.ts';
import { setJob } from '../../data/jobs.ts';
import { useHelpPage, type HelpPage } from '../../navigation/help.ts';
import { navigate, routeOf } from '../../navigation/route.ts';
import { type Flow, FlowContext } from '../flow-context.ts';
import { ReadStep } from '../ReadStep.tsx';
import { useFlowScans } from './use-flow-scans.ts';
import { openRequest, pinnedStep } from '../../components/review-pins.ts';
import { firstStep, nextStep, reachable, stepBefore } from '../flow-steps.ts';
import { withStorage } from '../unsaved-steps.ts';

/** The view of each step of a flow. */
export type StepScreens = Readonly<Partial<Record<StepName, ComponentType>>>;

/** The frame of a job's steps. Only the current step is state of the window; the data belongs to the job. */
export function GuidedFlow({
  job,
  screens,
  help,
  known,
}: {
  readonly job: JobView;
  readonly screens: StepScreens;
  readonly help: Readonly<Partial<Record<StepName, HelpPage>>>;
  readonly known: ReactNode;
}) {
  const [step, setStep] = useState<StepName>(() => requestedStep(job) ?? firstStep(job));
  const flow = useMemo((): Flow => {
    const before = stepBefore(job, step);
    return {
      job,
      step,
      known,
      goTo: setStep,
      advance: (view, to = nextStep(view, step)) => setStep((now) => (now === step ? to : now)),
      goBack: before === null ? null : () => setStep(before),
      leave: () => {
        const at = routeOf(window.location.hash);
        if (at.screen === 'job' && at.jobId === job.id) navigate({ screen: 'home' });
      },
    };
  }, [job, known, step]);
  const annotated = usePhotoAnnotations(job, step);
  useFlowScans(flow);
  useHelpPage(help[step] ?? null);
  const Screen = job.finishedAt !== null && step !== 'finish' ? ReadStep : screens[step];
  if (Screen === undefined) throw new Error(`A ${job.kind} has no step ${step}.`);
  return (
    <FlowContext value={flow}>
      <PhotoAnnotationsContext value={annotated}>
        <Screen key={step} />
      </PhotoAnnotationsContext>
    </FlowContext>
  );
}

/** The annotations of the job's photos. Only an open job takes more. */
function usePhotoAnnotations({ id, annotations, finishedAt }: JobView, step: StepName): PhotoAnnotations {
  const open = finishedAt === null;
  return useMemo(
    (): PhotoAnnotations => ({
      annotations,
      annotate: open
        ? async (of, jpeg, blurred) => {
            const input = { jobId: id, of, jpeg, blurred };
            const drawn = await call(window.boxwright.jobs.annotatePhoto, input, 'by-same-worker');
            const answer = withStorage(id, step, drawn);
            if (!answer.ok) return answer.error;
            setJob(answer.value);
            return null;
          }
        : null,
    }),
    [id, step, annotations, open],
  );
}

/** The step that a rework request concerns, once the job is open for rework. */
function requestedStep(job: JobView): StepName | null {
  const request = job.finishedAt === null ? openRequest(job) : null;
  const step = request === null ? null : pinnedStep(job, request);
  return step !== null && reachable(job, step).can ? step : null;
}
