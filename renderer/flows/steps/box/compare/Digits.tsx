import { VisuallyHidden } from '@mantine/core';
import classes from './Digits.module.css';

/** One character in its column: null where this number has none there. */
export interface DigitCell {
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
