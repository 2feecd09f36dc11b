import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { hashOf, navigate } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { CarListRow } from '../cars/CarListRow.tsx';
import { ChooseFirst } from '../frame/ChooseFirst.tsx';
import { DirectoryFrame } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { RowWords } from '../list/RowWords.tsx';
import { useSearch } from '../list/searches.ts';
import { useDirectoryList } from '../list/use-directory-list.ts';
import type { SectionProps } from '../section-props.ts';
import { AssignmentsOfCar, AssignmentsOfUser } from './AssignmentsOf.tsx';
import classes from './AssignmentsSection.module.css';
import { ownerOf } from './owner-id.ts';

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
