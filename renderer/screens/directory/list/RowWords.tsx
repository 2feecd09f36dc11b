import type { ReactNode } from 'react';
import classes from './RowWords.module.css';

/** The words of a row: what it is, what is to know of it, and at the right where it is or how it stands. */
export function RowWords({
  main,
  small,
  aside,
}: {
  readonly main: ReactNode;
  readonly small?: ReactNode;
  readonly aside?: ReactNode;
}) {
  return (
    <>
      <span className={classes['words']}>
        <span className={classes['main']}>{main}</span>
        {small !== undefined && small !== null && <span className={classes['small']}>{small}</span>}
      </span>
      {aside !== undefined && <span className={classes['aside']}>{aside}</span>}
    </>
  );
}
