import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { HeldCarKey } from '../../shared/domain/job.ts';
import { LONGEST_NAME } from '../../shared/domain/typed-text.ts';
import type { JobId } from '../../shared/ids.ts';
import { useMutation } from '../data/call.ts';
import { setJob } from '../data/jobs.ts';
import { useText } from '../i18n/use-text.ts';
import { FormDialog } from './FormDialog.tsx';

/** Records that the crew took a key of the car. `proposed`: where the office says that the key is. */
export function TakeCarKey({
  job,
  proposed,
  onClose,
}: {
  readonly job: JobId;
  readonly proposed: string;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [from, setFrom] = useState(proposed);
  const [which, setWhich] = useState('');
  const taking = useMutation(window.boxwright.jobs.takeCarKey);
  const take = async () => {
    const taken = await taking.run({ jobId: job, which, from });
    if (!taken.ok) return;
    setJob(taken.value);
    onClose();
  };
  return (
    <FormDialog
      title={text('carKey.take')}
      says={text('carKey.takeSays')}
      act={text('carKey.takeAct')}
      calling={taking}
      ready={from.trim() !== ''}
      onSubmit={take}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={text('carKey.from')}
        maxLength={LONGEST_NAME}
        value={from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <TextInput
        label={text('carKey.which')}
        description={text('carKey.whichSays')}
        maxLength={LONGEST_NAME}
        value={which}
        onChange={({ currentTarget }) => setWhich(currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Records the person to whom a key was given back. */
export function GiveBackCarKey({
  job,
  held: { number, which, from },
  onClose,
}: {
  readonly job: JobId;
  readonly held: HeldCarKey;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [to, setTo] = useState('');
  const giving = useMutation(window.boxwright.jobs.giveBackCarKey);
  const give = async () => {
    const given = await giving.run({ jobId: job, number, to });
    if (!given.ok) return;
    setJob(given.value);
    onClose();
  };
  return (
    <FormDialog
      title={text('carKey.giveBackTitle')}
      says={text('carKey.giveBackSays', { key: which === '' ? text('carKey.key') : which, from })}
      act={text('carKey.giveBackAct')}
      calling={giving}
      ready={to.trim() !== ''}
      onSubmit={give}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={text('carKey.to')}
        maxLength={LONGEST_NAME}
        value={to}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
    </FormDialog>
  );
}
