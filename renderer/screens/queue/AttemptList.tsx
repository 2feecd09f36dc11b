import type { AttemptView } from '../../../shared/domain/operation.ts';
import type { Instant } from '../../../shared/time.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './AttemptList.module.css';

/** Every try with its time, whether it left, and the answer in the operator's own words. */
export function AttemptList({
  attempts,
  now,
}: {
  readonly attempts: readonly AttemptView[];
  readonly now: Instant;
}) {
  const text = useText();
  const format = useFormat();
  return (
    <ol className={classes['attempts']}>
      {attempts.map((attempt) => {
        const facts = [
          text(`queue.sent.${attempt.sent ?? 'underway'}`),
          attempt.status === null ? null : text('queue.statusCode', { status: attempt.status }),
          attempt.finishedAt === null
            ? null
            : text('queue.took', { duration: format.seconds(attempt.finishedAt - attempt.startedAt) }),
        ];
        return (
          <li key={attempt.number} className={classes['attempt']}>
            <span className={classes['when']}>{format.timeOrDay(attempt.startedAt, now)}</span>
            <span>
              <span className={classes['name']}>{text('queue.attempt', { number: attempt.number })}</span>{' '}
              {facts.filter((fact) => fact !== null).join(', ')}
              {attempt.message !== null && attempt.message !== '' && (
                <span className={classes['message']}>{attempt.message}</span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
