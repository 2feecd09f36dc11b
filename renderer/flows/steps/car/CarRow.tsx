import type { DirectoryCar } from '../../../../shared/domain/directory.ts';
import { carTitle, Plate } from '../../../components/CarLine.tsx';
import classes from './CarRow.module.css';

/** A car in the list: plate, brand and model, name, VIN, each in its column, so that the eye runs down. */
export function CarRow({ car }: { readonly car: DirectoryCar }) {
  const title = carTitle(car);
  return (
    <span className={classes['row']}>
      <Plate plate={car.licensePlate} name={car.name} />
      <span className={classes['words']}>
        <span className={classes['title']}>{title}</span>
        {car.name !== title && car.name !== car.licensePlate && (
          <span className={classes['name']}>{car.name}</span>
        )}
      </span>
      {car.vin !== null && <span className={classes['vin']}>{car.vin}</span>}
    </span>
  );
}
