import { useState } from 'react';
import { Button } from '@mantine/core';
import type { JobView, JobCar } from '../../../../shared/domain/job.ts';
import { RowsSkeleton } from '../../../components/EmptyState.tsx';
import { usePlanOfJob } from '../../../data/planned.ts';
import { hashOf } from '../../../navigation/route.ts';
import { Card } from '../../../components/Section.tsx';
import { openRequest } from '../../../components/review-pins.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useFlow, useJobCall } from '../../flow-context.ts';
import { useDraft, type Draft } from '../../drafts/use-draft.ts';
import { StartHere } from '../../StartHere.tsx';
import { OperationProblem } from '../../frame/Verdict.tsx';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { KnownCar } from '../../known/Known.tsx';
import { latestOperation } from '../../flow-steps.ts';
import { useScans } from '../../../scanning/receivers.ts';
import {
  type CarDraft,
  carDraft,
  draftOfPlan,
  emptyCarDraft,
  searchOfPlan,
  guessTyped,
} from './car-draft.ts';
import { CarSearch, useTakeCar } from './CarSearch.tsx';
import { Row, Text } from '../../../components/layout.tsx';
import { useFocusOnArrival } from '../../../components/use-focus.ts';
import { CarFields } from '../../../components/CarFields.tsx';
import { nameOf } from '../../../components/car-form.ts';
import classes from './Car.module.css';

/** Step 1: find or create the car. */
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

/**
 * A Box can only leave a car that the operator has, so no new car is offered. The search begins with the car of the
 * office's plan where there is one.
 */
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
      // A car that this series has already fitted is not proposed again.
      {...(job.kind === 'installation' && job.series !== null ? { besides: job.series.cars } : {})}
      onCreate={mayCreate ? () => draft.change({ mode: 'create', ...guessTyped(draft.form.text) }) : null}
    />
  );
}

/** The step after a car was chosen. */
function CarChosen({ car, onOther }: { readonly car: JobCar; readonly onOther: () => void }) {
  const text = useText();
  const { job, advance: goOn } = useFlow();
  const operation = latestOperation(job.operations, 'create-car');
  // A car whose creation failed or was cancelled will never exist, so another car must be chosen for the job.
  const lost = car.id === null && (operation?.state === 'cancelled' || operation?.state === 'failed');
  return (
    <StepFrame
      title={text('flow.car.titleChosen')}
      action={{ label: text('common.continue'), onAct: () => goOn(job), takesFocus: true }}
    >
      {/* Above the car, because the rework request is the primary task here. */}
      {job.carFixed && !lost && openRequest(job) !== null && <WrongCar car={car} />}
      <Card>
        <Row gap="3" align="center" justify="between">
          <KnownCar car={car} />
          {!job.carFixed || lost ? (
            <Button variant="default" onClick={onOther}>
              {text('flow.car.other')}
            </Button>
          ) : (
            <Text as="p" size="small" quiet className={classes['fixed']}>
              {text('flow.car.fixed')}
            </Text>
          )}
        </Row>
      </Card>
      <OperationProblem operation={operation} />
    </StepFrame>
  );
}

/**
 * The remedies for a rework request about the car: correct the data of the car, or move the Box to the car in which it
 * is installed.
 */
function WrongCar({ car }: { readonly car: JobCar }) {
  const text = useText();
  return (
    <Card>
      <p>{text('flow.car.rework')}</p>
      <Row gap="1" wrap above="2">
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
      </Row>
    </Card>
  );
}

/**
 * The form for a car that the directory lacks. Hints warn and block nothing. The car is created here at once, and at
 * the operator as soon as possible.
 */
function NewCarForm({ draft }: { readonly draft: Draft<CarDraft> }) {
  const text = useText();
  const { job, advance: goOn } = useFlow();
  const first = useFocusOnArrival();
  const create = useJobCall(window.boxwright.jobs.createCar);
  const chooseInstead = useTakeCar(draft);
  const { form, change } = draft;
  const name = nameOf(form);

  useScans('step', ({ kind, text: vin }) => {
    if (kind !== 'vin') return false;
    change({ vin });
    return true;
  });
  const save = async () => {
    const { licensePlate, vin, brand, model } = form;
    const answer = await create.run({ jobId: job.id, car: { name, licensePlate, vin, brand, model } });
    if (!answer.ok) return;
    draft.forget();
    goOn(answer.value);
  };
  return (
    <StepFrame
      title={text('flow.car.new.title')}
      lead={text('flow.car.new.lead')}
      problem={create.problem ?? chooseInstead.problem}
      action={{
        label: text('flow.car.new.act'),
        onAct: () => void save(),
        busy: create.busy,
        ...(name === '' ? { hint: text('flow.car.new.nameNeeds') } : {}),
      }}
      nextToBack={
        <Button variant="default" size="lg" onClick={() => change({ mode: 'search' })}>
          {text('flow.car.new.back')}
        </Button>
      }
    >
      <CarFields
        form={form}
        onChange={change}
        first={first}
        name={{
          placeholder: name,
          says: name !== '' && form.name.trim() === '' ? text('flow.car.new.nameSays', { name }) : undefined,
        }}
        onTake={(car) => void chooseInstead.take(car.id)}
      />
    </StepFrame>
  );
}
