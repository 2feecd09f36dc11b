import type { ViewOf } from '../../../shared/domain/job.ts';
import { useText } from '../../i18n/use-text.ts';
import { Verdict } from '../frame/Verdict.tsx';
import { OperatorEvents } from '../steps/verify/OperatorEvents.tsx';
import { Timeline } from '../steps/verify/Timeline.tsx';

/** The results of the tests of the car, each with its dated steps. */
export function ReadTests({ job }: { readonly job: ViewOf<'installation' | 'swap'> }) {
  const text = useText();
  const { proof, verification } = job;
  return (
    <>
      {proof.state === 'unproven' && (
        <Verdict tone="attention">
          {proof.handedOver === null
            ? text(`proof.${proof.why}`)
            : text('proof.handedOver', { reason: proof.handedOver })}
        </Verdict>
      )}
      <OperatorEvents verification={verification} />
      {verification.events.length > 0 && <Timeline verification={verification} />}
    </>
  );
}
