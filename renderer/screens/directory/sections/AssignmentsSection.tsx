import { SegmentedControl, Button } from '@mantine/core';
import { useState } from 'react';
import type { DirectoryCar, DirectoryUser } from '../../../../shared/domain/directory.ts';
import type { CarId, UserId } from '../../../../shared/ids.ts';
import { hashOf, navigate } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { CarLine } from '../../../components/CarLine.tsx';
import { CarListRow, RowWords } from '../list/RowList.tsx';
import { ChooseFirst, DetailPane, NotHere, useOpened } from '../frame/DetailPane.tsx';
import { DirectoryFrame, type SectionProps } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { useSearch, useDirectoryList } from '../list/use-directory-list.ts';
import { ownerOf } from '../access/access.ts';
import { AccessSection } from '../access/AccessSection.tsx';
import { useLive } from '../frame/live.ts';
import { carLabel } from '../labels.ts';
import { useConfirmedAbout } from '../writes/writes.ts';
import classes from './AssignmentsSection.module.css';

/** The accesses of a car, or of a user. */
export function AssignmentsSection({ status, id }: SectionProps) {
  const text = useText();
  const owner = ownerOf(id);
  const [chosen, setChosen] = useState<'car' | 'user'>('car');
  const of = owner?.of ?? chosen;
  const [typed, setTyped] = useSearch('assignments');
  const cars = useDirectoryList(window.boxwright.directory.listCars, typed);
  const users = useDirectoryList(window.boxwright.directory.listUsers, typed);
  const placeOf = (number: number) =>
    hashOf({ screen: 'directory', section: 'assignments', id: `${of}-${number}` });
  const choice = (
    <SegmentedControl
      className={classes['choice'] ?? ''}
      aria-label={text('directory.assignments.of')}
      value={of}
      onChange={(value) => {
        setChosen(value === 'user' ? 'user' : 'car');
        if (id !== null) navigate({ screen: 'directory', section: 'assignments', id: null });
      }}
      data={[
        { value: 'car', label: text('directory.assignments.ofCar') },
        { value: 'user', label: text('directory.assignments.ofUser') },
      ]}
    />
  );
  return (
    <DirectoryFrame
      section="assignments"
      open={owner !== null}
      detail={
        owner === null ? (
          <ChooseFirst section="assignments" />
        ) : owner.of === 'car' ? (
          <AssignmentsOfCar key={owner.id} id={owner.id} />
        ) : (
          <AssignmentsOfUser key={owner.id} id={owner.id} />
        )
      }
    >
      {of === 'car' ? (
        <ListPane
          section="cars"
          sync={status.sync}
          typed={typed}
          onType={setTyped}
          list={cars}
          above={choice}
          keyOf={(car) => car.id}
          hrefOf={(car) => placeOf(car.id)}
          open={(car) => car.id === owner?.id}
        >
          {(car) => <CarListRow car={car} />}
        </ListPane>
      ) : (
        <ListPane
          section="users"
          sync={status.sync}
          typed={typed}
          onType={setTyped}
          list={users}
          above={choice}
          keyOf={(user) => user.id}
          hrefOf={(user) => placeOf(user.id)}
          open={(user) => user.id === owner?.id}
        >
          {(user) => <RowWords main={user.name} small={user.emailAddress} />}
        </ListPane>
      )}
    </DirectoryFrame>
  );
}

function AssignmentsOfCar({ id }: { readonly id: CarId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.car, { carId: id });
  return value === null ? (
    <NotHere section="assignments" problem={problem} onRetry={refetch} />
  ) : (
    <OfCar car={value} />
  );
}

function OfCar({ car }: { readonly car: DirectoryCar }) {
  const text = useText();
  const about = `car:${car.id}`;
  const live = useLive(
    window.boxwright.directory.carAssignments,
    { carId: car.id },
    useConfirmedAbout(about),
  );
  const label = carLabel(car);
  return (
    <DetailPane
      section="assignments"
      label={label}
      title={<CarLine car={car} size="lg" />}
      about={about}
      actions={
        <Button
          component="a"
          variant="default"
          href={hashOf({ screen: 'directory', section: 'cars', id: String(car.id) })}
        >
          {text('directory.assignments.openCar')}
        </Button>
      }
    >
      <AccessSection owner={{ of: 'car', car: { id: car.id, label } }} live={live} />
    </DetailPane>
  );
}

function AssignmentsOfUser({ id }: { readonly id: UserId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.user, { userId: id });
  return value === null ? (
    <NotHere section="assignments" problem={problem} onRetry={refetch} />
  ) : (
    <OfUser user={value} />
  );
}

function OfUser({ user }: { readonly user: DirectoryUser }) {
  const text = useText();
  const about = `user:${user.id}`;
  const live = useLive(
    window.boxwright.directory.userAssignments,
    { userId: user.id },
    useConfirmedAbout(about),
  );
  return (
    <DetailPane
      section="assignments"
      label={user.name}
      title={user.name}
      about={about}
      actions={
        <Button
          component="a"
          variant="default"
          href={hashOf({ screen: 'directory', section: 'users', id: String(user.id) })}
        >
          {text('directory.assignments.openUser')}
        </Button>
      }
    >
      <AccessSection owner={{ of: 'user', user: { id: user.id, label: user.name } }} live={live} />
    </DetailPane>
  );
}
