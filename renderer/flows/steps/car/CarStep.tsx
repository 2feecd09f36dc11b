import { useState } from 'react';
import type { JobView } from '../../../../shared/domain/job.ts';
import { RowsSkeleton } from '../../../components/EmptyState.tsx';
import { usePlanOfJob } from '../../../data/planned.ts';
import { useFlow } from '../../flow-context.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { type CarDraft, carDraft, draftOfPlan, emptyCarDraft, searchOfPlan } from './car-draft.ts';
import { CarChosen } from './CarChosen.tsx';
import { CarSearch } from './CarSearch.tsx';
import { guessTyped } from './guess-typed.ts';
import { NewCarForm } from './NewCarForm.tsx';

/** Step 1: find the car, or create it. */
export function CarStep() {
  const { job } = useFlow();
  const [choosing, setChoosing] = useState(job.car === null);
  if (!choosing && job.car !== null) {
    return <CarChosen car={job.car} onOther={() => setChoosing(true)} />;
  }
  if (job.kind === 'installation') {
    return <CarEntry job={job} begun={job.planned === null ? emptyCarDraft : draftOfPlan(job.planned)} />;
  }
  return <LeavingCar job={job} />;
}

/** A car that is not at the operator yet holds no Box: it is searched, by the words of the office's plan where there is one. */
function LeavingCar({ job }: { readonly job: JobView }) {
  const plan = usePlanOfJob(job.id);
  if (plan === undefined) return <RowsSkeleton rows={4} height={64} />;
  return <CarEntry job={job} begun={plan === null ? emptyCarDraft : searchOfPlan(plan.work.car)} />;
}

function CarEntry({ job, begun }: { readonly job: JobView; readonly begun: CarDraft }) {
  const mayCreate = job.kind === 'installation';
  const draft = useDraft(carDraft, begun);
  return mayCreate && draft.form.mode === 'create' ? (
    <NewCarForm draft={draft} />
  ) : (
    <CarSearch
      draft={draft}
      // A car that this series has fitted already is not its next one.
      {...(job.kind === 'installation' && job.series !== null ? { besides: job.series.cars } : {})}
      onCreate={mayCreate ? () => draft.change({ mode: 'create', ...guessTyped(draft.form.text) }) : null}
    />
  );
}
