import { ActionIcon, Button, Checkbox, Group, Select, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import {
  type ChecklistOption,
  MOST_OPTIONS,
  type ChecklistCondition,
  type ChecklistItem,
  itemSeverity,
} from '../../../shared/domain/checklist.ts';
import { severityOf } from '../../../shared/domain/checklist-asking.ts';
import type { Language } from '../../../shared/domain/settings.ts';
import { useText } from '../../i18n/use-text.ts';
import { useLocalText } from '../../components/checklist/use-checklist-words.ts';
import { freeId, togetherNameOf } from './editing.ts';
import { TextField } from './TemplateFields.tsx';
import { Block, Row, Stack } from '../../components/layout.tsx';

/* The form fields of a checklist item beyond its question: options, condition, shared answers, evidence. */

/** The options of a choice. */
export function OptionFields({
  options,
  language,
  onChange,
}: {
  readonly options: readonly ChecklistOption[];
  readonly language: Language;
  readonly onChange: (options: ChecklistOption[], field: string | null) => void;
}) {
  const text = useText();
  const ids = options.map(({ id }) => id);
  return (
    <Stack gap="1-half">
      {options.map((option, index) => (
        <Row key={option.id} gap="1" align="end">
          <Block grow narrow>
            <TextField
              label={text('checklists.editor.option', { number: index + 1 })}
              value={option.text}
              language={language}
              onChange={(words) =>
                onChange(
                  options.map((other) => (other === option ? { ...option, text: words } : other)),
                  `option ${option.id}`,
                )
              }
            />
          </Block>
          <ActionIcon
            variant="subtle"
            size={48}
            aria-label={text('checklists.editor.removeOption', { number: index + 1 })}
            onClick={() =>
              onChange(
                options.filter((other) => other !== option),
                null,
              )
            }
          >
            <IconTrash size={20} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Row>
      ))}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
        disabled={options.length >= MOST_OPTIONS}
        onClick={() =>
          onChange([...options, { id: freeId(`option-${options.length + 1}`, ids), text: { en: '' } }], null)
        }
      >
        {text('checklists.editor.addOption')}
      </Button>
    </Stack>
  );
}

const can = (item: ChecklistItem) =>
  item.type === 'choice' || item.type === 'confirm' || item.type === 'number';

/** The condition of an item: an earlier item, and the answers to it for which this one is asked. */
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

/** The most likely condition. */
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

/** How an item gets its answer together with others: by one act, or from the last car of a series. */
export function SharedAnswerFields({
  item,
  names,
  onChange,
}: {
  readonly item: ChecklistItem;
  /** The `together` names that the template already uses. */
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

/** The severity of a deviation, where the item can have one, and the photo beside the answer. */
export function EvidenceFields({
  item,
  onChange,
}: {
  readonly item: ChecklistItem;
  readonly onChange: (item: ChecklistItem, field: string | null) => void;
}) {
  const text = useText();
  const deviates = item.type === 'number' || (item.type === 'scan' && item.expects === 'vin');
  return (
    <>
      {(deviates || item.severity !== undefined) && (
        <NativeSelect
          label={text('checklists.editor.severity')}
          description={text('checklists.editor.severitySays')}
          value={severityOf(item)}
          data={itemSeverity.options.map((severity) => ({
            value: severity,
            label: text(`checklists.severity.${severity}`),
          }))}
          onChange={(event) => {
            const { severity: _before, ...others } = item;
            const severity = itemSeverity.parse(event.currentTarget.value);
            onChange(severity === 'major' ? others : { ...item, severity }, null);
          }}
        />
      )}
      {item.type !== 'photo' && item.type !== 'signature' && (
        <Checkbox
          label={text('checklists.editor.photo')}
          checked={item.photo === true}
          onChange={(event) => {
            const { photo: _before, ...others } = item;
            onChange(event.currentTarget.checked ? { ...item, photo: true } : others, null);
          }}
        />
      )}
    </>
  );
}
