import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

/** Nothing here yet: what will be, and how one begins. */
export function EmptyState({
  icon: Picture,
  title,
  children,
  action,
}: {
  readonly icon: Icon;
  readonly title: string;
  /** The purpose of this place. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={classes['empty']}>
      <span className={classes['picture']}>
        <Picture size={28} stroke={1.7} aria-hidden />
      </span>
      <h3>{title}</h3>
      {children !== undefined && <div className={classes['words']}>{children}</div>}
      {action}
    </div>
  );
}
