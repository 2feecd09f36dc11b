import { Row, Stack, Text } from './layout.tsx';
import classes from './CarLine.module.css';

/** The fields of a car that a screen shows. */
interface ShownCar {
  readonly name: string;
  readonly licensePlate: string | null;
  readonly brand: string | null;
  readonly model: string | null;
}

/** Brand and model ("Mercedes-Benz Vito"), else the car's name. */
export function carTitle(car: ShownCar): string {
  const title = [car.brand, car.model].filter((part) => part !== null && part.trim() !== '').join(' ');
  return title === '' ? car.name : title;
}

/** A car in one line: plate, brand and model, and beneath them its name where that adds something. */
export function CarLine({ car, size = 'md' }: { readonly car: ShownCar; readonly size?: 'md' | 'lg' }) {
  const title = carTitle(car);
  return (
    <Row as="span" inline gap="2" align="center" narrow className={classes['line']}>
      <Row as="span" inline className={classes['plateColumn']}>
        <Plate plate={car.licensePlate} name={car.name} size={size} />
      </Row>
      <Stack as="span" narrow>
        <Text line="body" weight="strong" className={classes['title']}>
          {title}
        </Text>
        {car.name !== title && car.name !== car.licensePlate && (
          <Text size="small" weight="regular" quiet className={classes['name']}>
            {car.name}
          </Text>
        )}
      </Stack>
    </Row>
  );
}

/**
 * A licence plate in the design of a plate. Without a plate, the car's name is shown on a plain tag in the same place.
 */
export function Plate({
  plate,
  name,
  size = 'md',
}: {
  readonly plate: string | null;
  /** The car's own name, shown where there is no plate. */
  readonly name: string;
  readonly size?: 'md' | 'lg';
}) {
  if (plate === null || plate.trim() === '') {
    return (
      <Text
        size="lead"
        line="small"
        weight="strong"
        truncate
        className={classes['nameTag']}
        data-size={size}
        title={name}
      >
        {name}
      </Text>
    );
  }
  return (
    <Row as="span" inline fixed className={classes['plate']} data-size={size}>
      <Row as="span" justify="center" fixed className={classes['band']} aria-hidden>
        <svg viewBox="0 0 12 12" width="11" height="11" fill="currentColor">
          {Array.from({ length: 12 }, (_, index) => (
            <circle
              key={index}
              cx={6 + 4.6 * Math.sin((index * Math.PI) / 6)}
              cy={6 - 4.6 * Math.cos((index * Math.PI) / 6)}
              r="0.95"
            />
          ))}
        </svg>
      </Row>
      <Text tabular truncate className={classes['text']}>
        {plate}
      </Text>
    </Row>
  );
}
