import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ChecklistScope } from '../../../shared/domain/checklist.ts';
import { useText } from '../../i18n/use-text.ts';
import { namesOf } from './editing.ts';

const parts = ['brands', 'models', 'keyForms', 'boxes'] as const;

/** For which brands, models, key forms and Boxes; a field left empty is for all. */
export function ScopeFields({
  scope,
  onChange,
}: {
  readonly scope: ChecklistScope | undefined;
  readonly onChange: (scope: ChecklistScope | undefined) => void;
}) {
  const text = useText();
  return (
    <>
      {parts.map((part) => (
        <NamesField
          key={part}
          label={text(`checklists.editor.${part}`)}
          names={scope?.[part] ?? []}
          onChange={(names) => {
            const { [part]: _before, ...others } = scope ?? {};
            const next = names === undefined ? others : { ...others, [part]: names };
            onChange(Object.keys(next).length === 0 ? undefined : next);
          }}
        />
      ))}
    </>
  );
}

function NamesField({
  label,
  names,
  onChange,
}: {
  readonly label: string;
  readonly names: readonly string[];
  readonly onChange: (names: string[] | undefined) => void;
}) {
  const text = useText();
  const written = names.join(', ');
  const [typed, setTyped] = useState<string | null>(null);
  // A comma at the end is part of typing; what it comes to is the list.
  const shown = typed !== null && (namesOf(typed) ?? []).join(', ') === written ? typed : written;
  return (
    <TextInput
      label={label}
      placeholder={text('checklists.editor.all')}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(namesOf(event.currentTarget.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
