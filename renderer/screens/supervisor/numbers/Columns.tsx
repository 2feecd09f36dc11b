import { type Bar, Stripes } from './Bars.tsx';
import classes from './Charts.module.css';

const HEIGHT = 180;

/** Standing bars side by side, for days; the day and its numbers are shown where the pointer is. */
export function Columns({
  label,
  columns,
  most,
}: {
  readonly label: string;
  readonly columns: readonly Bar[];
  /** The value of the highest bar. */
  readonly most: string;
}) {
  const step = 100 / Math.max(1, columns.length);
  // A single day is no wall.
  const width = Math.min(step * 0.78, 8);
  const ends = [
    columns[0],
    columns.length > 2 ? columns[Math.floor(columns.length / 2)] : undefined,
    columns.at(-1),
  ];
  return (
    <div className={classes['columns']}>
      <span className={classes['most']}>{most}</span>
      <svg width="100%" height={HEIGHT} role="img" aria-label={label}>
        <Stripes />
        <line className={classes['grid']} x1="0" x2="100%" y1="0.5" y2="0.5" />
        <line className={classes['grid']} x1="0" x2="100%" y1={HEIGHT / 2} y2={HEIGHT / 2} />
        {columns.map(({ name, says, parts }, index) => {
          const x = index * step + (step - width) / 2;
          let top = HEIGHT;
          return (
            <g key={name}>
              <title>{`${name}: ${says}`}</title>
              <rect
                className={classes['hit']}
                x={`${index * step}%`}
                width={`${step}%`}
                y="0"
                height={HEIGHT}
              />
              {parts.map(({ share, look }) => {
                const height = share * HEIGHT;
                top -= height;
                return (
                  <rect
                    key={look}
                    className={classes[look]}
                    x={`${x}%`}
                    width={`${width}%`}
                    y={top}
                    height={height}
                  />
                );
              })}
            </g>
          );
        })}
        <line className={classes['base']} x1="0" x2="100%" y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      </svg>
      <div className={classes['ends']} aria-hidden>
        {[...new Set(ends.flatMap((column) => column?.name ?? []))].map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
    </div>
  );
}
