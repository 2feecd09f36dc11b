import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconClock,
  IconDeviceLaptop,
  IconDeviceFloppy,
  IconSend,
} from '@tabler/icons-react';
import type { OperationView } from '../../../../shared/domain/operation.ts';
import { RelativeClock } from '../../../components/RelativeClock.tsx';
import { useAccordingTo } from '../../../components/StateBadge.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type OperationEvent, stepsOfOperation } from './operation-steps.ts';
import classes from '../verify/Timeline.module.css';

const signs: Readonly<
  Record<
    OperationEvent['what'],
    { readonly icon: Icon; readonly tone: 'progress' | 'waiting' | 'done' | 'trouble' }
  >
> = {
  requested: { icon: IconDeviceFloppy, tone: 'progress' },
  sent: { icon: IconSend, tone: 'progress' },
  accepted: { icon: IconClock, tone: 'waiting' },
  done: { icon: IconCircleCheck, tone: 'done' },
  reported: { icon: IconDeviceLaptop, tone: 'waiting' },
  failed: { icon: IconAlertTriangle, tone: 'trouble' },
  cancelled: { icon: IconCircleMinus, tone: 'trouble' },
};

/** An operation as dated steps, with the one that is still to come. */
export function OperationSteps({ operation }: { readonly operation: OperationView }) {
  const text = useText();
  const format = useFormat();
  const reported = useAccordingTo();
  const { state } = operation;
  const events = stepsOfOperation(operation);
  const since = events.at(-1)?.at ?? null;
  const open = state !== 'done' && state !== 'failed' && state !== 'cancelled';
  return (
    <ol className={classes['line']} aria-live="polite">
      {events.map(({ at, what, confirmedBy, reportedBy, raw }, index) => {
        const { icon: Sign, tone } = signs[what];
        return (
          <li key={index} className={classes['step']} data-tone={tone}>
            <time className={classes['time']} dateTime={new Date(at).toISOString()}>
              {format.timeWithSeconds(at)}
            </time>
            <Sign className={classes['sign']} size={22} stroke={1.9} aria-hidden />
            <span className={classes['words']}>
              {text(`flow.leaving.event.${what}`)}
              {confirmedBy !== null && (
                <span className={classes['by']}>{text(`flow.verify.by.${confirmedBy}`)}</span>
              )}
              {reportedBy !== null && <span className={classes['by']}>{reported(reportedBy)}</span>}
              {raw !== null && raw !== '' && <span className={classes['raw']}>{raw}</span>}
            </span>
          </li>
        );
      })}
      {open && (
        <li className={classes['step']} data-tone="to-come">
          <span className={classes['time']}>
            {since !== null && <RelativeClock since={since} size="sm" />}
          </span>
          <IconCircleDashed className={classes['sign']} size={22} stroke={1.9} aria-hidden />
          <span className={classes['words']}>
            {text('flow.leaving.event.done')}
            <span className={classes['by']}>{text('flow.verify.expected')}</span>
          </span>
        </li>
      )}
    </ol>
  );
}
