import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { Row, Stack, Text } from './layout.tsx';
import classes from './EmptyState.module.css';

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
    <Stack gap="1" align="center" className={classes['empty']}>
      <Row as="span" align="center" justify="center" below="1" tone="accent" className={classes['picture']}>
        <Picture size={28} stroke={1.7} aria-hidden />
      </Row>
      <h3>{title}</h3>
      {children !== undefined && (
        <Text as="div" quiet className={classes['words']}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
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
    <Stack gap="1" className={classes['rows']} aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        <Row key={index} gap="3" align="center" className={classes['row']} style={{ height }}>
          <Skeleton width={120} height={32} />
          <Stack gap="1" grow>
            <Skeleton width="48%" height={14} />
            <Skeleton width="72%" height={12} />
          </Stack>
        </Row>
      ))}
    </Stack>
  );
}
