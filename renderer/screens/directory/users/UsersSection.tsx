import { userId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../app/route.ts';
import { ChooseFirst } from '../frame/ChooseFirst.tsx';
import { DirectoryFrame } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { RowWords } from '../list/RowWords.tsx';
import { useSearch } from '../list/searches.ts';
import { useDirectoryList } from '../list/use-directory-list.ts';
import type { SectionProps } from '../section-props.ts';
import { UserDetails } from './UserDetails.tsx';

/** All users of the customer. */
export function UsersSection({ status, id }: SectionProps) {
  const [typed, setTyped] = useSearch('users');
  const list = useDirectoryList(window.boxwright.directory.listUsers, typed);
  const open = userId.safeParse(id).data ?? null;
  return (
    <DirectoryFrame
      section="users"
      open={open !== null}
      detail={open === null ? <ChooseFirst section="users" /> : <UserDetails key={open} id={open} />}
    >
      <ListPane
        section="users"
        sync={status.sync}
        typed={typed}
        onType={setTyped}
        list={list}
        keyOf={(user) => user.id}
        hrefOf={(user) => hashOf({ screen: 'directory', section: 'users', id: String(user.id) })}
        open={(user) => user.id === open}
      >
        {(user) => <RowWords main={user.name} small={user.emailAddress} />}
      </ListPane>
    </DirectoryFrame>
  );
}
