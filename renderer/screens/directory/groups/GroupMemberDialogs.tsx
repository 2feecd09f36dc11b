import type { ReactNode } from 'react';
import { z } from 'zod';
import type { OperationView } from '../../../../shared/domain/operation.ts';
import {
  carId,
  type GroupId,
  productId,
  userId,
  type CarId,
  groupId,
  type ProductId,
  type UserId,
} from '../../../../shared/ids.ts';
import { neverReached } from '../../../../shared/never.ts';
import type { Mutation } from '../../../data/call.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type Chosen, chosenSchema } from '../labels.ts';
import { ChooseCar, ChooseProduct, ChooseUser, ChooseGroup } from '../ChooseOne.tsx';
import { createFormDrafts } from '../../../data/form-drafts.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';
import { useWrite } from '../writes/writes.ts';

/* Dialogs that add members to a group. */

interface Adding {
  readonly group: Chosen<GroupId>;
  readonly onClose: () => void;
}

const useCarDraft = createFormDrafts('add-car', z.object({ chosen: chosenSchema(carId) }));
const useUserDraft = createFormDrafts('add-user', z.object({ chosen: chosenSchema(userId) }));
const useProductDraft = createFormDrafts('add-product', z.object({ chosen: chosenSchema(productId) }));

/** Puts a chosen car into this group. */
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

/** Puts a chosen user into this group. */
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

/** Puts a chosen Box or other product into this group. */
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

/** The common part of the three dialogs. */
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
  /** Null while no member is chosen. */
  readonly input: Input | null;
  /** Called after the form was sent or cancelled. */
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

/** The member that is put into a group. */
type GroupMember =
  | ({ readonly of: 'car' } & Chosen<CarId>)
  | ({ readonly of: 'user' } & Chosen<UserId>)
  | ({ readonly of: 'product' } & Chosen<ProductId>);

const useAddDraft = createFormDrafts('add-to-group', z.object({ group: chosenSchema(groupId) }));

/** Puts a car, a user or a product into a chosen group. */
export function AddToGroupDialog({
  member,
  onClose,
}: {
  readonly member: GroupMember;
  readonly onClose: () => void;
}) {
  const text = useText();
  const about = `${member.of}:${member.id}`;
  const { form, change, forget } = useAddDraft(about, { group: null });
  const { group } = form;
  const subjects = [about, ...(group === null ? [] : [`group:${group.id}`])];
  const calls = {
    car: useWrite(window.boxwright.edits.addCarToGroup, subjects),
    user: useWrite(window.boxwright.edits.addUserToGroup, subjects),
    product: useWrite(window.boxwright.edits.addProductToGroup, subjects),
  };
  const { busy, problem } = calls[member.of];
  const add = (into: GroupId) => {
    switch (member.of) {
      case 'car':
        return calls.car.run({ groupId: into, carId: member.id });
      case 'user':
        return calls.user.run({ groupId: into, userId: member.id });
      case 'product':
        return calls.product.run({ groupId: into, productId: member.id });
      default:
        return neverReached(member);
    }
  };
  const send = async () => {
    if (group === null) return false;
    const answer = await add(group.id);
    if (answer.ok) forget();
    return answer.ok;
  };
  return (
    <WriteDialog
      title={text('directory.group.join')}
      act={text('directory.group.joinAct')}
      busy={busy}
      problem={problem}
      ready={group !== null}
      onSubmit={send}
      onCancel={forget}
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
