import { askedItems, knownForChecklist } from '../../../../shared/domain/checklist-asking.ts';
import type { JobView } from '../../../../shared/domain/job.ts';
import { neverReached } from '../../../../shared/never.ts';
import { carTitle } from '../../../components/CarLine.tsx';
import { Serial } from '../../../components/Serial.tsx';
import { useText } from '../../../i18n/use-text.ts';
import type { ReceiptSubject } from './receipt.ts';

/** What was done, in the words of the job. */
export function ReceiptValue({ job, subject }: { readonly job: JobView; readonly subject: ReceiptSubject }) {
  const text = useText();
  const none = text('flow.finish.value.none');
  const { car, key, box, group, verification } = job;
  const seen = (worked: boolean | null) =>
    worked === null
      ? text('flow.finish.value.notAsked')
      : text(worked ? 'flow.finish.value.yes' : 'flow.finish.value.no');
  switch (subject) {
    case 'car':
      return car === null
        ? none
        : [car.licensePlate, carTitle(car)].filter((part) => part !== null).join(', ');
    case 'key':
      return key === null ? none : [key.keyFormName, key.boxName].filter((part) => part !== null).join(': ');
    case 'checklist':
      return <Checklist job={job} />;
    case 'box':
      return box === null ? none : <Serial serial={box.serialNumber} />;
    case 'group':
      return group === null ? none : group.name;
    case 'access':
      return verification.userName === null || verification.minutes === null
        ? none
        : text('flow.finish.value.access', {
            user: verification.userName,
            minutes: verification.minutes,
          });
    case 'opened':
      return seen(verification.opened);
    case 'closed':
      return seen(verification.closed);
    case 'removed':
      return text(verification.phase === 'removed' ? 'flow.finish.value.yes' : 'flow.finish.value.no');
    default:
      return neverReached(subject);
  }
}

function Checklist({ job }: { readonly job: JobView }) {
  const text = useText();
  const { template, answers } = job.checklist;
  const asked = askedItems(template, answers, knownForChecklist(job));
  const counts = {
    done: asked.filter((item) => answers[item.id] !== undefined).length,
    total: asked.length,
  };
  return job.forced.length === 0
    ? text('flow.finish.value.answers', counts)
    : text('flow.finish.value.forced', { ...counts, count: job.forced.length });
}
