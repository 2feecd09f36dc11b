import type { DirectoryCar } from '../../../../shared/domain/directory.ts';
import { carTitle, Plate } from '../../../components/CarLine.tsx';
import classes from './CarListRow.module.css';

/** A car in a list: plate, brand and model, VIN where there is room. */
export function CarListRow({ car }: { readonly car: DirectoryCar }) {
  const title = carTitle(car);
  const small = [
    ...(car.name !== title && car.name !== car.licensePlate ? [car.name] : []),
    ...(car.vin === null ? [] : [car.vin]),
  ];
  return (
    <span className={classes['row']}>
      <Plate plate={car.licensePlate} name={car.name} />
      <span className={classes['words']}>
        <span className={classes['title']}>{title}</span>
        {small.length > 0 && <span className={classes['small']}>{small.join(' · ')}</span>}
      </span>
    </span>
  );
}
