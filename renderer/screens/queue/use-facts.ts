import type { QueueLine } from '../../../shared/domain/operation-commands.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Instant } from '../../../shared/time.ts';
import { useAccordingTo } from '../../components/StateBadge.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';

type QueueStatus = Pick<
  QueueLine,
  'state' | 'attempts' | 'notBefore' | 'acceptedAt' | 'updatedAt' | 'confirmedBy' | 'reportedBy'
>;

/** The line of facts beneath an operation's sentence: those that matter in its state. */
export function useFacts(now: Instant): (operation: QueueStatus) => readonly string[] {
  const text = useText();
  const format = useFormat();
  const reported = useAccordingTo();
  return (operation) => {
    const { notBefore, acceptedAt, confirmedBy } = operation;
    const attempts =
      operation.attempts === 0
        ? text('queue.notTried')
        : text('queue.attempts', { count: operation.attempts });
    const later = notBefore !== null && notBefore > now ? format.timeWithSeconds(notBefore) : null;
    const since = format.timeOrDay(operation.updatedAt, now);
    switch (operation.state) {
      case 'ready':
        return [attempts, later === null ? text('queue.nextNow') : text('queue.nextTry', { at: later })];
      case 'unknown':
        return [
          attempts,
          later === null ? text('queue.nextReadingNow') : text('queue.nextReading', { at: later }),
        ];
      case 'awaiting-result':
        return acceptedAt === null
          ? [attempts]
          : [text('queue.accepted', { at: format.timeOrDay(acceptedAt, now) }), attempts];
      case 'done':
        if (operation.reportedBy !== null) return [reported(operation.reportedBy), since];
        return confirmedBy === null ? [since] : [text(`queue.confirmedBy.${confirmedBy}`), since];
      case 'waiting':
      case 'sending':
      case 'blocked':
      case 'held':
      case 'failed':
      case 'cancelled':
        return [attempts, text('queue.changed', { at: since })];
      default:
        return neverReached(operation.state);
    }
  };
}
