import { useMemo } from 'react';
import { navigate } from '../../../navigation/route.ts';
import { CarHints } from '../../../components/CarHints.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { createFormDrafts } from '../writes/form-drafts.ts';
import { useWrite } from '../writes/use-writes.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';
import { carFormSchema, emptyCarForm, nameOf } from './car-form.ts';
import { CarFields } from './CarFields.tsx';

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
