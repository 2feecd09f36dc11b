import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useText } from '../../../i18n/use-text.ts';

/** Search as you type; the arrow down goes into the list beneath. */
export function SearchField({
  label,
  value,
  onChange,
  listId,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** Of the list beneath. */
  readonly listId: string;
}) {
  const text = useText();
  return (
    <TextInput
      type="search"
      data-takes-scans="vin serial text"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        document.querySelector<HTMLElement>(`#${CSS.escape(listId)} a[tabindex="0"]`)?.focus();
      }}
      leftSection={<IconSearch size={20} stroke={1.9} aria-hidden />}
      rightSection={
        value === '' ? null : (
          <CloseButton size="lg" aria-label={text('flow.frame.clear')} onClick={() => onChange('')} />
        )
      }
      autoComplete="off"
      spellCheck={false}
    />
  );
}
