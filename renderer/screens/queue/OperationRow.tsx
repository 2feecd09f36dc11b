import type { OperationView } from '../../../shared/domain/operation.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Instant } from '../../../shared/time.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Saying } from '../../components/Saying.tsx';
import { OperationBadge } from '../../components/StateBadge.tsx';
import { type Format } from '../../../shared/words/format.ts';
import { useFormat } from '../../format/use-format.ts';
import { useSay, useText } from '../../i18n/use-text.ts';
import { AttemptList } from './AttemptList.tsx';
import { OperationButtons } from './OperationButtons.tsx';
import classes from './OperationRow.module.css';

/** One operation: what it does, how it stands, why, what can be done. */
export function OperationRow({
  operation,
  now,
}: {
  readonly operation: OperationView;
  readonly now: Instant;
}) {
  const text = useText();
  const format = useFormat();
  const say = useSay();
  const facts = useFacts(operation, now, format);
  const ended = operation.state === 'done' || operation.state === 'cancelled';
  const needsPerson = operation.state === 'blocked' || operation.state === 'failed';
  return (
    <li className={classes['row']} data-ended={ended || undefined} data-trouble={needsPerson || undefined}>
      <div className={classes['head']}>
        <div>
          <h2 className={classes['sentence']}>
            <Saying of={operation.sentence} />
          </h2>
          <p className={classes['facts']}>{facts.join(' · ')}</p>
        </div>
        <OperationBadge state={operation.state} />
      </div>
      {operation.waitsFor.length > 0 && (
        <p className={classes['waits']}>
          {text('queue.waitsFor', { what: operation.waitsFor.map((sentence) => say(sentence)).join(', ') })}
        </p>
      )}
      {operation.problem !== null && !ended && (
        <ProblemNotice problem={operation.problem} tone={needsPerson ? 'trouble' : 'attention'} />
      )}
      {operation.history.length > 0 ? (
        <Disclosure label={text('queue.history')} aside={<OperationButtons operation={operation} />}>
          <AttemptList attempts={operation.history} now={now} />
        </Disclosure>
      ) : (
        <OperationButtons operation={operation} />
      )}
    </li>
  );
}

/** The small facts beneath the sentence, those that matter in its state. */
function useFacts(operation: OperationView, now: Instant, format: Format): readonly string[] {
  const text = useText();
  const attempts =
    operation.attempts === 0 ? text('queue.notTried') : text('queue.attempts', { count: operation.attempts });
  const later = operation.notBefore !== null && operation.notBefore > now ? operation.notBefore : null;
  switch (operation.state) {
    case 'ready':
      return [
        attempts,
        later === null ? text('queue.nextNow') : text('queue.nextTry', { at: format.timeWithSeconds(later) }),
      ];
    case 'unknown':
      return [
        attempts,
        later === null
          ? text('queue.nextReadingNow')
          : text('queue.nextReading', { at: format.timeWithSeconds(later) }),
      ];
    case 'awaiting-result':
      return operation.acceptedAt === null
        ? [attempts]
        : [text('queue.accepted', { at: format.timeOrDay(operation.acceptedAt, now) }), attempts];
    case 'done': {
      const when = format.timeOrDay(operation.updatedAt, now);
      return operation.confirmedBy === null
        ? [when]
        : [text(`queue.confirmedBy.${operation.confirmedBy}`), when];
    }
    case 'waiting':
    case 'sending':
    case 'blocked':
    case 'held':
    case 'failed':
    case 'cancelled':
      return [attempts, text('queue.changed', { at: format.timeOrDay(operation.updatedAt, now) })];
    default:
      return neverReached(operation.state);
  }
}
