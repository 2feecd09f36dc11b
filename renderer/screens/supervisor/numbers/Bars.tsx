import classes from './Charts.module.css';

/** How a part of a bar looks; `Charts.module.css`. Beside the colour each has a pattern or an edge of its own. */
export type Look = 'good' | 'fair' | 'open' | 'plain' | 'trouble';

/** A part of a bar, as a share of the longest: 0 to 1. */
export interface BarPart {
  readonly share: number;
  readonly look: Look;
}

/** One bar: its name, what it says, and its parts from the left. */
export interface Bar {
  readonly name: string;
  readonly says: string;
  readonly parts: readonly BarPart[];
}

const percent = (share: number) => `${100 * share}%`;

/** Lying bars, one a line, with their numbers at the end. */
export function Bars({ label, rows }: { readonly label: string; readonly rows: readonly Bar[] }) {
  return (
    <ul className={classes['bars']} aria-label={label}>
      {rows.map(({ name, says, parts }) => (
        <li key={name}>
          <span className={classes['name']} title={name}>
            {name}
          </span>
          <svg className={classes['bar']} width="100%" height="20" aria-hidden>
            <Stripes />
            {parts.map(({ share, look }, index) => {
              const before = parts.slice(0, index).reduce((sum, part) => sum + part.share, 0);
              return (
                <rect
                  key={look}
                  className={classes[look]}
                  x={percent(before)}
                  width={percent(share)}
                  y="1"
                  height="18"
                />
              );
            })}
          </svg>
          <span className={classes['says']}>{says}</span>
        </li>
      ))}
    </ul>
  );
}

/** The pattern of what is finished but was not right at once. */
export function Stripes() {
  return (
    <defs>
      <pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={classes['stripeGround']} width="6" height="6" />
        <rect className={classes['stripe']} width="3" height="6" />
      </pattern>
    </defs>
  );
}
