import { useMemo } from 'react';
import { Autocomplete, Textarea, TextInput } from '@mantine/core';
import type { DirectoryCarDetails } from '../../../../shared/domain/directory.ts';
import { navigate } from '../../../navigation/route.ts';
import { CarHints } from '../../../components/CarHints.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { createFormDrafts, WriteDialog } from '../writes/WriteDialog.tsx';
import { useWrite } from '../writes/use-writes.ts';
import { carFormSchema, emptyCarForm, nameOf, carForm, patchOf, type CarForm } from './car-form.ts';
import classes from './CarFields.module.css';

const useNewDraft = createFormDrafts('new-car', carFormSchema);

/** Creates a car. Strange VINs are said and block nothing; a car that is there already is refused and offered. */
export function NewCarDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { form, change, forget } = useNewDraft('new', emptyCarForm);
  const create = useWrite(window.boxwright.edits.createCar, ['cars']);
  const hints = useQuery(
    window.boxwright.directory.carHints,
    useMemo(
      () => ({ vin: form.vin.slice(0, 200), licensePlate: form.licensePlate.slice(0, 200) }),
      [form.vin, form.licensePlate],
    ),
  );
  const name = nameOf(form);
  const send = async () => {
    const { licensePlate, vin, brand, model, description } = form;
    const answer = await create.run({ car: { name, licensePlate, vin, brand, model }, description });
    if (answer.ok) forget();
    return answer.ok;
  };
  return (
    <WriteDialog
      title={text('directory.car.newTitle')}
      act={text('directory.car.newAct')}
      busy={create.busy}
      problem={create.problem}
      ready={name !== ''}
      onSubmit={send}
      onCancel={forget}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <CarFields
            form={form}
            onChange={change}
            nameError={tried && name === '' ? text('directory.check.nameNeeds') : null}
            namePlaceholder={name}
          />
          <CarHints
            hints={hints.value?.hints ?? []}
            onTake={(car) => {
              navigate({ screen: 'directory', section: 'cars', id: String(car.id) });
              forget();
              onClose();
            }}
          />
        </>
      )}
    </WriteDialog>
  );
}

const useEditDraft = createFormDrafts('edit-car', carFormSchema);

/** Changes a car; only what was changed is sent. */
export function EditCarDialog({
  car,
  onClose,
}: {
  readonly car: DirectoryCarDetails;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { form, change, forget } = useEditDraft(String(car.id), carForm(car));
  const save = useWrite(window.boxwright.edits.updateCar, [`car:${car.id}`]);
  const patch = patchOf(car, form);
  const nameless = form.name.trim() === '';
  const nothing = Object.keys(patch).length === 0;
  const send = async () => {
    const answer = await save.run({ carId: car.id, patch });
    if (answer.ok) forget();
    return answer.ok;
  };
  return (
    <WriteDialog
      title={text('directory.car.editTitle')}
      act={text('directory.car.editAct')}
      busy={save.busy}
      problem={save.problem}
      ready={!nameless && !nothing}
      onSubmit={send}
      onCancel={forget}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <CarFields
            form={form}
            onChange={change}
            nameError={nameless ? text('directory.check.nameMissing') : null}
            namePlaceholder=""
          />
          {tried && nothing && <p role="status">{text('directory.check.nothingChanged')}</p>}
        </>
      )}
    </WriteDialog>
  );
}

const everything = {} as const;

/** The fields of a car, for a new one and for a change. */
function CarFields({
  form,
  onChange,
  nameError,
  namePlaceholder,
}: {
  readonly form: CarForm;
  readonly onChange: (change: Partial<CarForm>) => void;
  readonly nameError: string | null;
  /** The name it gets when none is typed. */
  readonly namePlaceholder: string;
}) {
  const text = useText();
  const brands = useQuery(window.boxwright.directory.brands, everything);
  const field = (key: keyof CarForm) => ({
    label: text(`directory.car.field.${key}`),
    value: form[key],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [key]: event.currentTarget.value }),
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <div className={classes['fields']}>
      <TextInput data-autofocus {...field('licensePlate')} classNames={{ input: classes['plate'] ?? '' }} />
      <TextInput {...field('vin')} data-takes-scans="vin" classNames={{ input: classes['mono'] ?? '' }} />
      <Autocomplete
        label={text('directory.car.field.brand')}
        data={brands.value?.rows ?? []}
        limit={50}
        value={form.brand}
        onChange={(brand) => onChange({ brand })}
        autoComplete="off"
      />
      <TextInput {...field('model')} />
      <TextInput
        className={classes['wide'] ?? ''}
        {...field('name')}
        placeholder={namePlaceholder}
        error={nameError}
      />
      <Textarea
        className={classes['wide'] ?? ''}
        {...field('description')}
        autosize
        minRows={2}
        maxRows={6}
      />
    </div>
  );
}
