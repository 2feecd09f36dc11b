import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { ChecklistItem } from '../../../shared/domain/checklist.ts';
import { useLocalText } from '../../components/checklist/use-local-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { togetherNameOf } from './editing.ts';

/** How an answer may come without being given to its item alone: by one act with others, or from the last car of a series. */
export function SharedAnswerFields({
  item,
  names,
  onChange,
}: {
  readonly item: ChecklistItem;
  /** The names of items ticked together that the template has already. */
  readonly names: readonly string[];
  readonly onChange: (item: ChecklistItem, field: string | null) => void;
}) {
  const text = useText();
  const localText = useLocalText();
  const namesId = useId();
  return (
    <>
      {item.type === 'choice' && (
        <NativeSelect
          label={text('checklists.editor.usual')}
          description={text('checklists.editor.usualSays')}
          value={item.usual ?? ''}
          data={[
            { value: '', label: text('checklists.editor.usualNone') },
            ...item.options.map(({ id, text: words }, index) => ({
              value: id,
              label: localText(words) || text('checklists.editor.option', { number: index + 1 }),
            })),
          ]}
          onChange={(event) => {
            const { usual: _before, ...rest } = item;
            const usual = event.currentTarget.value;
            onChange(usual === '' ? rest : { ...item, usual }, null);
          }}
        />
      )}
      {(item.type === 'confirm' || item.type === 'choice') && (
        <>
          <TextInput
            label={text('checklists.editor.together')}
            description={text('checklists.editor.togetherSays')}
            value={item.together ?? ''}
            list={namesId}
            autoComplete="off"
            onChange={(event) => {
              const { together: _before, ...others } = item;
              const name = togetherNameOf(event.currentTarget.value);
              onChange(name === undefined ? others : { ...item, together: name }, 'together');
            }}
          />
          <datalist id={namesId}>
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
      {item.type !== 'photo' && item.type !== 'signature' && (
        <Checkbox
          label={text('checklists.editor.alike')}
          description={text('checklists.editor.alikeSays')}
          checked={item.alike === true}
          onChange={(event) => {
            const { alike: _before, ...others } = item;
            onChange(event.currentTarget.checked ? { ...item, alike: true } : others, null);
          }}
        />
      )}
    </>
  );
}
