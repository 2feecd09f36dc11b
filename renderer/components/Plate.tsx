import classes from './Plate.module.css';

/**
 * A licence plate drawn as a plate. Without one the car's name stands on a plain tag, so that a car is always
 * recognisable by the same place on the screen.
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
      <span className={classes['tag']} data-size={size} title={name}>
        {name}
      </span>
    );
  }
  return (
    <span className={classes['plate']} data-size={size}>
      <span className={classes['band']} aria-hidden>
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
      </span>
      <span className={classes['text']}>{plate}</span>
    </span>
  );
}
