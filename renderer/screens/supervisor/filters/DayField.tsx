import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Instant } from '../../../../shared/time.ts';
import { useText } from '../../../i18n/use-text.ts';
import { readDay, writtenDay } from '../../../components/day/typed-day.ts';

/** A day, typed as the reader's language writes it: a browser's own field keeps to the system's order of day and month. */
export function DayField({
  label,
  day,
  onChange,
}: {
  readonly label: string;
  /** Its beginning; null = none. */
  readonly day: Instant | null;
  readonly onChange: (day: Instant | null) => void;
}) {
  const text = useText();
  const { i18n } = useTranslation();
  /** The text while it is typed; null = the day as it is written. */
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const bad = typed !== null && typed.trim() !== '' && readDay(typed) === null;
  const take = (next: string) => {
    setTyped(next);
    setLeft(false);
    const read = readDay(next);
    if (read !== null || next.trim() === '') onChange(read);
  };
  return (
    <TextInput
      label={label}
      placeholder={text('installations.date.pattern')}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      value={typed ?? writtenDay(day, i18n.language)}
      error={bad && left ? text('installations.date.bad') : null}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={() => {
        setLeft(true);
        if (!bad) setTyped(null);
      }}
    />
  );
}
