import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import classes from './EmptyState.module.css';
import { Stack } from './layout.tsx';

/** An empty list: says its purpose and how to add the first entry. */
export function EmptyState({
  icon: Picture,
  title,
  children,
  action,
}: {
  readonly icon: Icon;
  readonly title: string;
  /** The purpose of the empty place. */
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

/** A placeholder in the shape of a list while it loads. */
export function RowsSkeleton({
  rows = 3,
  height = 72,
}: {
  readonly rows?: number;
  readonly height?: number;
}) {
  return (
    <div className={classes['rows']} aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes['row']} style={{ height }}>
          <Skeleton width={120} height={32} />
          <Stack gap="1" grow>
            <Skeleton width="48%" height={14} />
            <Skeleton width="72%" height={12} />
          </Stack>
        </div>
      ))}
    </div>
  );
}
