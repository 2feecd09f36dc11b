import { Button, Progress } from '@mantine/core';
import { useText } from '../../i18n/use-text.ts';
import classes from './Batch.module.css';

/** How far the rows of a list are checked, and the way to stop. */
export function Checking({
  done,
  count,
  onStop,
}: {
  readonly done: number;
  readonly count: number;
  readonly onStop: () => void;
}) {
  const text = useText();
  return (
    <div className={classes['ways']} role="status">
      <Progress
        flex={1}
        value={(done / Math.max(count, 1)) * 100}
        aria-label={text('batch.checking', { done, count })}
      />
      <p>{text('batch.checking', { done, count })}</p>
      <Button variant="default" onClick={onStop}>
        {text('batch.stop')}
      </Button>
    </div>
  );
}
