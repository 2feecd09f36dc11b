import { SegmentedControl, PasswordInput, Select } from '@mantine/core';
import { useId, useState } from 'react';
import { LOCK_MINUTES, type LockMinutes, lockMinutes } from '../../../shared/domain/settings.ts';
import type { Person } from '../../../shared/domain/people.ts';
import { useMutation } from '../../data/call.ts';
import { useLock } from '../../data/lock.ts';
import { Card, Section } from '../../components/Section.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { usePeople } from '../../data/laptop.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { SettingRow } from './SettingRow.tsx';

/** The idle time after which this window locks. Switching the lock off or extending the time needs a PIN. */
export function LockSettings() {
  const text = useText();
  const labelId = useId();
  const lock = useLock();
  const people = usePeople().value ?? [];
  const changing = useMutation(window.boxwright.lock.change);
  const [wanted, setWanted] = useState<{ readonly minutes: LockMinutes } | null>(null);
  if (lock === null) return null;
  const { minutes } = lock;
  const openers = people.filter(({ hasPin }) => hasPin);
  const change = (chosen: LockMinutes) => {
    if (chosen === minutes) return;
    const loosens = minutes !== null && (chosen === null || chosen > minutes);
    if (loosens && openers.length > 0) setWanted({ minutes: chosen });
    else void changing.run({ minutes: chosen, proof: null });
  };
  return (
    <Section title={text('lock.setting')}>
      <Card padded={false}>
        <SettingRow
          label={text('lock.settingLabel')}
          labelId={labelId}
          says={text(openers.length === 0 ? 'lock.settingNeedsPin' : 'lock.settingSays')}
        >
          <SegmentedControl
            aria-labelledby={labelId}
            value={written(minutes)}
            disabled={minutes === null && openers.length === 0}
            onChange={(value) => change(read(value))}
            data={[
              { value: written(null), label: text('lock.off') },
              ...LOCK_MINUTES.map((count) => ({
                value: written(count),
                label: text('lock.minutes', { count }),
              })),
            ]}
          />
        </SettingRow>
        {changing.problem !== null && <ProblemNotice problem={changing.problem} />}
      </Card>
      {wanted !== null && (
        <LoosenLock
          minutes={wanted.minutes}
          openers={openers}
          worker={lock.look.worker}
          onClose={() => setWanted(null)}
        />
      )}
    </Section>
  );
}

const written = (minutes: LockMinutes): string => (minutes === null ? 'off' : String(minutes));
const read = (value: string): LockMinutes => (value === 'off' ? null : lockMinutes.parse(Number(value)));

/** Asks for the PIN that is needed to switch the idle lock off or to extend it. */
function LoosenLock({
  minutes,
  openers,
  worker,
  onClose,
}: {
  /** The requested setting. */
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
    setPin('');
    const answer = await changing.run({ minutes, proof: { person: person.id, pin } });
    if (answer.ok) onClose();
  };
  return (
    <FormDialog
      ofLaptop
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
