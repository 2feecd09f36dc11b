import { Button } from '@mantine/core';
import { useState } from 'react';
import { userId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ChooseFirst } from '../frame/ChooseFirst.tsx';
import { DirectoryFrame } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { RowWords } from '../list/RowWords.tsx';
import { useSearch } from '../list/searches.ts';
import { useDirectoryList } from '../list/use-directory-list.ts';
import type { SectionProps } from '../section-props.ts';
import { WritesNotice } from '../writes/WritesNotice.tsx';
import { RemoveByAddressDialog } from './RemoveByAddressDialog.tsx';
import { UserDetails } from './UserDetails.tsx';
import { May } from '../../../components/May.tsx';

/** All users of the customer. */
export function UsersSection({ status, id }: SectionProps) {
  const text = useText();
  const [removing, setRemoving] = useState(false);
  const [typed, setTyped] = useSearch('users');
  const list = useDirectoryList(window.boxwright.directory.listUsers, typed);
  const open = userId.safeParse(id).data ?? null;
  return (
    <DirectoryFrame
      section="users"
      open={open !== null}
      actions={
        <May ask="edits.removeUserByAddress">
          <Button variant="default" onClick={() => setRemoving(true)}>
            {text('directory.user.byAddress')}
          </Button>
        </May>
      }
      detail={open === null ? <ChooseFirst section="users" /> : <UserDetails key={open} id={open} />}
    >
      <ListPane
        section="users"
        sync={status.sync}
        typed={typed}
        onType={setTyped}
        list={list}
        above={<WritesNotice about="users" />}
        keyOf={(user) => user.id}
        hrefOf={(user) => hashOf({ screen: 'directory', section: 'users', id: String(user.id) })}
        open={(user) => user.id === open}
      >
        {(user) => <RowWords main={user.name} small={user.emailAddress} />}
      </ListPane>
      {removing && <RemoveByAddressDialog typed={typed} onClose={() => setRemoving(false)} />}
    </DirectoryFrame>
  );
}
