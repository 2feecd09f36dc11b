import type { JobVerification } from '../../../../shared/domain/job.ts';
import { useText } from '../../../i18n/use-text.ts';

/** The stronger proof: what the operator's own events of the car show of the test. Nothing while they were not read. */
export function OperatorEvents({
  verification: { operatorEvents },
}: {
  readonly verification: JobVerification;
}) {
  const text = useText();
  if (operatorEvents === null) return null;
  const { asOf, opened, closed } = operatorEvents;
  return (
    <p role="note">
      {opened === null && closed === null && text('flow.verify.events.none', { at: asOf })}
      {opened !== null && text('flow.verify.events.opened', { at: opened })}{' '}
      {closed !== null && text('flow.verify.events.closed', { at: closed })}
    </p>
  );
}
