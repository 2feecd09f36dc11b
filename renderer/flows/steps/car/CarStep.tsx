import { useFlow } from '../../flow-context.ts';
import { useState } from 'react';
import { useDraft } from '../../drafts/use-draft.ts';
import { carDraft, draftOfPlan, emptyCarDraft } from './car-draft.ts';
import { CarChosen } from './CarChosen.tsx';
import { CarSearch } from './CarSearch.tsx';
import { guessTyped } from './guess-typed.ts';
import { NewCarForm } from './NewCarForm.tsx';

/** Step 1: find the car, or create it. */
export function CarStep() {
  const { job } = useFlow();
  // A car that is not at the operator yet holds no Box.
  const planned = job.kind === 'installation' ? job.planned : null;
  const mayCreate = job.kind === 'installation';
  const draft = useDraft(carDraft, planned === null ? emptyCarDraft : draftOfPlan(planned));
  const [choosing, setChoosing] = useState(job.car === null);
  if (!choosing && job.car !== null) {
    return <CarChosen car={job.car} onOther={() => setChoosing(true)} />;
  }
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
