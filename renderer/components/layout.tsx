import type { AllHTMLAttributes, ElementType, HTMLAttributes, Ref } from 'react';
import classes from './layout.module.css';

/** Distances of `renderer/theme/tokens.css`: `hair` is 2 px, `half` 4, `1` 8, `1-half` 12, `2` 16, `3` 24, `4` 32. */
type Space = 'hair' | 'half' | '1' | '1-half' | '2' | '3' | '4';

/** Attributes of the links, buttons, forms and times that take a layout. */
type AttributesOfSome = Pick<
  AllHTMLAttributes<HTMLElement>,
  'dateTime' | 'disabled' | 'href' | 'htmlFor' | 'noValidate'
>;

type Props = HTMLAttributes<HTMLElement> &
  AttributesOfSome & {
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
    /** The distance to the element above (`margin-top`). */
    readonly above?: Space;
    /** The distance to the element below (`margin-bottom`). */
    readonly below?: 'half' | '1' | '1-half' | '2' | '3';
    /** A raised surface with a border. */
    readonly card?: boolean;
    /** A padded background of a tone. */
    readonly note?: 'attention' | 'trouble';
    /** A border around a picture. */
    readonly frame?: boolean;
    /** Tinted under the pointer. */
    readonly lit?: boolean;
    /** As high as a target of a gloved finger. */
    readonly tall?: boolean;
    /** A line to the `ruled` sibling above. */
    readonly ruled?: boolean;
    /** Text on lines of its own (`display: block`). */
    readonly block?: boolean;
    /** At most two lines. */
    readonly clamp?: boolean;
    /** Text colour of a state. Icons in it take it too. */
    readonly tone?:
      'neutral' | 'quiet' | 'accent' | 'progress' | 'attention' | 'done' | 'trouble' | undefined;
    /** Font size and line height of the type scale. Default: inherited. */
    readonly size?: 'caption' | 'small' | 'lead' | 'body' | 'title' | undefined;
    /** Line height, where it differs from that of the size. */
    readonly line?: 'caption' | 'small' | 'lead' | 'body' | 'title' | 'inherit';
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
  /** Among words: `inline-flex`. */
  readonly inline?: boolean;
  readonly gap?: Space;
  readonly align?: 'start' | 'center' | 'end' | 'baseline';
  readonly justify?: 'center' | 'end' | 'between';
  /** `narrow`: a row that wraps, also of a column, in a narrow window alone. */
  readonly wrap?: boolean | 'narrow';
};

/** Children in a column. */
export const Stack = ({ as = 'div', ...props }: FlexProps) => element(as, 'stack', props);

/** Children in a row. */
export const Row = ({ as = 'div', ...props }: FlexProps) => element(as, 'row', props);

/** Children in a grid; the class names its columns. */
export const Grid = ({ as = 'div', ...props }: FlexProps) => element(as, 'grid', props);

/** Children in two columns of equal width. */
export const Pairs = ({ as = 'div', ...props }: FlexProps) => element(as, 'pairs', props);

/** Text in a step of the type scale. */
export const Text = ({ as = 'span', ...props }: Props) => element(as, null, props);

/** An element that only takes its place in a layout. */
export const Block = ({ as = 'div', ...props }: Props) => element(as, null, props);

function element(
  Tag: ElementType,
  direction: 'stack' | 'row' | 'grid' | 'pairs' | null,
  {
    inline = false,
    gap,
    align,
    justify,
    wrap = false,
    grow = false,
    narrow = false,
    fixed = false,
    plain = false,
    above,
    below,
    card = false,
    note,
    frame = false,
    lit = false,
    ruled = false,
    tall = false,
    block = false,
    clamp = false,
    tone,
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
    inline && 'inline',
    gap !== undefined && `gap-${gap}`,
    align !== undefined && `align-${align}`,
    justify !== undefined && `justify-${justify}`,
    wrap === true && 'wrap',
    wrap === 'narrow' && 'wrap-narrow',
    grow && 'grow',
    narrow && 'narrow',
    fixed && 'fixed',
    plain && 'plain',
    above !== undefined && `above-${above}`,
    below !== undefined && `below-${below}`,
    card && 'card',
    note !== undefined && 'note',
    frame && 'frame',
    lit && 'lit',
    ruled && 'ruled',
    tall && 'tall',
    block && 'block',
    clamp && 'clamp',
    size,
    line !== undefined && `line-${line}`,
    weight,
    quiet && 'quiet',
    tone !== undefined && 'tone',
    mono && 'mono',
    tabular && 'tabular',
    breaks && 'breaks',
    truncate && 'truncate',
  ].flatMap((name) => (typeof name === 'string' ? [classes[name]] : []));
  return <Tag data-tone={note ?? tone} {...rest} className={[...names, className].join(' ').trim()} />;
}
