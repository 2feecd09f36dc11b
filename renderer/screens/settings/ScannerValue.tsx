import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import classes from './ScannerSettings.module.css';
import { SettingRow } from './SettingRow.tsx';

/** One typed setting of the scanner; saved when left or at Enter, and only when it can be one. */
export function ScannerValue<Value extends string | number>({
  name,
  value,
  parse,
  onSave,
}: {
  readonly name: 'prefix' | 'suffix' | 'maxGapMs' | 'minLength';
  readonly value: Value;
  /** The typed value; null when it cannot be one. */
  readonly parse: (typed: string) => Value | null;
  readonly onSave: (value: Value) => Promise<void>;
}) {
  const text = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const save = async () => {
    if (typed === null) return;
    const wanted = parse(typed);
    setRefused(wanted === null);
    if (wanted === null) return;
    if (wanted !== value) await onSave(wanted);
    setTyped(null);
  };
  return (
    <SettingRow label={text(`settings.scanner.${name}`)} says={text(`settings.scanner.${name}Says`)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          aria-label={text(`settings.scanner.${name}`)}
          className={classes['field'] ?? ''}
          classNames={{ input: classes['value'] ?? '' }}
          value={typed ?? String(value)}
          error={refused ? text(`settings.scanner.${name}Bad`) : null}
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => void save()}
        />
      </form>
    </SettingRow>
  );
}
