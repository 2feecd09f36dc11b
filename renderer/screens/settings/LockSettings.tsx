import { SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import { LOCK_MINUTES, type LockMinutes, lockMinutes } from '../../../shared/domain/settings.ts';
import { useMutation } from '../../data/call.ts';
import { useLock } from '../../data/lock.ts';
import { Card, Section } from '../../components/Section.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { usePeople } from '../../data/people.ts';
import { LoosenLock } from './LoosenLock.tsx';
import { SettingRow } from './SettingRow.tsx';

/** After how long without input this window is locked. Switching off and waiting longer need a PIN. */
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
