import { Skeleton } from '@mantine/core';
import classes from './RowsSkeleton.module.css';

/** The shape of a list that is on its way. */
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
          <div className={classes['words']}>
            <Skeleton width="48%" height={14} />
            <Skeleton width="72%" height={12} />
          </div>
        </div>
      ))}
    </div>
  );
}
