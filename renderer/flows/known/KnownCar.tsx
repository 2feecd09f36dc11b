import type { JobCar } from '../../../shared/domain/job.ts';
import { carTitle, Plate } from '../../components/CarLine.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './KnownCar.module.css';

/** The car of the job, recognisable from two metres away. */
export function KnownCar({ car }: { readonly car: JobCar }) {
  const text = useText();
  const title = carTitle(car);
  // Without a plate the name stands in its place, whole.
  const hasPlate = car.licensePlate !== null && car.licensePlate.trim() !== '';
  return (
    <div className={classes['car']}>
      <Plate plate={car.licensePlate} name={car.name} size="lg" />
      {(hasPlate || title !== car.name) && <span className={classes['title']}>{title}</span>}
      {hasPlate && car.name !== title && car.name !== car.licensePlate && <span>{car.name}</span>}
      {car.vin !== null && (
        <span className={classes['vin']} aria-label={`${text('flow.known.vin')} ${car.vin}`}>
          {car.vin}
        </span>
      )}
      {car.origin === 'created' && <span>{text('flow.known.carNew')}</span>}
    </div>
  );
}
