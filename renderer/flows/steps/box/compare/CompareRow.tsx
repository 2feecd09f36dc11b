import type { ReactNode } from 'react';
import { VisuallyHidden } from '@mantine/core';
import type { PreflightCheck } from '../../../../../shared/domain/job.ts';
import { checkBadges } from '../../../../components/badges.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Row, Text } from '../../../../components/layout.tsx';
import classes from './Compare.module.css';

/** One of the three numbers: where it comes from, whether it agrees in sign and word, the number, what can be done. */
export function CompareRow({
  sign,
  state,
  word,
  caption,
  aside,
  below,
  children,
}: {
  /** In place of the state's own sign. */
  readonly sign?: ReactNode;
  readonly state: PreflightCheck['state'] | null;
  /** In place of the state's own word. */
  readonly word?: string;
  readonly caption: string;
  readonly aside?: ReactNode;
  /** Across the whole row. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}) {
  const text = useText();
  const badge = state === null ? null : checkBadges[state];
  return (
    <li className={classes['row']} data-state={state ?? undefined}>
      <span className={classes['sign']}>
        {sign ?? (badge !== null && <badge.icon size={24} stroke={1.8} aria-hidden />)}
      </span>
      <span className={classes['words']}>
        <Text size="small" weight="strong">
          {caption}
        </Text>
        {state !== null && (
          <span className={classes['word']}>{word ?? text(`flow.box.compare.word.${state}`)}</span>
        )}
      </span>
      <div className={classes['number']}>{children}</div>
      {aside !== undefined && (
        <Row gap="1" align="center" fixed>
          {aside}
        </Row>
      )}
      {below !== undefined && <div className={classes['below']}>{below}</div>}
    </li>
  );
}

/** One character in its column: null where this number has none there. */
interface DigitCell {
  readonly character: string | null;
  readonly same: boolean;
}

/**
 * A number in cells of one width, so that numbers stand aligned beneath each other. What differs is boxed and underlined,
 * not only coloured; read aloud it is the number as a whole.
 */
export function Digits({ cells, whole }: { readonly cells: readonly DigitCell[]; readonly whole: string }) {
  return (
    <>
      <span className={classes['digits']} aria-hidden>
        {cells.map(({ character, same }, index) => (
          <span key={index} className={classes['digit']} data-differs={!same || undefined}>
            {character ?? '\u2009'}
          </span>
        ))}
      </span>
      <VisuallyHidden>{whole}</VisuallyHidden>
    </>
  );
}

/** A number with nothing to compare it with. */
export const plainCells = (serial: string): readonly DigitCell[] =>
  Array.from(serial.replace(/\s/g, '')).map((character) => ({ character, same: true }));
