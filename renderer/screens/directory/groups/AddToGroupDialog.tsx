import type { CarId, GroupId } from '../../../../shared/ids.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { Chosen } from '../picking/chosen.ts';
import { ChooseGroup } from '../picking/ChooseOne.tsx';
import { createFormDrafts } from '../writes/form-drafts.ts';
import { useWrite } from '../writes/use-writes.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';

const useAddDraft = createFormDrafts<{ readonly group: Chosen<GroupId> | null }>();

/** Puts a car into a group one chooses. */
export function AddToGroupDialog({
  car,
  onClose,
}: {
  readonly car: Chosen<CarId>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { form, change, forget } = useAddDraft(String(car.id), { group: null });
  const { group } = form;
  const add = useWrite(window.boxwright.edits.addCarToGroup, [
    `car:${car.id}`,
    ...(group === null ? [] : [`group:${group.id}`]),
  ]);
  const send = async () => {
    if (group === null) return false;
    const answer = await add.run({ groupId: group.id, carId: car.id });
    if (answer.ok) forget();
    return answer.ok;
  };
  return (
    <WriteDialog
      title={text('directory.car.addToGroup')}
      act={text('directory.car.addToGroupAct')}
      busy={add.busy}
      problem={add.problem}
      ready={group !== null}
      onSubmit={send}
      onClose={onClose}
    >
      {(tried) => (
        <ChooseGroup
          value={group}
          autoFocus
          onChange={(next) => change({ group: next })}
          error={tried && group === null ? text('directory.check.chooseGroup') : null}
        />
      )}
    </WriteDialog>
  );
}
