import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { groupId, type GroupId } from '../../../../shared/ids.ts';
import type { DirectoryGroup, DirectoryService } from '../../../../shared/domain/directory.ts';
import type { CallName } from '../../../../shared/ipc/contract.ts';
import { hashOf } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Serial } from '../../../components/figures.tsx';
import { May } from '../../../components/May.tsx';
import { Confirmation } from '../../../components/Confirmation.tsx';
import { ChooseFirst, DetailPane, NotHere, useOpened } from '../frame/DetailPane.tsx';
import { DirectoryFrame, type SectionProps } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { RowWords, CarListRow } from '../list/RowList.tsx';
import { useSearch, useDirectoryList } from '../list/use-directory-list.ts';
import { WritesNotice } from '../writes/WritesNotice.tsx';
import { useLive, type Live } from '../frame/live.ts';
import { Line, LineList } from '../frame/Facts.tsx';
import { LiveSection } from '../frame/LiveSection.tsx';
import { productLabel, type Chosen, serviceName } from '../labels.ts';
import { useConfirmedAbout, useWrite } from '../writes/writes.ts';
import { useFocusBack } from '../../../components/use-focus.ts';
import { NewGroupDialog, RenameGroupDialog } from './GroupNameDialog.tsx';
import { AddCarDialog, AddProductDialog, AddUserDialog } from './GroupMemberDialogs.tsx';
import { Text } from '../../../components/layout.tsx';
import classes from './GroupsSection.module.css';

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

/** A group with its members, read from the operator now. */
function GroupDetails({ id }: { readonly id: GroupId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.group, { groupId: id });
  return value === null ? (
    <NotHere section="groups" problem={problem} onRetry={refetch} about={`group:${id}`} />
  ) : (
    <Known group={value} />
  );
}

/** The acts on a group with their calls. */
const asks = {
  rename: 'edits.renameGroup',
  delete: 'edits.deleteGroup',
  car: 'edits.addCarToGroup',
  user: 'edits.addUserToGroup',
  product: 'edits.addProductToGroup',
} as const satisfies Readonly<Record<string, CallName>>;
type Asking = keyof typeof asks;

function Known({ group }: { readonly group: DirectoryGroup }) {
  const text = useText();
  const [asking, setAsking] = useState<Asking | null>(null);
  const confirmed = useConfirmedAbout(`group:${group.id}`);
  const cars = useLive(window.boxwright.directory.groupCars, { groupId: group.id }, confirmed);
  const users = useLive(window.boxwright.directory.groupUsers, { groupId: group.id }, confirmed);
  const products = useLive(window.boxwright.directory.groupProducts, { groupId: group.id }, confirmed);
  const services = useLive(window.boxwright.directory.groupServices, { groupId: group.id }, confirmed);
  const chosen = { id: group.id, label: group.name };
  const close = () => setAsking(null);
  const button = (what: Asking, label: string) => (
    <May ask={asks[what]}>
      <Button variant="default" onClick={() => setAsking(what)}>
        {label}
      </Button>
    </May>
  );
  const placeOf = (section: 'cars' | 'users' | 'products', id: number) =>
    hashOf({ screen: 'directory', section, id: String(id) });
  return (
    <DetailPane
      section="groups"
      label={group.name}
      title={group.name}
      about={`group:${group.id}`}
      actions={
        <>
          {button('rename', text('directory.group.rename'))}
          {button('delete', text('directory.group.delete'))}
        </>
      }
    >
      <LiveSection
        title={text('directory.group.cars')}
        live={cars}
        empty={text('directory.group.noCars')}
        action={button('car', text('directory.group.addCar'))}
      >
        {(rows) => (
          <LineList label={text('directory.group.cars')}>
            {rows.map((car) => (
              <Line key={car.id} drawn main={<CarListRow car={car} />} href={placeOf('cars', car.id)} />
            ))}
          </LineList>
        )}
      </LiveSection>
      <LiveSection
        title={text('directory.group.users')}
        live={users}
        empty={text('directory.group.noUsers')}
        action={button('user', text('directory.group.addUser'))}
      >
        {(rows) => (
          <LineList label={text('directory.group.users')}>
            {rows.map((user) => (
              <Line
                key={user.id}
                main={user.name}
                small={user.emailAddress ?? undefined}
                href={placeOf('users', user.id)}
              />
            ))}
          </LineList>
        )}
      </LiveSection>
      <LiveSection
        title={text('directory.group.products')}
        live={products}
        empty={text('directory.group.noProducts')}
        action={button('product', text('directory.group.addProduct'))}
      >
        {(rows) => (
          <LineList label={text('directory.group.products')}>
            {rows.map((product) => (
              <Line
                key={product.id}
                main={<Serial serial={productLabel(product)} />}
                small={product.type}
                href={placeOf('products', product.id)}
              />
            ))}
          </LineList>
        )}
      </LiveSection>
      <GroupServices group={chosen} live={services} />
      {asking === 'rename' && <RenameGroupDialog group={chosen} onClose={close} />}
      {asking === 'delete' && (
        <DeleteGroupQuestion group={chosen} members={{ cars, users, products, services }} onClose={close} />
      )}
      {asking === 'car' && <AddCarDialog group={chosen} onClose={close} />}
      {asking === 'user' && <AddUserDialog group={chosen} onClose={close} />}
      {asking === 'product' && <AddProductDialog group={chosen} onClose={close} />}
    </DetailPane>
  );
}

/** The services in a group. Each can be removed from the group, which ends only the membership. */
function GroupServices({
  group,
  live,
}: {
  readonly group: Chosen<GroupId>;
  readonly live: Live<DirectoryService>;
}) {
  const text = useText();
  const [leaving, setLeaving] = useState<DirectoryService | null>(null);
  return (
    <>
      <LiveSection
        title={text('directory.group.services')}
        live={live}
        empty={text('directory.group.noServices')}
      >
        {(rows) => (
          <LineList label={text('directory.group.services')}>
            {rows.map((service) => (
              <Line
                key={service.id}
                main={serviceName(text, service)}
                href={hashOf({ screen: 'directory', section: 'services', id: String(service.id) })}
                small={text(
                  service.isTerminated ? 'directory.service.terminated' : 'directory.service.active',
                )}
                buttons={
                  <May ask="edits.removeServiceFromGroup">
                    <Button
                      variant="default"
                      aria-label={text('directory.group.takeOutOf', { service: serviceName(text, service) })}
                      onClick={() => setLeaving(service)}
                    >
                      {text('directory.group.takeOut')}
                    </Button>
                  </May>
                }
              />
            ))}
          </LineList>
        )}
      </LiveSection>
      {leaving !== null && (
        <TakeOutQuestion group={group} service={leaving} onClose={() => setLeaving(null)} />
      )}
    </>
  );
}

function TakeOutQuestion({
  group,
  service,
  onClose,
}: {
  readonly group: Chosen<GroupId>;
  readonly service: DirectoryService;
  readonly onClose: () => void;
}) {
  const text = useText();
  useFocusBack();
  const takeOut = useWrite(window.boxwright.edits.removeServiceFromGroup, [`group:${group.id}`]);
  return (
    <Confirmation
      open
      title={text('directory.group.takeOutTitle')}
      about={`${serviceName(text, service)}, ${group.label}`}
      says={[text('directory.group.takeOutSays')]}
      yes={text('directory.group.takeOutYes')}
      no={text('directory.group.takeOutNo')}
      danger
      calling={takeOut}
      onYes={() => takeOut.run({ groupId: group.id, serviceId: service.id })}
      onClose={onClose}
    />
  );
}

/** The members of a group, as far as they were read. */
interface GroupMembers {
  readonly cars: Live<unknown>;
  readonly users: Live<unknown>;
  readonly products: Live<unknown>;
  readonly services: Live<unknown>;
}

/** Asks before a group is deleted, and names its members. */
function DeleteGroupQuestion({
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
          <Text as="ul" line="title" className={classes['members']}>
            {belonging.map(({ key, count }) => (
              <li key={key}>{text(key, { count })}</li>
            ))}
          </Text>
        </div>
      )}
      {unread && <p>{text('directory.group.deleteUnknown')}</p>}
    </Confirmation>
  );
}
