import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { localDay } from '../../../shared/domain/planned-jobs.ts';
import type { PlannedCarId } from '../../../shared/ids.ts';
import { planDay } from '../../../shared/relay/jobs.ts';
import { DayInput } from '../../components/day/DayInput.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useMutation } from '../../data/call.ts';
import { useText } from '../../i18n/use-text.ts';

/** Gives the cars of the list to the laptops of a site, as planned jobs of a day. */
export function PlanFromList({
  ids,
  onClose,
}: {
  readonly ids: readonly PlannedCarId[];
  readonly onClose: () => void;
}) {
  const text = useText();
  const [day, setDay] = useState(() => localDay(Date.now()));
  const [site, setSite] = useState('');
  const [crew, setCrew] = useState('');
  const planning = useMutation(window.boxwright.planning.fromList);
  const plan = async () => {
    const answer = await planning.run({ ids: [...ids], day, site: site.trim(), crew: crew.trim() });
    if (answer.ok) onClose();
  };
  return (
    <FormDialog
      title={text('plan.fromListTitle', { count: ids.length })}
      says={text('plan.fromListSays')}
      act={text('plan.fromListAct')}
      ready={planDay.safeParse(day).success}
      calling={planning}
      onSubmit={plan}
      onClose={onClose}
    >
      <DayInput label={text('plan.form.day')} description={null} value={day} error={null} onChange={setDay} />
      <TextInput
        label={text('plan.form.site')}
        maxLength={100}
        value={site}
        onChange={({ currentTarget }) => setSite(currentTarget.value)}
      />
      <TextInput
        label={text('plan.form.crew')}
        maxLength={200}
        value={crew}
        onChange={({ currentTarget }) => setCrew(currentTarget.value)}
      />
    </FormDialog>
  );
}
