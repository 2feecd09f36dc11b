import type { ReactNode } from 'react';
import { z } from 'zod';
import type { OperationView } from '../../../../shared/domain/operation.ts';
import type { Mutation } from '../../../data/call.ts';
import { useText } from '../../../i18n/use-text.ts';
import { carId, type GroupId, productId, userId } from '../../../../shared/ids.ts';
import { type Chosen, chosenSchema } from '../picking/chosen.ts';
import { ChooseCar, ChooseProduct, ChooseUser } from '../picking/ChooseOne.tsx';
import { createFormDrafts } from '../writes/form-drafts.ts';
import { useWrite } from '../writes/use-writes.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';

interface Adding {
  readonly group: Chosen<GroupId>;
  readonly onClose: () => void;
}

const useCarDraft = createFormDrafts('add-car', z.object({ chosen: chosenSchema(carId) }));
const useUserDraft = createFormDrafts('add-user', z.object({ chosen: chosenSchema(userId) }));
const useProductDraft = createFormDrafts('add-product', z.object({ chosen: chosenSchema(productId) }));

/** Puts a car one chooses into this group. */
export function AddCarDialog({ group, onClose }: Adding) {
  const text = useText();
  const draft = useCarDraft(String(group.id), { chosen: null });
  const { chosen } = draft.form;
  const add = useWrite(window.boxwright.edits.addCarToGroup, [
    `group:${group.id}`,
    ...(chosen === null ? [] : [`car:${chosen.id}`]),
  ]);
  return (
    <AddDialog
      group={group}
      act={text('directory.group.addCarAct')}
      add={add}
      input={chosen === null ? null : { groupId: group.id, carId: chosen.id }}
      onOver={draft.forget}
      onClose={onClose}
    >
      {(tried) => (
        <ChooseCar
          value={chosen}
          autoFocus
          onChange={(next) => draft.change({ chosen: next })}
          error={tried && chosen === null ? text('directory.check.chooseCar') : null}
        />
      )}
    </AddDialog>
  );
}

/** Puts a user one chooses into this group. */
export function AddUserDialog({ group, onClose }: Adding) {
  const text = useText();
  const draft = useUserDraft(String(group.id), { chosen: null });
  const { chosen } = draft.form;
  const add = useWrite(window.boxwright.edits.addUserToGroup, [
    `group:${group.id}`,
    ...(chosen === null ? [] : [`user:${chosen.id}`]),
  ]);
  return (
    <AddDialog
      group={group}
      act={text('directory.group.addUserAct')}
      add={add}
      input={chosen === null ? null : { groupId: group.id, userId: chosen.id }}
      onOver={draft.forget}
      onClose={onClose}
    >
      {(tried) => (
        <ChooseUser
          value={chosen}
          autoFocus
          onChange={(next) => draft.change({ chosen: next })}
          error={tried && chosen === null ? text('directory.check.chooseUser') : null}
        />
      )}
    </AddDialog>
  );
}

/** Puts a Box or another product one chooses into this group. */
export function AddProductDialog({ group, onClose }: Adding) {
  const text = useText();
  const draft = useProductDraft(String(group.id), { chosen: null });
  const { chosen } = draft.form;
  const add = useWrite(window.boxwright.edits.addProductToGroup, [
    `group:${group.id}`,
    ...(chosen === null ? [] : [`product:${chosen.id}`]),
  ]);
  return (
    <AddDialog
      group={group}
      act={text('directory.group.addProductAct')}
      add={add}
      input={chosen === null ? null : { groupId: group.id, productId: chosen.id }}
      onOver={draft.forget}
      onClose={onClose}
    >
      {(tried) => (
        <ChooseProduct
          value={chosen}
          autoFocus
          onChange={(next) => draft.change({ chosen: next })}
          error={tried && chosen === null ? text('directory.check.chooseProduct') : null}
        />
      )}
    </AddDialog>
  );
}

/** The common part of the three. */
function AddDialog<Input>({
  group,
  act,
  add,
  input,
  onOver,
  onClose,
  children,
}: Adding & {
  readonly act: string;
  readonly add: Mutation<Input, OperationView>;
  /** Null while nothing is chosen. */
  readonly input: Input | null;
  /** Sent, or cancelled. */
  readonly onOver: () => void;
  readonly children: (tried: boolean) => ReactNode;
}) {
  const text = useText();
  return (
    <WriteDialog
      title={text('directory.group.addTo', { group: group.label })}
      act={act}
      busy={add.busy}
      problem={add.problem}
      ready={input !== null}
      onSubmit={async () => {
        if (input === null) return false;
        const answer = await add.run(input);
        if (answer.ok) onOver();
        return answer.ok;
      }}
      onCancel={onOver}
      onClose={onClose}
    >
      {children}
    </WriteDialog>
  );
}
