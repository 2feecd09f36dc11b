import { Button } from '@mantine/core';
import { useText } from '../../../i18n/use-text.ts';
import { useScans } from '../../../scanning/receivers.ts';
import type { Draft } from '../../drafts/use-draft.ts';
import { useFlow, useJobCall } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { useFocusOnArrival } from '../../../components/use-focus-on-arrival.ts';
import type { CarDraft } from './car-draft.ts';
import { CarFields } from '../../../components/CarFields.tsx';
import { nameOf } from '../../../components/car-form.ts';
import { useTakeCar } from './CarSearch.tsx';

/**
 * The form for a car that the directory lacks. Hints warn and block nothing. The car is created here at once, and at
 * the operator as soon as possible.
 */
export function NewCarForm({ draft }: { readonly draft: Draft<CarDraft> }) {
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
