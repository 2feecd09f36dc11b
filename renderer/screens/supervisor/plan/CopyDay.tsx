import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { PlannedJobView } from '../../../../shared/domain/planned-jobs.ts';
import { planDay } from '../../../../shared/relay/planned-jobs.ts';
import { DayInput } from '../../../components/day/DayInput.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useMutation } from '../../../data/call.ts';
import { useText } from '../../../i18n/use-text.ts';
import classes from './Plan.module.css';

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
    <Modal opened onClose={onClose} title={text('plan.copy')}>
      <p>{text('plan.copySays', { count: standing.length })}</p>
      <DayInput label={text('plan.form.day')} description={null} value={day} error={null} onChange={setDay} />
      {save.problem !== null && <ProblemNotice problem={save.problem} />}
      <div className={classes['foot']}>
        <Button variant="default" onClick={onClose}>
          {text('common.cancel')}
        </Button>
        <Button loading={save.busy} disabled={!planDay.safeParse(day).success} onClick={() => void copy()}>
          {text('plan.copyAct')}
        </Button>
      </div>
    </Modal>
  );
}
