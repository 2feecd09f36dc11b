import { Button } from '@mantine/core';
import type { DirectoryCar, DirectoryUser } from '../../../../shared/domain/directory.ts';
import type { CarId, UserId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../navigation/route.ts';
import { CarLine } from '../../../components/CarLine.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { AccessSection } from '../access/AccessSection.tsx';
import { DetailPane } from '../frame/DetailPane.tsx';
import { useLive } from '../frame/live.ts';
import { NotHere } from '../frame/NotHere.tsx';
import { useOpened } from '../frame/use-opened.ts';
import { carLabel } from '../picking/chosen.ts';
import { useConfirmedAbout } from '../writes/use-writes.ts';

/** The assignments of a car. */
export function AssignmentsOfCar({ id }: { readonly id: CarId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.car, { carId: id });
  return value === null ? (
    <NotHere section="assignments" problem={problem} onAgain={refetch} />
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

/** The assignments of a user. */
export function AssignmentsOfUser({ id }: { readonly id: UserId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.user, { userId: id });
  return value === null ? (
    <NotHere section="assignments" problem={problem} onAgain={refetch} />
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
