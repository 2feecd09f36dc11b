import { Button, TextInput } from '@mantine/core';
import { useState, useMemo } from 'react';
import { userId, type UserId } from '../../../../shared/ids.ts';
import type { DirectoryUser, DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import { looksLikeAddress } from '../../../../shared/domain/typed-text.ts';
import { hashOf, navigate } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { May } from '../../../components/May.tsx';
import { Section } from '../../../components/Section.tsx';
import { Confirmation } from '../../../components/Confirmation.tsx';
import { useNow } from '../../../format/use-now.ts';
import { useQuery } from '../../../data/lookup.ts';
import { ChooseFirst, DetailPane, NotHere, useOpened } from '../frame/DetailPane.tsx';
import { DirectoryFrame, type SectionProps } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { RowWords } from '../list/RowList.tsx';
import { useSearch, useDirectoryList } from '../list/use-directory-list.ts';
import { WritesNotice } from '../writes/WritesNotice.tsx';
import { AccessSection } from '../access/AccessSection.tsx';
import { Facts } from '../frame/Facts.tsx';
import { useLive, type Live } from '../frame/live.ts';
import { AddToGroupDialog } from '../groups/GroupMemberDialogs.tsx';
import { useConfirmedAbout, useWrite } from '../writes/writes.ts';
import { accessStatusOf } from '../access/access.ts';
import { PeriodLines } from '../access/PeriodLines.tsx';
import { useFocusBack } from '../../../components/use-focus.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';

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

/** A user: name and address, the cars that the user may open, and the removal from this customer. */
function UserDetails({ id }: { readonly id: UserId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.user, { userId: id });
  return value === null ? (
    <NotHere section="users" problem={problem} onRetry={refetch} about={`user:${id}`} />
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

/** Asks before a user is removed from the customer, and lists the accesses that end. */
function RemoveUserQuestion({
  user,
  accesses,
  onClose,
}: {
  readonly user: DirectoryUser;
  readonly accesses: Live<DirectoryAssignment>;
  readonly onClose: () => void;
}) {
  const text = useText();
  useFocusBack();
  const now = useNow();
  const remove = useWrite(window.boxwright.edits.removeUserFromCustomer, [`user:${user.id}`]);
  const known = accesses.state === 'read' ? accesses.rows : null;
  const atStake = known?.filter((access) => accessStatusOf(access, now) !== 'over') ?? null;
  const count = atStake?.length ?? 0;
  const heading = text('directory.user.removeAccesses', { count });
  return (
    <Confirmation
      open
      title={text('directory.user.removeTitle', { user: user.name })}
      says={[text('directory.user.removeSays')]}
      yes={text('directory.user.removeYes')}
      no={text('directory.user.removeNo')}
      danger
      ready={accesses.state !== 'reading'}
      calling={remove}
      onYes={() => remove.run({ userId: user.id })}
      onClose={onClose}
    >
      {atStake === null && <p>{text('directory.user.removeUnknown')}</p>}
      {atStake !== null && count === 0 && <p>{text('directory.user.removeNone')}</p>}
      {atStake !== null && count > 0 && (
        <>
          <p>{heading}</p>
          <PeriodLines label={heading} accesses={atStake} names="car" />
          <p>{text('directory.user.removeAccessesAfter')}</p>
        </>
      )}
    </Confirmation>
  );
}

/**
 * Removes a user by e-mail address alone. A user of the list is opened instead, because that page shows the accesses
 * that end before anything is sent.
 */
function RemoveByAddressDialog({
  typed,
  onClose,
}: {
  /** The search text of the list, prefilled where it is an address. */
  readonly typed: string;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [address, setAddress] = useState(looksLikeAddress(typed.trim()) ? typed.trim() : '');
  const remove = useWrite(window.boxwright.edits.removeUserByAddress, ['users']);
  const wanted = address.trim();
  const alike = useQuery(
    window.boxwright.directory.searchUsers,
    useMemo(() => ({ text: wanted.slice(0, 200), limit: 50 }), [wanted]),
  );
  const isMalformed = !looksLikeAddress(wanted);
  const listed =
    alike.value?.rows.find(
      ({ emailAddress }) => emailAddress?.trim().toLowerCase() === wanted.toLowerCase(),
    ) ?? null;
  return (
    <WriteDialog
      title={text('directory.user.byAddressTitle')}
      says={text('directory.user.byAddressSays')}
      act={text('directory.user.byAddressYes')}
      danger
      busy={remove.busy}
      problem={remove.problem}
      ready={!isMalformed && listed === null}
      onSubmit={async () => (await remove.run({ emailAddress: wanted })).ok}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <TextInput
            data-autofocus
            type="email"
            label={text('directory.user.address')}
            value={address}
            error={
              listed !== null
                ? text('directory.user.byAddressListed', { user: listed.name })
                : tried && isMalformed
                  ? text('directory.user.byAddressMissing')
                  : null
            }
            onChange={(event) => setAddress(event.currentTarget.value)}
            autoComplete="off"
          />
          {listed !== null && (
            <Button
              variant="default"
              onClick={() => {
                navigate({ screen: 'directory', section: 'users', id: String(listed.id) });
                onClose();
              }}
            >
              {text('directory.user.byAddressOpen', { user: listed.name })}
            </Button>
          )}
        </>
      )}
    </WriteDialog>
  );
}
