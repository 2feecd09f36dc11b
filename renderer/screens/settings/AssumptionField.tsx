import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text.ts';
import classes from './AssumptionSettings.module.css';
import { SettingRow } from './SettingRow.tsx';

/** One name or path of the environment; what is usual stands beneath it, and comes back at a tap. */
export function AssumptionField({
  label,
  value,
  usual,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly usual: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}) {
  const text = useText();
  const differs = value !== usual;
  return (
    <SettingRow label={label} {...(differs ? { says: text('settings.assumptions.usually', { usual }) } : {})}>
      <TextInput
        aria-label={label}
        className={classes['field'] ?? ''}
        classNames={{ input: classes['value'] ?? '' }}
        value={value}
        error={error}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <ActionIcon
        variant="subtle"
        size={44}
        disabled={!differs}
        aria-label={text('settings.assumptions.usualOf', { what: label })}
        title={text('settings.assumptions.usual')}
        onClick={() => onChange(usual)}
      >
        <IconArrowBackUp size={20} stroke={2} aria-hidden />
      </ActionIcon>
    </SettingRow>
  );
}
