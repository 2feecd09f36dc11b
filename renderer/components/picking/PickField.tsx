import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text.ts';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
import type { Picker } from './use-picker.ts';

/** The field one types into to find a row of a PickList. */
export function PickField<Row>({
  id,
  label,
  description,
  value,
  onChange,
  picker,
  takesEnter = false,
}: {
  /** Of the list it steers. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly picker: Picker<Row>;
  /** Enter takes the active row here, where the primary action of the page is another one. */
  readonly takesEnter?: boolean;
}) {
  const text = useText();
  const focus = useFocusOnArrival();
  return (
    <TextInput
      ref={focus}
      // In a dialog the focus trap would go to the first thing that takes focus.
      data-autofocus
      label={label}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        picker.onKeyDown(event);
        if (!takesEnter || event.key !== 'Enter') return;
        event.preventDefault();
        picker.take();
      }}
      leftSection={<IconSearch size={20} stroke={1.9} aria-hidden />}
      rightSection={
        value === '' ? null : (
          <CloseButton size="lg" aria-label={text('flow.frame.clear')} onClick={() => onChange('')} />
        )
      }
      role="combobox"
      aria-expanded={picker.rows.length > 0}
      aria-controls={id}
      aria-autocomplete="list"
      {...(picker.active === null ? {} : { 'aria-activedescendant': optionId(id, picker.activeIndex) })}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** The element id of a row, for the field that steers it. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;
