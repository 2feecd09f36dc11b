import type { ElementType, HTMLAttributes, Ref } from 'react';
import classes from './layout.module.css';

/** Distances of `renderer/theme/tokens.css`: `hair` is 2 px, `half` 4, `1` 8, `1-half` 12, `2` 16, `3` 24, `4` 32. */
type Space = 'hair' | 'half' | '1' | '1-half' | '2' | '3' | '4';

type Props = HTMLAttributes<HTMLElement> & {
  /** The name of the element. Default: `div`; for text `span`. */
  readonly as?: ElementType;
  readonly ref?: Ref<HTMLElement>;
  /** Grows into the free space (`flex-grow`). */
  readonly grow?: boolean;
  /** May shrink below the width of its content (`min-width: 0`). */
  readonly narrow?: boolean;
  /** Never shrinks below its content. */
  readonly fixed?: boolean;
  /** For a list: without markers and indent. */
  readonly plain?: boolean;
  /** Font size and line height of the type scale. Default: inherited. */
  readonly size?: 'caption' | 'small' | 'lead' | 'body' | 'title';
  /** Line height, where it differs from that of the size. */
  readonly line?: 'caption' | 'small' | 'lead' | 'body' | 'title';
  readonly weight?: 'regular' | 'medium' | 'strong' | 'bold';
  /** Secondary text colour. */
  readonly quiet?: boolean;
  /** Monospaced, for numbers, serials and codes. */
  readonly mono?: boolean;
  /** Digits of equal width, for figures that stand in columns or change in place. */
  readonly tabular?: boolean;
  /** Breaks within a word instead of overflowing. */
  readonly breaks?: boolean;
  /** One line; the rest is cut off with an ellipsis. */
  readonly truncate?: boolean;
};

type FlexProps = Props & {
  readonly gap?: Space;
  readonly align?: 'start' | 'center' | 'end' | 'baseline';
  readonly justify?: 'center' | 'end' | 'between';
  readonly wrap?: boolean;
};

/** Children in a column. */
export const Stack = ({ as = 'div', ...props }: FlexProps) => element(as, 'stack', props);

/** Children in a row. */
export const Row = ({ as = 'div', ...props }: FlexProps) => element(as, 'row', props);

/** Text in a step of the type scale. */
export const Text = ({ as = 'span', ...props }: Props) => element(as, null, props);

function element(
  Tag: ElementType,
  direction: 'stack' | 'row' | null,
  {
    gap,
    align,
    justify,
    wrap = false,
    grow = false,
    narrow = false,
    fixed = false,
    plain = false,
    size,
    line,
    weight,
    quiet = false,
    mono = false,
    tabular = false,
    breaks = false,
    truncate = false,
    className,
    ...rest
  }: Omit<FlexProps, 'as'>,
) {
  const names = [
    direction,
    gap !== undefined && `gap-${gap}`,
    align !== undefined && `align-${align}`,
    justify !== undefined && `justify-${justify}`,
    wrap && 'wrap',
    grow && 'grow',
    narrow && 'narrow',
    fixed && 'fixed',
    plain && 'plain',
    size,
    line !== undefined && `line-${line}`,
    weight,
    quiet && 'quiet',
    mono && 'mono',
    tabular && 'tabular',
    breaks && 'breaks',
    truncate && 'truncate',
  ].flatMap((name) => (typeof name === 'string' ? [classes[name]] : []));
  return <Tag {...rest} className={[...names, className].join(' ').trim()} />;
}
