import type { DirectoryCarDetails } from '../../../../shared/domain/directory.ts';
import { useText } from '../../../i18n/use-text.ts';
import { createFormDrafts } from '../writes/form-drafts.ts';
import { useWrite } from '../writes/use-writes.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';
import { carForm, carFormSchema, patchOf } from './car-form.ts';
import { CarFields } from './CarFields.tsx';

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
