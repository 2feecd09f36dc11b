import { IconCircleCheck, IconDeviceLaptop, IconNotebook } from '@tabler/icons-react';
import type { OperationView } from '../../../shared/domain/operation.ts';
import { RelativeClock } from '../../components/RelativeClock.tsx';
import { Saying } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { OperationBadge } from '../../components/StateBadge.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './LiveOperations.module.css';

/** The operations of this job at this moment: running ones in full, ended ones as a count. */
export function LiveOperations({ operations }: { readonly operations: readonly OperationView[] }) {
  const text = useText();
  const done = operations.filter((operation) => operation.state === 'done');
  // Our own record of an opening is stored there; the operator confirms nothing by that.
  const stored = done.filter(({ kind, reportedBy }) => kind === 'create-event' && reportedBy === null).length;
  // By another laptop's word alone.
  const reported = done.filter(({ reportedBy }) => reportedBy !== null).length;
  const through = done.length - stored - reported;
  // A failure that was tried again is history: what counts is the newer try.
  const triedAgain = ({ kind }: OperationView, index: number) =>
    operations.slice(index + 1).some((later) => later.kind === kind);
  const underWay = operations.filter(
    (operation, index) =>
      operation.state !== 'done' &&
      operation.state !== 'cancelled' &&
      !(operation.state === 'failed' && triedAgain(operation, index)),
  );
  if (done.length + underWay.length === 0) return null;
  return (
    <Section title={text('flow.known.operations')}>
      <ul className={classes['list']} aria-live="polite">
        {underWay.map((operation) => (
          <li key={operation.id} className={classes['operation']}>
            <span className={classes['says']}>
              <Saying of={operation.sentence} />
            </span>
            <span className={classes['state']}>
              <OperationBadge state={operation.state} />
              {operation.state === 'awaiting-result' && operation.acceptedAt !== null && (
                <RelativeClock since={operation.acceptedAt} size="sm" />
              )}
            </span>
          </li>
        ))}
        {through > 0 && (
          <li className={classes['through']}>
            <IconCircleCheck className={classes['sign']} size={20} stroke={1.9} aria-hidden />
            {text('flow.known.through', { count: through })}
          </li>
        )}
        {reported > 0 && (
          <li className={classes['through']}>
            <IconDeviceLaptop size={20} stroke={1.9} aria-hidden />
            {text('flow.known.reported', { count: reported })}
          </li>
        )}
        {stored > 0 && (
          <li className={classes['through']}>
            <IconNotebook size={20} stroke={1.9} aria-hidden />
            {text('flow.known.stored', { count: stored })}
          </li>
        )}
      </ul>
    </Section>
  );
}
