import { z } from 'zod';
import { type CarId, groupId, type GroupId, type ProductId, type UserId } from '../../../../shared/ids.ts';
import { neverReached } from '../../../../shared/never.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type Chosen, chosenSchema } from '../picking/chosen.ts';
import { ChooseGroup } from '../picking/ChooseOne.tsx';
import { createFormDrafts } from '../writes/form-drafts.ts';
import { useWrite } from '../writes/use-writes.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';

/** The member that is put into a group. */
export type GroupMember =
  | ({ readonly of: 'car' } & Chosen<CarId>)
  | ({ readonly of: 'user' } & Chosen<UserId>)
  | ({ readonly of: 'product' } & Chosen<ProductId>);

const useAddDraft = createFormDrafts('add-to-group', z.object({ group: chosenSchema(groupId) }));

/** Puts a car, a user or a product into a group one chooses. */
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
