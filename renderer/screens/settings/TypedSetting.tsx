import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

/**
 * A typed setting, saved on blur or Enter if it is valid. Text that is refused, and text that is typed during the save,
 * stays.
 */
export function TypedSetting<Value extends string | number>({
  label,
  value,
  bad,
  parse,
  onSave,
  input,
}: {
  readonly label: string;
  /** The saved value. */
  readonly value: Value;
  /** Says which values are valid, under an invalid one. */
  readonly bad: string;
  /** The typed value; null when it is invalid. */
  readonly parse: (typed: string) => Value | null;
  /** Returns whether it was saved. The caller reports a refusal. */
  readonly onSave: (value: Value) => Promise<boolean>;
  readonly input: Pick<
    TextInputProps,
    'className' | 'classNames' | 'inputMode' | 'maxLength' | 'rightSection' | 'rightSectionWidth'
  >;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isBad, setIsBad] = useState(false);
  const save = async () => {
    if (typed === null) return;
    const wanted = parse(typed);
    setIsBad(wanted === null);
    if (wanted === null) return;
    if (wanted !== value && !(await onSave(wanted))) return;
    setTyped((now) => (now === typed ? null : now));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        {...input}
        aria-label={label}
        value={typed ?? String(value)}
        error={isBad ? bad : null}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => void save()}
      />
    </form>
  );
}

/** A typed whole number; NaN when it is none. */
export const wholeNumber = (typed: string): number =>
  /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
