import { Button } from '@mantine/core';
import type { PlannedCar } from '../../../shared/domain/batch.ts';
import { Plate } from '../../components/CarLine.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './Batch.module.css';

/** One planned car: what the list says of it, and the way to begin. */
export function PlannedRow({
  car,
  busy,
  onBegin,
  onDrop,
}: {
  readonly car: PlannedCar;
  readonly busy: boolean;
  readonly onBegin: () => void;
  readonly onDrop: () => void;
}) {
  const text = useText();
  const { licensePlate, vin, name, brand, model, serial, group, key, file, line } = car;
  const label = licensePlate === '' ? (name === '' ? vin : name) : licensePlate;
  const make = [brand, model].filter((part) => part !== '').join(' ');
  // The plate says its own; what else is known of the car stands beside it.
  const title = [make, name, vin].find((part) => part !== '' && part !== label) ?? null;
  const more = [
    title === vin ? '' : vin,
    serial === '' ? '' : text('batch.saysBox', { serial }),
    key === '' ? '' : text('series.takenKey', { key }),
    group === '' ? '' : text('series.takenGroup', { group }),
  ].filter((part) => part !== '');
  return (
    <li className={classes['row']}>
      <span className={classes['plate']}>
        <Plate plate={licensePlate === '' ? null : licensePlate} name={label} />
      </span>
      <div className={classes['words']}>
        {title !== null && <p className={classes['title']}>{title}</p>}
        {more.length > 0 && <p className={classes['says']}>{more.join(' · ')}</p>}
        <p className={classes['says']}>{text('batch.from', { file, line })}</p>
      </div>
      <Button
        variant="subtle"
        disabled={busy}
        aria-label={text('batch.dropCar', { car: label })}
        onClick={onDrop}
      >
        {text('batch.drop')}
      </Button>
      <Button
        variant="default"
        disabled={busy}
        aria-label={text('batch.beginCar', { car: label })}
        onClick={onBegin}
      >
        {text('batch.begin')}
      </Button>
    </li>
  );
}
