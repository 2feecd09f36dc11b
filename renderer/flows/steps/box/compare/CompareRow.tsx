import type { ReactNode } from 'react';
import { VisuallyHidden } from '@mantine/core';
import type { PreflightCheck } from '../../../../../shared/domain/boxes.ts';
import { checkBadges } from '../../../../components/badges.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Row, Stack, Text } from '../../../../components/layout.tsx';
import classes from './Compare.module.css';

/** One of the three rows: source, result of the comparison as icon and word, the number, and its acts. */
export function CompareRow({
  sign,
  state,
  word,
  caption,
  aside,
  below,
  children,
}: {
  /** Replaces the icon of the state. */
  readonly sign?: ReactNode;
  readonly state: PreflightCheck['state'] | null;
  /** Replaces the word of the state. */
  readonly word?: string;
  readonly caption: string;
  readonly aside?: ReactNode;
  /** Content below, over the full width of the row. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}) {
  const text = useText();
  const badge = state === null ? null : checkBadges[state];
  return (
    <Row as="li" align="center" wrap className={classes['row']} data-state={state ?? undefined}>
      <Row as="span" fixed className={classes['sign']} data-tone={badge?.tone}>
        {sign ?? (badge !== null && <badge.icon size={24} stroke={1.8} aria-hidden />)}
      </Row>
      <Stack as="span" fixed className={classes['words']}>
        <Text size="small" weight="strong">
          {caption}
        </Text>
        {state !== null && (
          <Text size="caption" line="caption" quiet className={classes['word']}>
            {word ?? text(`flow.box.compare.word.${state}`)}
          </Text>
        )}
      </Stack>
      <div className={classes['number']}>{children}</div>
      {aside !== undefined && (
        <Row gap="1" align="center" fixed>
          {aside}
        </Row>
      )}
      {below !== undefined && <div className={classes['below']}>{below}</div>}
    </Row>
  );
}

/** One character in its column; null where this number has no character there. */
interface DigitCell {
  readonly character: string | null;
  readonly same: boolean;
}

/**
 * A number in cells of equal width, so that numbers align in columns. Differing cells have a box and an underline
 * besides the colour. A screen reader reads the number as a whole.
 */
export function Digits({ cells, whole }: { readonly cells: readonly DigitCell[]; readonly whole: string }) {
  return (
    <>
      <Row as="span" wrap size="title" weight="medium" mono aria-hidden>
        {cells.map(({ character, same }, index) => (
          <span key={index} className={classes['digit']} data-differs={!same || undefined}>
            {character ?? '\u2009'}
          </span>
        ))}
      </Row>
      <VisuallyHidden>{whole}</VisuallyHidden>
    </>
  );
}

/** The cells of a number that is not compared. */
export const plainCells = (serial: string): readonly DigitCell[] =>
  Array.from(serial.replace(/\s/g, '')).map((character) => ({ character, same: true }));
