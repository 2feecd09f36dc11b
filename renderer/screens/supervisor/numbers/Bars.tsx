import { Block, Grid, Row, Text } from '../../../components/layout.tsx';
import classes from './Numbers.module.css';

/**
 * The appearance of a part of a bar (`Numbers.module.css`). Besides the colour each has a pattern or an edge of its
 * own.
 */
type BarTone = 'good' | 'fair' | 'open' | 'plain' | 'trouble';

/** A part of a bar as a share of the longest bar: 0 to 1. */
interface BarPart {
  readonly share: number;
  readonly tone: BarTone;
}

/** One bar: its name, its text, and its parts from the left. */
export interface Bar {
  readonly name: string;
  readonly says: string;
  readonly parts: readonly BarPart[];
}

const percent = (share: number) => `${100 * share}%`;

/** Horizontal bars, one on each line, with their numbers at the end. */
export function Bars({ label, rows }: { readonly label: string; readonly rows: readonly Bar[] }) {
  return (
    <Block as="ul" plain aria-label={label}>
      {rows.map(({ name, says, parts }) => (
        <Grid
          as="li"
          key={name}
          gap="1-half"
          align="center"
          size="lead"
          line="small"
          className={classes['bars']}
        >
          <Text clamp breaks title={name}>
            {name}
          </Text>
          <svg className={classes['bar']} width="100%" height="20" aria-hidden>
            <Stripes />
            {parts.map(({ share, tone: look }, index) => {
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
          <Text weight="strong" tabular className={classes['says']}>
            {says}
          </Text>
        </Grid>
      ))}
    </Block>
  );
}

/** The pattern for jobs that are finished but were not right the first time. */
function Stripes() {
  return (
    <defs>
      <pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={classes['stripeGround']} width="6" height="6" />
        <rect className={classes['stripe']} width="3" height="6" />
      </pattern>
    </defs>
  );
}

const HEIGHT = 180;

/** Vertical bars for days. The day under the pointer shows its numbers. */
export function Columns({
  label,
  columns,
  most,
}: {
  readonly label: string;
  readonly columns: readonly Bar[];
  /** The value of the highest bar, as text. */
  readonly most: string;
}) {
  const step = 100 / Math.max(1, columns.length);
  // Upper bound of the width, so that a single day does not fill the chart.
  const width = Math.min(step * 0.78, 8);
  const ends = [
    columns[0],
    columns.length > 2 ? columns[Math.floor(columns.length / 2)] : undefined,
    columns.at(-1),
  ];
  return (
    <div className={classes['columns']}>
      <Text size="caption" quiet tabular>
        {most}
      </Text>
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
              {parts.map(({ share, tone: look }) => {
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
      <Row
        as="div"
        size="caption"
        quiet
        tabular
        justify="between"
        above="half"
        className={classes['ends']}
        aria-hidden
      >
        {[...new Set(ends.flatMap((column) => column?.name ?? []))].map((name) => (
          <span key={name}>{name}</span>
        ))}
      </Row>
    </div>
  );
}
