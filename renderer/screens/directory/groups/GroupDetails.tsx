import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DirectoryGroup } from '../../../../shared/domain/directory.ts';
import type { GroupId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../navigation/route.ts';
import { Serial } from '../../../components/Serial.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { CarListRow } from '../cars/CarListRow.tsx';
import { DetailPane } from '../frame/DetailPane.tsx';
import { useLive } from '../frame/live.ts';
import { Line, LineList } from '../frame/LineList.tsx';
import { LiveSection } from '../frame/LiveSection.tsx';
import { NotHere } from '../frame/NotHere.tsx';
import { useOpened } from '../frame/use-opened.ts';
import { productLabel } from '../picking/chosen.ts';
import { useConfirmedAbout } from '../writes/use-writes.ts';
import { AddCarDialog, AddProductDialog, AddUserDialog } from './AddMemberDialog.tsx';
import { DeleteGroupQuestion } from './DeleteGroupQuestion.tsx';
import { RenameGroupDialog } from './GroupNameDialog.tsx';
import { GroupServices } from './GroupServices.tsx';
import { May } from '../../../components/May.tsx';
import type { CallName } from '../../../../shared/ipc/contract.ts';

/** A group: who and what belongs to it, read from the operator now. */
export function GroupDetails({ id }: { readonly id: GroupId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.group, { groupId: id });
  return value === null ? (
    <NotHere section="groups" problem={problem} onAgain={refetch} about={`group:${id}`} />
  ) : (
    <Known group={value} />
  );
}

/** The acts on a group, and the call of each. */
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
