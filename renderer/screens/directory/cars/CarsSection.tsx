import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { carId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ChooseFirst } from '../frame/DetailPane.tsx';
import { DirectoryFrame } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { useSearch, useDirectoryList } from '../list/use-directory-list.ts';
import type { SectionProps } from '../frame/section.ts';
import { WritesNotice } from '../writes/WritesNotice.tsx';
import { CarDetails } from './CarDetails.tsx';
import { CarListRow } from '../list/RowList.tsx';
import { NewCarDialog } from './CarDialogs.tsx';

/** All cars of the customer. */
export function CarsSection({ status, id }: SectionProps) {
  const text = useText();
  const [typed, setTyped] = useSearch('cars');
  const [creating, setCreating] = useState(false);
  const list = useDirectoryList(window.boxwright.directory.listCars, typed);
  const open = carId.safeParse(id).data ?? null;
  return (
    <DirectoryFrame
      section="cars"
      open={open !== null}
      actions={
        <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden />} onClick={() => setCreating(true)}>
          {text('directory.car.new')}
        </Button>
      }
      detail={open === null ? <ChooseFirst section="cars" /> : <CarDetails key={open} id={open} />}
    >
      <ListPane
        section="cars"
        sync={status.sync}
        typed={typed}
        onType={setTyped}
        list={list}
        above={<WritesNotice about="cars" />}
        keyOf={(car) => car.id}
        hrefOf={(car) => hashOf({ screen: 'directory', section: 'cars', id: String(car.id) })}
        open={(car) => car.id === open}
      >
        {(car) => <CarListRow car={car} />}
      </ListPane>
      {creating && <NewCarDialog onClose={() => setCreating(false)} />}
    </DirectoryFrame>
  );
}
