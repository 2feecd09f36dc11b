import { useState } from 'react';
import { Button } from '@mantine/core';
import type { JobView, JobCar } from '../../../../shared/domain/job.ts';
import { RowsSkeleton } from '../../../components/EmptyState.tsx';
import { usePlanOfJob } from '../../../data/planned.ts';
import { hashOf } from '../../../navigation/route.ts';
import { Card } from '../../../components/Section.tsx';
import { openRequest } from '../../../components/review-pins.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useFlow } from '../../flow-context.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { StartHere } from '../../StartHere.tsx';
import { OperationTrouble } from '../../frame/Verdict.tsx';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { KnownCar } from '../../known/Known.tsx';
import { latestOperation } from '../../latest-operation.ts';
import {
  type CarDraft,
  carDraft,
  draftOfPlan,
  emptyCarDraft,
  searchOfPlan,
  guessTyped,
} from './car-draft.ts';
import { CarSearch } from './CarSearch.tsx';
import { NewCarForm } from './NewCarForm.tsx';
import { Row } from '../../../components/layout.tsx';
import classes from './Car.module.css';

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

/** The step when the car is chosen. */
function CarChosen({ car, onOther }: { readonly car: JobCar; readonly onOther: () => void }) {
  const text = useText();
  const { job, goOn } = useFlow();
  const operation = latestOperation(job.operations, 'create-car');
  // A car that was given up will never be: what hangs on it goes to another one.
  const lost = car.id === null && (operation?.state === 'cancelled' || operation?.state === 'failed');
  return (
    <StepFrame
      title={text('flow.car.titleChosen')}
      action={{ label: text('common.continue'), onAct: () => goOn(job), takesFocus: true }}
    >
      {/* Above the car: what a supervisor asked for is the one thing to do here. */}
      {job.carFixed && !lost && openRequest(job) !== null && <WrongCar car={car} />}
      <Card>
        <Row gap="3" align="center" justify="between">
          <KnownCar car={car} />
          {!job.carFixed || lost ? (
            <Button variant="default" onClick={onOther}>
              {text('flow.car.other')}
            </Button>
          ) : (
            <p className={classes['fixed']}>{text('flow.car.fixed')}</p>
          )}
        </Row>
      </Card>
      <OperationTrouble operation={operation} />
    </StepFrame>
  );
}

/** A job that was sent back for its car: the words on the car are corrected, or the Box goes to the car in which it sits. */
function WrongCar({ car }: { readonly car: JobCar }) {
  const text = useText();
  return (
    <Card>
      <p>{text('flow.car.rework')}</p>
      <div className={classes['ways']}>
        {car.id !== null && (
          <Button
            component="a"
            variant="default"
            href={hashOf({ screen: 'directory', section: 'cars', id: String(car.id) })}
          >
            {text('flow.car.reworkCorrect')}
          </Button>
        )}
        <StartHere kind="removal" label={text('flow.car.reworkRemove')} />
      </div>
    </Card>
  );
}
