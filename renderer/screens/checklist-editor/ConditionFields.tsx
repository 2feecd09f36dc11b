import { Checkbox, Group, Select } from '@mantine/core';
import type { ChecklistCondition, ChecklistItem } from '../../../shared/domain/checklist.ts';
import { useLocalText } from '../../components/checklist/use-local-text.ts';
import { useText } from '../../i18n/use-text.ts';

const can = (item: ChecklistItem) =>
  item.type === 'choice' || item.type === 'confirm' || item.type === 'number';

/** After which answer to which earlier item this one is asked. */
export function ConditionFields({
  when,
  earlier,
  onChange,
}: {
  readonly when: ChecklistCondition | undefined;
  readonly earlier: readonly ChecklistItem[];
  readonly onChange: (when: ChecklistCondition | undefined) => void;
}) {
  const text = useText();
  const localText = useLocalText();
  const wordsOf = (item: ChecklistItem) => (localText(item.text) === '' ? item.id : localText(item.text));
  const listed = earlier.filter(can).map((item) => ({ value: item.id, label: wordsOf(item) }));
  const on = earlier.find(({ id }) => id === when?.item);
  const begin = (id: string | null) => {
    const item = earlier.find((other) => other.id === id);
    onChange(item === undefined ? undefined : firstCondition(item));
  };
  return (
    <>
      <Select
        label={text('checklists.editor.when')}
        placeholder={text('checklists.editor.always')}
        data={listed}
        value={on === undefined ? null : on.id}
        onChange={begin}
        clearable
      />
      {when !== undefined && 'oneOf' in when && on?.type === 'choice' && (
        <Checkbox.Group
          label={text('checklists.editor.whenOneOf')}
          value={[...when.oneOf]}
          onChange={(oneOf) => onChange({ item: when.item, oneOf })}
        >
          <Group gap={16}>
            {on.options.map((option) => (
              <Checkbox key={option.id} value={option.id} label={localText(option.text) || option.id} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {when !== undefined && 'confirmed' in when && (
        <Select
          label={text('checklists.editor.whenIs')}
          data={[
            { value: 'yes', label: text('checklists.editor.ticked') },
            { value: 'no', label: text('checklists.editor.notTicked') },
          ]}
          value={when.confirmed ? 'yes' : 'no'}
          onChange={(value) => onChange({ item: when.item, confirmed: value === 'yes' })}
          allowDeselect={false}
        />
      )}
      {when !== undefined && 'outside' in when && (
        <Select
          label={text('checklists.editor.whenIs')}
          data={[
            { value: 'yes', label: text('checklists.editor.outside') },
            { value: 'no', label: text('checklists.editor.inside') },
          ]}
          value={when.outside ? 'yes' : 'no'}
          onChange={(value) => onChange({ item: when.item, outside: value === 'yes' })}
          allowDeselect={false}
        />
      )}
    </>
  );
}

/** The condition one most likely means. */
function firstCondition(item: ChecklistItem): ChecklistCondition | undefined {
  switch (item.type) {
    case 'choice':
      return { item: item.id, oneOf: item.options.slice(-1).map(({ id }) => id) };
    case 'confirm':
      return { item: item.id, confirmed: true };
    case 'number':
      return { item: item.id, outside: true };
    case 'text':
    case 'scan':
    case 'photo':
    case 'signature':
      return undefined;
  }
}
