import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import { Row } from './layout.tsx';
import classes from './Distance.module.css';

/** The progress of a number of cars, in words and as a bar: "7 of 12 done". */
export function Distance({
  done,
  waiting = 0,
  total,
}: {
  readonly done: number;
  /** Number of cars that are finished and not confirmed by the operator. */
  readonly waiting?: number;
  readonly total: number;
}) {
  const text = useText();
  const format = useFormat();
  const numbers = {
    done: format.number(done),
    waiting: format.number(waiting),
    total: format.number(total),
  };
  return (
    <Row
      as="span"
      align="center"
      wrap
      quiet
      tabular
      size="small"
      line="inherit"
      className={classes['distance']}
    >
      <span>{text(waiting > 0 ? 'plan.distanceWaiting' : 'plan.distance', numbers)}</span>
      <progress className={classes['bar']} max={Math.max(1, total)} value={done} aria-hidden />
    </Row>
  );
}
