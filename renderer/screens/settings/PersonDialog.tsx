import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Person, LONGEST_WORKER_NAME } from '../../../shared/domain/people.ts';
import { useMutation } from '../../data/call.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useText } from '../../i18n/use-text.ts';

/** A person's name, PIN and badge. Empty fields stay unchanged. */
export function PersonDialog({
  person,
  onClose,
}: {
  /** Null = a new person. */
  readonly person: Person | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  const keeping = useMutation(window.boxwright.people.keep);
  const [form, setForm] = useState({
    name: person?.name ?? '',
    oldPin: '',
    pin: '',
    pinAway: false,
    badge: '',
    badgeAway: false,
  });
  const change = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });
  const changesPin = form.pinAway || form.pin !== '';
  const save = async () => {
    const answer = await keeping.run({
      id: person?.id ?? null,
      name: form.name,
      ...(changesPin ? { pin: form.pinAway ? null : form.pin, oldPin: form.oldPin } : {}),
      ...(form.badgeAway ? { badge: null } : form.badge.trim() === '' ? {} : { badge: form.badge }),
    });
    if (answer.ok) onClose();
  };
  return (
    <FormDialog
      title={person === null ? text('worker.addTitle') : text('worker.edit', { name: person.name })}
      act={text('worker.saveChange')}
      calling={keeping}
      ready={form.name.trim() !== ''}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={text('worker.name')}
        value={form.name}
        maxLength={LONGEST_WORKER_NAME}
        data-autofocus
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <PasswordInput
        label={text('worker.pin')}
        description={text(person?.hasPin === true ? 'worker.pinKeep' : 'worker.pinNone')}
        value={form.pin}
        disabled={form.pinAway}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        onChange={(event) => change({ pin: event.currentTarget.value })}
      />
      {person?.hasPin === true && (
        <>
          <Checkbox
            label={text('worker.pinAway')}
            checked={form.pinAway}
            onChange={(event) => change({ pinAway: event.currentTarget.checked, pin: '' })}
          />
          {changesPin && (
            <PasswordInput
              label={text('worker.oldPin')}
              value={form.oldPin}
              inputMode="numeric"
              autoComplete="off"
              maxLength={8}
              onChange={(event) => change({ oldPin: event.currentTarget.value })}
            />
          )}
        </>
      )}
      <PasswordInput
        label={text('worker.badge')}
        description={text(person?.hasBadge === true ? 'worker.badgeKeep' : 'worker.badgeScan')}
        value={form.badge}
        disabled={form.badgeAway}
        data-takes-scans="serial vin text"
        autoComplete="off"
        onChange={(event) => change({ badge: event.currentTarget.value })}
      />
      {person?.hasBadge === true && (
        <Checkbox
          label={text('worker.badgeAway')}
          checked={form.badgeAway}
          onChange={(event) => change({ badgeAway: event.currentTarget.checked, badge: '' })}
        />
      )}
    </FormDialog>
  );
}
