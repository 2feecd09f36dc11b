import { Textarea } from '@mantine/core';
import type { DirectoryCarDetails } from '../../../../shared/domain/directory.ts';
import { navigate } from '../../../navigation/route.ts';
import { CarFields } from '../../../components/CarFields.tsx';
import { nameOf } from '../../../components/car-form.ts';
import { useText } from '../../../i18n/use-text.ts';
import { createFormDrafts } from '../../../data/form-drafts.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';
import { useWrite } from '../writes/writes.ts';
import { carFormSchema, emptyCarForm, carForm, patchOf, type CarForm } from '../forms.ts';
import classes from '../../../components/CarFields.module.css';

const useNewDraft = createFormDrafts('new-car', carFormSchema);

/**
 * Creates a car. Unusual VINs are warned about and block nothing; a car that already exists is refused and offered
 * instead.
 */
export function NewCarDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { form, change, forget } = useNewDraft('new', emptyCarForm);
  const create = useWrite(window.boxwright.edits.createCar, ['cars']);
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
        <CarFields
          form={form}
          onChange={change}
          name={{
            placeholder: name,
            error: tried && name === '' ? text('directory.check.nameNeeds') : null,
          }}
          onTake={(car) => {
            navigate({ screen: 'directory', section: 'cars', id: String(car.id) });
            forget();
            onClose();
          }}
        >
          <Description form={form} onChange={change} />
        </CarFields>
      )}
    </WriteDialog>
  );
}

const useEditDraft = createFormDrafts('edit-car', carFormSchema);

/** Changes a car; only changed fields are sent. */
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
            name={{ error: nameless ? text('directory.check.nameMissing') : null }}
          >
            <Description form={form} onChange={change} />
          </CarFields>
          {tried && nothing && <p role="status">{text('directory.check.nothingChanged')}</p>}
        </>
      )}
    </WriteDialog>
  );
}

/** The description, below the fields that identify the car. */
function Description({
  form,
  onChange,
}: {
  readonly form: CarForm;
  readonly onChange: (change: Partial<CarForm>) => void;
}) {
  const text = useText();
  return (
    <Textarea
      className={classes['wide'] ?? ''}
      label={text('directory.car.field.description')}
      value={form.description}
      onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      autoComplete="off"
      spellCheck={false}
      autosize
      minRows={2}
      maxRows={6}
    />
  );
}
