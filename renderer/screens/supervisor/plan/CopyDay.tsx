import { useState } from 'react';
import type { PlannedJobView } from '../../../../shared/domain/planned-jobs.ts';
import { planDay } from '../../../../shared/relay/jobs.ts';
import { DayInput } from '../../../components/day/DayInput.tsx';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useMutation } from '../../../data/call.ts';
import { useText } from '../../../i18n/use-text.ts';

/** Plans the jobs of a day once more, on another day. What the office took back is left out. */
export function CopyDay({
  plannedJobs,
  onDone,
  onClose,
}: {
  readonly plannedJobs: readonly PlannedJobView[];
  readonly onDone: (day: string) => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [day, setDay] = useState('');
  const save = useMutation(window.boxwright.planning.save);
  const standing = plannedJobs.filter(({ withdrawn }) => withdrawn === null);
  const copy = async () => {
    const plans = standing.map(({ work }) => ({ id: null, basedOn: 0, work: { ...work, day } }));
    const answer = await save.run({ plans });
    if (answer.ok) onDone(day);
  };
  return (
    <FormDialog
      title={text('plan.copy')}
      says={text('plan.copySays', { count: standing.length })}
      act={text('plan.copyAct')}
      ready={planDay.safeParse(day).success}
      calling={save}
      onSubmit={copy}
      onClose={onClose}
    >
      <DayInput label={text('plan.form.day')} description={null} value={day} error={null} onChange={setDay} />
    </FormDialog>
  );
}
