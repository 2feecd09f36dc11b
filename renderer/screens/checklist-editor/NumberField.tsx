import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { readNumber } from '../../components/checklist/read-number.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';

/** A number of a template; what is none is said and not taken. */
export function NumberField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const text = useText();
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const shown =
    typed !== null && (readNumber(typed, format) ?? value) === value ? typed : format.number(value);
  return (
    <TextInput
      label={label}
      value={shown}
      inputMode="decimal"
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        const number = readNumber(next, format);
        if (number !== null) onChange(number);
      }}
      onBlur={() => setTyped(null)}
      error={typed !== null && readNumber(typed, format) === null ? text('flow.fitting.notNumber') : null}
    />
  );
}
