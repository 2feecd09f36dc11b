import { Autocomplete, Button, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { useScans } from '../../../scanning/receivers.ts';
import type { Draft } from '../../drafts/use-draft.ts';
import { useFlow, useJobCall } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { useFocusOnArrival } from '../../../components/use-focus-on-arrival.ts';
import { type CarDraft, suggestedName } from './car-draft.ts';
import { CarHints } from '../../../components/CarHints.tsx';
import { useTakeCar } from './CarSearch.tsx';
import classes from './Car.module.css';

const everything = {} as const;

/** A car the directory does not know. Hints warn, nothing blocks; created here at once, at the operator when it can be. */
export function NewCarForm({ draft }: { readonly draft: Draft<CarDraft> }) {
  const text = useText();
  const { job, goOn } = useFlow();
  const first = useFocusOnArrival();
  const create = useJobCall(window.boxwright.jobs.createCar);
  const chooseInstead = useTakeCar(draft);
  const brands = useQuery(window.boxwright.directory.brands, everything);
  const { form, change } = draft;
  const suggestion = suggestedName(form);
  const question = useMemo(
    () => ({ vin: form.vin.slice(0, 200), licensePlate: form.licensePlate.slice(0, 200) }),
    [form.vin, form.licensePlate],
  );
  const hints = useQuery(window.boxwright.directory.carHints, question);

  useScans('step', ({ kind, text: vin }) => {
    if (kind !== 'vin') return false;
    change({ vin });
    return true;
  });
  const save = async () => {
    const { licensePlate, vin, brand, model } = form;
    const name = form.name.trim() === '' ? suggestion : form.name;
    const answer = await create.run({ jobId: job.id, car: { name, licensePlate, vin, brand, model } });
    if (!answer.ok) return;
    draft.forget();
    goOn(answer.value);
  };
  const field = (key: 'licensePlate' | 'vin' | 'model' | 'name') => ({
    value: form[key],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ [key]: event.currentTarget.value }),
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <StepFrame
      title={text('flow.car.new.title')}
      lead={text('flow.car.new.lead')}
      problem={create.problem ?? chooseInstead.problem}
      action={{
        label: text('flow.car.new.act'),
        onAct: () => void save(),
        busy: create.busy,
        ...(suggestion === '' && form.name.trim() === '' ? { hint: text('flow.car.new.nameNeeds') } : {}),
      }}
      besideBack={
        <Button variant="default" size="lg" onClick={() => change({ mode: 'search' })}>
          {text('flow.car.new.back')}
        </Button>
      }
    >
      <div className={classes['fields']}>
        <TextInput
          ref={first}
          label={text('flow.car.new.plate')}
          {...field('licensePlate')}
          classNames={{ input: classes['plate'] ?? '' }}
        />
        <TextInput
          label={text('flow.car.new.vin')}
          {...field('vin')}
          classNames={{ input: classes['mono'] ?? '' }}
        />
        <Autocomplete
          label={text('flow.car.new.brand')}
          data={brands.value?.rows ?? []}
          limit={50}
          value={form.brand}
          onChange={(brand) => change({ brand })}
          autoComplete="off"
        />
        <TextInput label={text('flow.car.new.model')} {...field('model')} />
        <TextInput
          className={classes['wide'] ?? ''}
          label={text('flow.car.new.name')}
          placeholder={suggestion}
          description={
            suggestion !== '' && form.name.trim() === ''
              ? text('flow.car.new.nameSays', { name: suggestion })
              : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('name')}
        />
      </div>
      <CarHints hints={hints.value?.hints ?? []} onTake={(car) => void chooseInstead.take(car.id)} />
    </StepFrame>
  );
}
