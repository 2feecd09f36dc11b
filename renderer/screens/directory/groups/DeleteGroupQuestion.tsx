import type { GroupId } from '../../../../shared/ids.ts';
import { Confirmation } from '../../../components/Confirmation.tsx';
import { useText } from '../../../i18n/use-text.ts';
import type { Live } from '../frame/live.ts';
import { useFocusBack } from '../frame/use-focus-back.ts';
import type { Chosen } from '../picking/chosen.ts';
import { useWrite } from '../writes/use-writes.ts';
import classes from './DeleteGroupQuestion.module.css';

/** The members of a group as far as they could be read. */
export interface GroupMembers {
  readonly cars: Live<unknown>;
  readonly users: Live<unknown>;
  readonly products: Live<unknown>;
  readonly services: Live<unknown>;
}

/** Asks before a group goes, and says who belongs to it. */
export function DeleteGroupQuestion({
  group,
  members,
  onClose,
}: {
  readonly group: Chosen<GroupId>;
  readonly members: GroupMembers;
  readonly onClose: () => void;
}) {
  const text = useText();
  useFocusBack();
  const remove = useWrite(window.boxwright.edits.deleteGroup, [`group:${group.id}`]);
  const counted = [
    ['directory.group.deleteCars', members.cars],
    ['directory.group.deleteUsers', members.users],
    ['directory.group.deleteProducts', members.products],
    ['directory.group.deleteServices', members.services],
  ] as const;
  const belonging = counted
    .map(([key, { rows }]) => ({ key, count: rows?.length ?? 0 }))
    .filter(({ count }) => count > 0);
  const unread = counted.some(([, live]) => live.state !== 'read');
  return (
    <Confirmation
      open
      title={text('directory.group.deleteTitle', { group: group.label })}
      says={[text('directory.group.deleteSays')]}
      yes={text('directory.group.deleteYes')}
      no={text('directory.group.deleteNo')}
      danger
      calling={remove}
      onYes={() => remove.run({ groupId: group.id })}
      onClose={onClose}
    >
      {belonging.length > 0 && (
        <div>
          <p>{text('directory.group.deleteMembers')}</p>
          <ul className={classes['members']}>
            {belonging.map(({ key, count }) => (
              <li key={key}>{text(key, { count })}</li>
            ))}
          </ul>
        </div>
      )}
      {unread && <p>{text('directory.group.deleteUnknown')}</p>}
    </Confirmation>
  );
}
