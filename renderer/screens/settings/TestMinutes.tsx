import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { changePreferences } from '../../data/preferences.ts';
import classes from './WorkSettings.module.css';

/** The length of a test access in whole minutes; saved when left or at Enter, and only when it is one. */
export function TestMinutes({ minutes }: { readonly minutes: number }) {
  const text = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const save = async () => {
    if (typed === null) return;
    const wanted = Number(typed.trim());
    const whole = typed.trim() !== '' && Number.isInteger(wanted) && wanted >= 1 && wanted <= 1440;
    const answer = whole ? await changePreferences({ testMinutes: wanted }) : { ok: false };
    setRefused(!answer.ok);
    if (answer.ok) setTyped(null);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        aria-label={text('settings.testMinutes')}
        className={classes['minutes'] ?? ''}
        classNames={{ input: classes['minutesField'] ?? '' }}
        inputMode="numeric"
        maxLength={4}
        value={typed ?? String(minutes)}
        error={refused ? text('settings.minutesBad') : null}
        rightSection={<span className={classes['unit']}>{text('settings.minutesShort')}</span>}
        rightSectionWidth={48}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => void save()}
      />
    </form>
  );
}
