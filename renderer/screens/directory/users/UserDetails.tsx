import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DirectoryUser } from '../../../../shared/domain/directory.ts';
import type { UserId } from '../../../../shared/ids.ts';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { AccessSection } from '../access/AccessSection.tsx';
import { DetailPane } from '../frame/DetailPane.tsx';
import { Facts } from '../frame/Facts.tsx';
import { useLive } from '../frame/live.ts';
import { NotHere } from '../frame/NotHere.tsx';
import { useOpened } from '../frame/use-opened.ts';
import { AddToGroupDialog } from '../groups/AddToGroupDialog.tsx';
import { useConfirmedAbout } from '../writes/use-writes.ts';
import { RemoveUserQuestion } from './RemoveUserQuestion.tsx';
import { May } from '../../../components/May.tsx';

/** A user: who it is, which cars it may open, and the way out of this customer. */
export function UserDetails({ id }: { readonly id: UserId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.user, { userId: id });
  return value === null ? (
    <NotHere section="users" problem={problem} onAgain={refetch} about={`user:${id}`} />
  ) : (
    <Known user={value} />
  );
}

function Known({ user }: { readonly user: DirectoryUser }) {
  const text = useText();
  const [asking, setAsking] = useState<'group' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const confirmed = useConfirmedAbout(`user:${user.id}`);
  const accesses = useLive(window.boxwright.directory.userAssignments, { userId: user.id }, confirmed);
  return (
    <DetailPane
      section="users"
      label={user.name}
      title={user.name}
      about={`user:${user.id}`}
      actions={
        <>
          <May ask="edits.addUserToGroup">
            <Button variant="default" onClick={() => setAsking('group')}>
              {text('directory.group.join')}
            </Button>
          </May>
          <May ask="edits.removeUserFromCustomer">
            <Button variant="default" onClick={() => setAsking('remove')}>
              {text('directory.user.remove')}
            </Button>
          </May>
        </>
      }
    >
      <Section title={text('directory.user.facts')}>
        <Facts
          facts={[
            { label: text('directory.user.name'), value: user.name },
            { label: text('directory.user.address'), value: user.emailAddress },
            { label: text('directory.detail.id'), value: String(user.id), mono: true },
          ]}
        />
      </Section>
      <AccessSection owner={{ of: 'user', user: { id: user.id, label: user.name } }} live={accesses} />
      {asking === 'remove' && <RemoveUserQuestion user={user} accesses={accesses} onClose={close} />}
      {asking === 'group' && (
        <AddToGroupDialog member={{ of: 'user', id: user.id, label: user.name }} onClose={close} />
      )}
    </DetailPane>
  );
}
