import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { groupId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ChooseFirst } from '../frame/DetailPane.tsx';
import { DirectoryFrame } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { RowWords } from '../list/RowList.tsx';
import { useSearch, useDirectoryList } from '../list/use-directory-list.ts';
import type { SectionProps } from '../frame/section.ts';
import { WritesNotice } from '../writes/WritesNotice.tsx';
import { GroupDetails } from './GroupDetails.tsx';
import { NewGroupDialog } from './GroupNameDialog.tsx';

/** All groups of the customer. */
export function GroupsSection({ status, id }: SectionProps) {
  const text = useText();
  const [typed, setTyped] = useSearch('groups');
  const [creating, setCreating] = useState(false);
  const list = useDirectoryList(window.boxwright.directory.listGroups, typed);
  const open = groupId.safeParse(id).data ?? null;
  return (
    <DirectoryFrame
      section="groups"
      open={open !== null}
      actions={
        <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden />} onClick={() => setCreating(true)}>
          {text('directory.group.new')}
        </Button>
      }
      detail={open === null ? <ChooseFirst section="groups" /> : <GroupDetails key={open} id={open} />}
    >
      <ListPane
        section="groups"
        sync={status.sync}
        typed={typed}
        onType={setTyped}
        list={list}
        above={<WritesNotice about="groups" />}
        keyOf={(group) => group.id}
        hrefOf={(group) => hashOf({ screen: 'directory', section: 'groups', id: String(group.id) })}
        open={(group) => group.id === open}
      >
        {(group) => <RowWords main={group.name} />}
      </ListPane>
      {creating && <NewGroupDialog onClose={() => setCreating(false)} />}
    </DirectoryFrame>
  );
}
