import { ActionIcon, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../../i18n/use-text.ts';
import { dayOfField, fieldOf, readDay, writtenDay } from './day-field.ts';
import classes from './DayInput.module.css';

// The calendar is loaded when it is first opened.
const MonthCalendar = lazy(async () => ({ default: (await import('./MonthCalendar.tsx')).MonthCalendar }));

/**
 * A day, typed in the format of the reader's language or chosen in a calendar beneath. A browser's own date field
 * follows the system's order of day and month, and its calendar the system's language.
 */
export function DayInput({
  label,
  description,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly description: string | null;
  /** 2026-11-24; text that is not a day is passed on as typed. */
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}) {
  const text = useText();
  const { i18n } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  /** The text while it is typed; null = the day in its usual format. */
  const [typed, setTyped] = useState<string | null>(null);
  const [choosing, setChoosing] = useState(false);
  const day = dayOfField(value);
  const close = () => {
    setChoosing(false);
    field.current?.focus();
  };
  return (
    <>
      <TextInput
        ref={field}
        label={label}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={text('installations.date.pattern')}
        autoComplete="off"
        spellCheck={false}
        value={typed ?? (day === null ? value : writtenDay(day, i18n.language))}
        error={error}
        onChange={({ currentTarget: { value: next } }) => {
          setTyped(next);
          const read = readDay(next);
          onChange(read === null ? next : fieldOf(read));
        }}
        onBlur={() => setTyped(null)}
        rightSectionWidth={48}
        rightSection={
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={text('common.calendar')}
            aria-expanded={choosing}
            onClick={() => setChoosing(!choosing)}
          >
            <IconCalendar size={20} stroke={1.8} aria-hidden />
          </ActionIcon>
        }
      />
      {choosing && (
        <div
          className={classes['calendar']}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
        >
          <Suspense fallback={null}>
            <MonthCalendar
              day={day === null ? null : value}
              onChoose={(next) => {
                setTyped(null);
                onChange(next);
                close();
              }}
            />
          </Suspense>
        </div>
      )}
    </>
  );
}
