import { Plate } from './Plate.tsx';
import classes from './CarLine.module.css';

/** The fields of a car that a screen needs to show it. */
export interface ShownCar {
  readonly name: string;
  readonly licensePlate: string | null;
  readonly brand: string | null;
  readonly model: string | null;
}

/** "Mercedes-Benz Vito", else the car's name. */
export function carTitle(car: ShownCar): string {
  const title = [car.brand, car.model].filter((part) => part !== null && part.trim() !== '').join(' ');
  return title === '' ? car.name : title;
}

/** A car in one line: plate, brand and model, and its name beneath where that says more. */
export function CarLine({ car, size = 'md' }: { readonly car: ShownCar; readonly size?: 'md' | 'lg' }) {
  const title = carTitle(car);
  return (
    <span className={classes['line']}>
      <span className={classes['plate']}>
        <Plate plate={car.licensePlate} name={car.name} size={size} />
      </span>
      <span className={classes['words']}>
        <span className={classes['title']}>{title}</span>
        {car.name !== title && car.name !== car.licensePlate && (
          <span className={classes['name']}>{car.name}</span>
        )}
      </span>
    </span>
  );
}
