import { FORCED_BOX } from '../../../../shared/domain/checklist.ts';
import { answeredOf, askedItems, knownForChecklist } from '../../../../shared/domain/checklist-asking.ts';
import type { JobRemoval } from '../../../../shared/domain/job-removal.ts';
import type { InstallationView, JobView, ViewOf } from '../../../../shared/domain/job.ts';
import { neverReached } from '../../../../shared/never.ts';
import { carTitle } from '../../../components/CarLine.tsx';
import { Serial } from '../../../components/Serial.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { countAccesses } from '../leaving/access-words.ts';
import type { ReceiptSubject } from './receipt.ts';

/** The lines that a kind of job does not have. */
const absent = {
  key: null,
  box: null,
  group: null,
  verification: null,
  removal: null,
  restores: [],
} satisfies Partial<Record<keyof ViewOf<'installation'> | keyof ViewOf<'swap'>, null | []>>;

/** The work done, in the words of the job. */
export function ReceiptValue({ job, subject }: { readonly job: JobView; readonly subject: ReceiptSubject }) {
  const text = useText();
  const none = text('flow.finish.value.none');
  const { car, key, box, group, verification, removal, restores } = { ...absent, ...job };
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
      return job.kind === 'installation' ? <Checklist job={job} /> : none;
    case 'oldBox':
      return removal === null || removal.box === null ? none : <Serial serial={removal.box.serialNumber} />;
    case 'reason':
      return removal === null || removal.reason === null
        ? none
        : [text(`flow.leaving.reason.${removal.reason.code}`), removal.reason.text]
            .filter((part) => part !== '')
            .join(': ');
    case 'taken':
      return removal === null ? none : <Taken removal={removal} />;
    case 'restored':
      return text('flow.finish.value.restored', {
        done: restores.filter(({ operation }) => operation?.state === 'done').length,
        total: restores.filter(({ operation }) => operation !== null).length,
      });
    case 'newBox':
    case 'box':
      return box === null ? none : <Serial serial={box.serialNumber} />;
    case 'group':
      return group === null ? none : group.name;
    case 'access':
      return verification === null || verification.userName === null || verification.minutes === null
        ? none
        : text('flow.finish.value.access', {
            user: verification.userName,
            minutes: verification.minutes,
          });
    case 'opened':
      return seen(verification?.opened ?? null);
    case 'closed':
      return seen(verification?.closed ?? null);
    case 'removed':
      return text(verification?.phase === 'removed' ? 'flow.finish.value.yes' : 'flow.finish.value.no');
    default:
      return neverReached(subject);
  }
}

/** In the numbers that the person said yes to. */
function Taken({ removal }: { readonly removal: JobRemoval }) {
  const text = useText();
  const { ending, over } = countAccesses(removal);
  if (removal.accesses.length === 0) return text('flow.finish.value.none');
  const counts = { done: ending.gone, total: ending.total };
  return over.total === 0
    ? text('flow.finish.value.taken', counts)
    : text('flow.finish.value.takenWithOver', { ...counts, overDone: over.gone, over: over.total });
}

function Checklist({ job }: { readonly job: InstallationView }) {
  const text = useText();
  const { template, answers } = job.checklist;
  const counts = answeredOf(askedItems(template, answers, knownForChecklist(job)), answers);
  const count = job.forced.filter((mark) => mark.template !== FORCED_BOX).length;
  return count === 0
    ? text('flow.finish.value.answers', counts)
    : text('flow.finish.value.forced', { ...counts, count });
}
