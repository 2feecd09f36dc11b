import {
  type Icon,
  IconAlertTriangle,
  IconBook2,
  IconCircle,
  IconCircleCheck,
  IconCircleMinus,
  IconCloudUp,
  IconDeviceLaptop,
  IconHelpCircle,
  IconNotebook,
  IconUserCheck,
} from '@tabler/icons-react';
import type { JobView, ViewOf } from '../../../../shared/domain/job.ts';
import type { StepName } from '../../../../shared/domain/job-steps.ts';
import { FORCED_BOX } from '../../../../shared/domain/checklist.ts';
import { answeredOf, askedItems, knownForChecklist } from '../../../../shared/domain/checklist-asking.ts';
import type { JobRemoval } from '../../../../shared/domain/job-removal.ts';
import { neverReached } from '../../../../shared/never.ts';
import { useAccordingTo } from '../../../components/StateBadge.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { carTitle } from '../../../components/CarLine.tsx';
import { Serial } from '../../../components/figures.tsx';
import { countAccesses } from '../leaving/leaving.ts';
import { type How, receipt, subjectsOf, type ReceiptSubject } from './receipt.ts';
import { Row, Text } from '../../../components/layout.tsx';
import classes from './Finish.module.css';

const signs: Readonly<
  Record<How, { readonly icon: Icon; readonly tone: 'done' | 'here' | 'waiting' | 'trouble' | 'open' }>
> = {
  answer: { icon: IconCircleCheck, tone: 'done' },
  result: { icon: IconCircleCheck, tone: 'done' },
  query: { icon: IconCircleCheck, tone: 'done' },
  person: { icon: IconUserCheck, tone: 'waiting' },
  reported: { icon: IconDeviceLaptop, tone: 'waiting' },
  unchecked: { icon: IconHelpCircle, tone: 'waiting' },
  known: { icon: IconBook2, tone: 'here' },
  events: { icon: IconCircleCheck, tone: 'done' },
  stored: { icon: IconNotebook, tone: 'here' },
  here: { icon: IconNotebook, tone: 'here' },
  pending: { icon: IconCloudUp, tone: 'waiting' },
  trouble: { icon: IconAlertTriangle, tone: 'trouble' },
  open: { icon: IconCircle, tone: 'open' },
  skipped: { icon: IconCircleMinus, tone: 'open' },
  'not-needed': { icon: IconCircleMinus, tone: 'open' },
};

/** The receipt line by line: the work and its evidence, of one step or of the whole job. */
export function Receipt({ job, step }: { readonly job: JobView; readonly step?: StepName }) {
  const text = useText();
  const reported = useAccordingTo();
  const lines = step === undefined ? receipt(job) : subjectsOf(job, step);
  return (
    <table className={classes['receipt']}>
      <tbody>
        {lines.map(({ subject, how }) => {
          const { icon: Sign, tone } = signs[how];
          return (
            <tr key={subject} data-tone={tone}>
              <th scope="row" className={classes['subject']}>
                {text(`flow.finish.line.${subject}`)}
              </th>
              <Text as="td" weight="strong" breaks>
                <ReceiptValue job={job} subject={subject} />
              </Text>
              <td className={classes['how']}>
                <Row as="span" gap="1" line="body">
                  <Sign className={classes['sign']} size={20} stroke={1.9} aria-hidden />
                  {how === 'reported' ? reported(job.reported?.laptop ?? '') : text(`flow.finish.how.${how}`)}
                </Row>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Empty values for the fields that a kind of job does not have. */
const absent = {
  key: null,
  box: null,
  group: null,
  verification: null,
  removal: null,
  restores: [],
} satisfies Partial<Record<keyof ViewOf<'installation'> | keyof ViewOf<'swap'>, null | []>>;

/** The work of a line, in the job's own data. */
function ReceiptValue({ job, subject }: { readonly job: JobView; readonly subject: ReceiptSubject }) {
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
      return <Checklist job={job} />;
    case 'oldBox':
      return removal === null || removal.box === null ? none : <Serial serial={removal.box.serialNumber} />;
    case 'reason':
      return removal === null || removal.reason === null
        ? none
        : [text(`flow.leaving.reason.${removal.reason.code}`), removal.reason.text]
            .filter((part) => part !== '')
            .join(': ');
    case 'taken':
      return removal === null ? none : <RevokedAccesses removal={removal} />;
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

/** The counts of accesses that the person confirmed. */
function RevokedAccesses({ removal }: { readonly removal: JobRemoval }) {
  const text = useText();
  const { ending, over } = countAccesses(removal);
  if (removal.accesses.length === 0) return text('flow.finish.value.none');
  const counts = { done: ending.gone, total: ending.total };
  return over.total === 0
    ? text('flow.finish.value.taken', counts)
    : text('flow.finish.value.takenWithOver', { ...counts, overDone: over.gone, over: over.total });
}

function Checklist({ job }: { readonly job: JobView }) {
  const text = useText();
  const { template, answers } = job.checklist;
  const known = knownForChecklist(job);
  const counts = answeredOf(askedItems(template, answers, known), answers, known);
  const count = job.forced.filter((mark) => mark.template !== FORCED_BOX).length;
  return count === 0
    ? text('flow.finish.value.answers', counts)
    : text('flow.finish.value.forced', { ...counts, count });
}
