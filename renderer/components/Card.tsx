import type { ReactNode } from 'react';
import classes from './Card.module.css';

/** A surface on the ground. */
export function Card({
  children,
  padded = true,
}: {
  readonly children: ReactNode;
  readonly padded?: boolean;
}) {
  return (
    <div className={classes['card']} data-padded={padded || undefined}>
      {children}
    </div>
  );
}
