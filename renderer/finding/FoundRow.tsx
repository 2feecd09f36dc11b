import { IconBox, IconCar, IconTool, IconUser, IconUsersGroup, type Icon } from '@tabler/icons-react';
import { neverReached } from '../../shared/never.ts';
import { CarLine } from '../components/CarLine.tsx';
import { Serial } from '../components/Serial.tsx';
import { useFormat } from '../format/use-format.ts';
import { useMinute } from '../format/use-now.ts';
import { useText } from '../i18n/use-text.ts';
import type { FoundLine } from './found-lines.ts';
import classes from './FoundRow.module.css';

const icons: Readonly<Record<FoundLine['kind'], Icon>> = {
  car: IconCar,
  box: IconBox,
  job: IconTool,
  group: IconUsersGroup,
  user: IconUser,
};

/** A match, drawn as its kind; the word at the right names that. */
export function FoundRow({ line }: { readonly line: FoundLine }) {
  const text = useText();
  const Picture = icons[line.kind];
  return (
    <>
      <Picture className={classes['icon']} size={20} stroke={1.8} aria-hidden />
      <span className={classes['what']}>
        <What line={line} />
      </span>
      <span className={classes['kind']}>{text(`find.kind.${line.kind}`)}</span>
    </>
  );
}

function What({ line }: { readonly line: FoundLine }) {
  const text = useText();
  const format = useFormat();
  const now = useMinute();
  switch (line.kind) {
    case 'car':
      return (
        <>
          <CarLine car={line.car} />
          {line.car.vin !== null && <span className={classes['vin']}>{line.car.vin}</span>}
        </>
      );
    case 'box': {
      const { serialNumber, type, car } = line.box;
      const inCar = car.known ? car.car : null;
      return (
        <>
          <Serial serial={serialNumber} />
          <span className={classes['beside']}>
            {inCar === null ? type : text('find.boxInCar', { type, car: inCar.licensePlate ?? inCar.name })}
          </span>
        </>
      );
    }
    case 'job': {
      const { car, startedAt, worker } = line.job;
      return (
        <>
          {car === null ? <span>{text('home.noCarYet')}</span> : <CarLine car={car} />}
          <span className={classes['beside']}>
            {[format.timeOrDay(startedAt, now), worker].filter((part) => part !== '').join(' · ')}
          </span>
        </>
      );
    }
    case 'group':
      return <span className={classes['name']}>{line.name}</span>;
    case 'user':
      return (
        <>
          <span className={classes['name']}>{line.name}</span>
          {line.emailAddress !== null && <span className={classes['beside']}>{line.emailAddress}</span>}
        </>
      );
    default:
      return neverReached(line);
  }
}
