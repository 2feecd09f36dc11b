import { type JobView, retestRefusal } from '../../../../shared/domain/job.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Verdict } from '../../frame/Verdict.tsx';

/** Why the car is not proven, and who opens the job for another test where its installer cannot; nothing where it is proven. */
export function Unproven({ job }: { readonly job: JobView }) {
  const text = useText();
  const { proof } = job;
  if (proof.state !== 'unproven') return null;
  const isApproved = job.finishedAt !== null && retestRefusal(job) === 'job-approved';
  return (
    <Verdict tone="attention">
      <p>
        {proof.handedOver === null
          ? text(`proof.${proof.why}`)
          : text('proof.handedOver', { reason: proof.handedOver })}
      </p>
      {isApproved && (
        <p>
          {text('problems.job-approved.says')} {text('problems.job-approved.next')}
        </p>
      )}
    </Verdict>
  );
}
