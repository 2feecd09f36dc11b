import type { ReactNode } from 'react';
import classes from './LineList.module.css';

/** Rows of what belongs to the open thing. */
export function LineList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={classes['list']} aria-label={label}>
      {children}
    </ul>
  );
}

/** One of them: what it is, what is to know of it, what can be done. */
export function Line({
  main,
  href,
  small,
  buttons,
  drawn = false,
}: {
  readonly main: ReactNode;
  /** `main` is more than words: it is not underlined as a link. */
  readonly drawn?: boolean;
  /** Where it is opened. */
  readonly href?: string | undefined;
  readonly small?: ReactNode;
  readonly buttons?: ReactNode;
}) {
  const words = (
    <>
      <span className={classes['main']} data-drawn={drawn || undefined}>
        {main}
      </span>
      {small !== undefined && <span className={classes['small']}>{small}</span>}
    </>
  );
  return (
    <li className={classes['line']}>
      {href === undefined ? (
        <span className={classes['words']}>{words}</span>
      ) : (
        <a className={classes['words']} href={href}>
          {words}
        </a>
      )}
      {buttons !== undefined && <span className={classes['buttons']}>{buttons}</span>}
    </li>
  );
}
