import type { ElementType, HTMLAttributes, Ref } from 'react';
import classes from './layout.module.css';

/** Distances of `renderer/theme/tokens.css`: `hair` is 2 px, `half` 4, `1` 8, `1-half` 12, `2` 16, `3` 24, `4` 32. */
type Space = 'hair' | 'half' | '1' | '1-half' | '2' | '3' | '4';

type Element = HTMLAttributes<HTMLElement> & {
  /** The name of the element. Default: `div`; for text `span`. */
  readonly as?: ElementType;
  readonly ref?: Ref<HTMLElement>;
};

type FlexProps = Element & {
  readonly gap?: Space;
  readonly align?: 'start' | 'center' | 'end' | 'baseline';
  readonly justify?: 'center' | 'end' | 'between';
  readonly wrap?: boolean;
  /** For a list: without markers and indent. */
  readonly plain?: boolean;
  /** Grows into the free space (`flex-grow`). */
  readonly grow?: boolean;
  /** May shrink below the width of its content (`min-width: 0`). */
  readonly narrow?: boolean;
  /** Never shrinks below its content. */
  readonly fixed?: boolean;
};

type TextProps = Element & {
  /** Font size and line height of the type scale. Default: inherited. */
  readonly size?: 'caption' | 'small' | 'lead' | 'body' | 'title';
  readonly weight?: 'regular' | 'strong' | 'bold';
  /** Secondary text colour. */
  readonly quiet?: boolean;
  /** Monospaced, for numbers, serials and codes. */
  readonly mono?: boolean;
  /** Breaks within a word instead of overflowing. */
  readonly breaks?: boolean;
};

/** Children in a column. */
export const Stack = (props: FlexProps) => flex('stack', props);

/** Children in a row. */
export const Row = (props: FlexProps) => flex('row', props);

function flex(
  direction: 'stack' | 'row',
  {
    as: Tag = 'div',
    gap,
    align,
    justify,
    wrap = false,
    plain = false,
    grow = false,
    narrow = false,
    fixed = false,
    className,
    ...rest
  }: FlexProps,
) {
  const names = [
    direction,
    gap !== undefined && `gap-${gap}`,
    align !== undefined && `align-${align}`,
    justify !== undefined && `justify-${justify}`,
    wrap && 'wrap',
    plain && 'plain',
    grow && 'grow',
    narrow && 'narrow',
    fixed && 'fixed',
  ];
  return <Tag {...rest} className={joined(names, className)} />;
}

/** Text in a step of the type scale. */
export function Text({
  as: Tag = 'span',
  size,
  weight,
  quiet = false,
  mono = false,
  breaks = false,
  className,
  ...rest
}: TextProps) {
  const names = [size ?? false, weight ?? false, quiet && 'quiet', mono && 'mono', breaks && 'breaks'];
  return <Tag {...rest} className={joined(names, className)} />;
}

const joined = (names: readonly (string | boolean)[], more: string | undefined): string =>
  [...names.map((name) => (typeof name === 'string' ? classes[name] : undefined)), more]
    .filter((name) => name !== undefined)
    .join(' ');
