import type { Instant } from '../../shared/time.ts';
import { clock } from '../../shared/words/format.ts';
import { useNow } from '../format/use-now.ts';
import { Text } from './layout.tsx';
import classes from './RelativeClock.module.css';

/** The running duration of something: 02:14. Both ends are read from this laptop's clock. */
export function RelativeClock({
  since,
  size = 'md',
}: {
  readonly since: Instant;
  readonly size?: 'sm' | 'md';
}) {
  const now = useNow();
  return (
    <Text
      weight="strong"
      mono
      tabular
      line="title"
      className={classes['clock']}
      data-size={size}
      role="timer"
      aria-live="off"
    >
      {clock(now - since)}
    </Text>
  );
}
