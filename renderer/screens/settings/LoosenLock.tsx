import { PasswordInput, Select } from '@mantine/core';
import { useState } from 'react';
import type { LockMinutes } from '../../../shared/domain/settings.ts';
import type { Person } from '../../../shared/domain/people.ts';
import { useMutation } from '../../data/call.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useText } from '../../i18n/use-text.ts';

/** Asks for the PIN without which the idle lock is neither switched off nor lengthened. */
export function LoosenLock({
  minutes,
  openers,
  worker,
  onClose,
}: {
  /** The setting that is wanted. */
  readonly minutes: LockMinutes;
  /** The people with a PIN. */
  readonly openers: readonly Person[];
  readonly worker: string;
  readonly onClose: () => void;
}) {
  const text = useText();
  const changing = useMutation(window.boxwright.lock.change);
  const [chosen, setChosen] = useState<string | null>(null);
  const [pin, setPin] = useState('');
  const person =
    openers.find(({ id }) => id === chosen) ?? openers.find(({ name }) => name === worker) ?? openers[0];
  if (person === undefined) return null;
  const submit = async () => {
    const answer = await changing.run({ minutes, proof: { person: person.id, pin } });
    setPin('');
    if (answer.ok) onClose();
  };
  return (
    <FormDialog
      title={text('lock.proofTitle')}
      says={text('lock.proofSays')}
      act={text('lock.proofYes')}
      calling={changing}
      ready={pin !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={text('lock.proofPerson')}
        allowDeselect={false}
        value={person.id}
        data={openers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setChosen}
      />
      <PasswordInput
        label={text('lock.proofPin')}
        value={pin}
        data-autofocus
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        onChange={(event) => setPin(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
