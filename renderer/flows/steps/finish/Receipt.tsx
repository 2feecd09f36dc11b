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
import type { JobView } from '../../../../shared/domain/job.ts';
import type { StepName } from '../../../../shared/domain/job-steps.ts';
import { useAccordingTo } from '../../../components/StateBadge.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { type How, receipt, subjectsOf } from './receipt.ts';
import { ReceiptValue } from './ReceiptValue.tsx';
import classes from './Receipt.module.css';

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

/** Line by line: what was done, and how we know. Of one step, or of the whole job. */
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
              <td className={classes['value']}>
                <ReceiptValue job={job} subject={subject} />
              </td>
              <td className={classes['how']}>
                <span className={classes['howLine']}>
                  <Sign className={classes['sign']} size={20} stroke={1.9} aria-hidden />
                  {how === 'reported' ? reported(job.reported?.laptop ?? '') : text(`flow.finish.how.${how}`)}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
