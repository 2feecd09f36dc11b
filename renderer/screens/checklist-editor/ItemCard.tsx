import { ActionIcon, Checkbox, NativeSelect, Select, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChevronRight,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { type ChecklistItem, checklistPhase } from '../../../shared/domain/checklist.ts';
import { phaseOf } from '../../../shared/domain/checklist-asking.ts';
import type { TemplateFault } from '../../../shared/domain/checklist-faults.ts';
import type { Language } from '../../../shared/domain/settings.ts';
import { useLocalText } from '../../components/checklist/use-checklist-words.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { ProblemSentence } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { readNumber } from '../../components/checklist/read-number.ts';
import { useFormat } from '../../format/use-format.ts';
import { ExampleField } from './ExampleField.tsx';
import { ConditionFields, EvidenceFields, OptionFields, SharedAnswerFields } from './ItemFields.tsx';
import { withOptions } from './editing.ts';
import { ScopeFields, TextField } from './TemplateFields.tsx';
import { Block, Grid, Row, Stack, Text } from '../../components/layout.tsx';
import classes from './Editor.module.css';

/** One item of the template: one line, with its fields when it is open. */
export function ItemCard({
  item,
  number,
  earlier,
  togetherNames,
  isLast,
  language,
  open,
  faults,
  onToggle,
  onChange,
  onMove,
  onRemove,
}: {
  readonly item: ChecklistItem;
  readonly number: number;
  readonly earlier: readonly ChecklistItem[];
  readonly togetherNames: readonly string[];
  readonly isLast: boolean;
  readonly language: Language;
  readonly open: boolean;
  readonly faults: readonly TemplateFault[];
  readonly onToggle: () => void;
  readonly onChange: (item: ChecklistItem, field: string | null) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}) {
  return (
    <Block as="li" card className={classes['card']} data-faulty={faults.length > 0 || undefined}>
      <CardHead
        item={item}
        number={number}
        isLast={isLast}
        open={open}
        onToggle={onToggle}
        onMove={onMove}
        onRemove={onRemove}
      />
      {faults.map((fault) => (
        <Row
          as="p"
          key={fault.says.key}
          gap="1"
          size="small"
          weight="strong"
          tone="trouble"
          className={classes['fault']}
        >
          <IconAlertTriangle size={18} stroke={2} aria-hidden />
          <span>
            <ProblemSentence of={fault.says} />
          </span>
        </Row>
      ))}
      {open && (
        <CardFields
          item={item}
          earlier={earlier}
          togetherNames={togetherNames}
          language={language}
          onChange={onChange}
        />
      )}
    </Block>
  );
}

/** The line of an item: its number, words and properties, and the buttons that move or remove it. */
function CardHead({
  item,
  number,
  isLast,
  open,
  onToggle,
  onMove,
  onRemove,
}: {
  readonly item: ChecklistItem;
  readonly number: number;
  readonly isLast: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}) {
  const text = useText();
  const localText = useLocalText();
  const words = localText(item.text) || text('checklists.editor.noWords');
  return (
    <Row align="center" className={classes['cardHead']}>
      <Row
        as={UnstyledButton}
        gap="1-half"
        align="center"
        grow
        narrow
        lit
        className={classes['cardTitle']}
        aria-expanded={open}
        onClick={onToggle}
      >
        <IconChevronRight className={classes['chevron']} size={18} stroke={2.2} aria-hidden />
        <Text quiet tabular fixed className={classes['number']}>
          {number}
        </Text>
        <Text grow narrow>
          <Text line="lead" weight="strong" breaks block>
            {words}
          </Text>
          <Text size="small" quiet>
            {text(`checklists.kind.${item.type}`)}
            {` · ${text(`checklists.phase.${phaseOf(item)}`)}`}
            {item.required ? '' : ` · ${text('flow.fitting.optional')}`}
            {item.when === undefined && item.only === undefined
              ? ''
              : ` · ${text('checklists.editor.conditional')}`}
          </Text>
        </Text>
      </Row>
      <ActionIcon
        variant="subtle"
        size={44}
        disabled={number === 1}
        aria-label={text('checklists.editor.up', { item: words })}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={20} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={44}
        disabled={isLast}
        aria-label={text('checklists.editor.down', { item: words })}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={20} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label={text('checklists.editor.remove', { item: words })}
        onClick={onRemove}
      >
        <IconTrash size={20} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Row>
  );
}

/** The fields of an open item: those of every type, and those of its own type. */
function CardFields({
  item,
  earlier,
  togetherNames,
  language,
  onChange,
}: {
  readonly item: ChecklistItem;
  readonly earlier: readonly ChecklistItem[];
  readonly togetherNames: readonly string[];
  readonly language: Language;
  readonly onChange: (item: ChecklistItem, field: string | null) => void;
}) {
  const text = useText();
  return (
    <Stack gap="1-half" className={classes['fields']}>
      <TextField
        label={text('checklists.editor.text')}
        value={item.text}
        language={language}
        onChange={(value) => onChange({ ...item, text: value }, 'text')}
      />
      <TextField
        label={text('checklists.editor.hint')}
        value={item.hint ?? { en: '' }}
        language={language}
        onChange={(value) => {
          const { hint: _before, ...others } = item;
          const empty = Object.values(value).every((words) => words === '');
          onChange(empty ? others : { ...item, hint: value }, 'hint');
        }}
      />
      <NativeSelect
        label={text('checklists.editor.phase')}
        value={phaseOf(item)}
        data={checklistPhase.options.map((phase) => ({
          value: phase,
          label: text(`checklists.phase.${phase}`),
        }))}
        onChange={(event) =>
          onChange({ ...item, phase: checklistPhase.parse(event.currentTarget.value) }, null)
        }
      />
      <Checkbox
        label={text('checklists.editor.required')}
        checked={item.required}
        onChange={(event) => onChange({ ...item, required: event.currentTarget.checked }, null)}
      />
      <Checkbox
        label={text('checklists.editor.mayNotApply')}
        description={text('checklists.editor.mayNotApplySays')}
        checked={item.mayNotApply === true}
        onChange={(event) => {
          const { mayNotApply: _before, ...others } = item;
          onChange(event.currentTarget.checked ? { ...item, mayNotApply: true } : others, null);
        }}
      />
      <ExampleField item={item} onChange={onChange} />
      <EvidenceFields item={item} onChange={onChange} />
      <OwnFields item={item} language={language} onChange={onChange} />
      <SharedAnswerFields item={item} names={togetherNames} onChange={onChange} />
      <Disclosure
        label={text('checklists.editor.whenAsked')}
        startsOpen={item.when !== undefined || item.only !== undefined}
      >
        <Stack gap="1-half" className={classes['fields']}>
          <ConditionFields
            when={item.when}
            earlier={earlier}
            onChange={(when) => {
              const { when: _before, ...others } = item;
              onChange(when === undefined ? others : { ...item, when }, null);
            }}
          />
          <ScopeFields
            scope={item.only}
            onChange={(only) => {
              const { only: _before, ...others } = item;
              onChange(only === undefined ? others : { ...item, only }, 'only');
            }}
          />
        </Stack>
      </Disclosure>
    </Stack>
  );
}

function OwnFields({
  item,
  language,
  onChange,
}: {
  readonly item: ChecklistItem;
  readonly language: Language;
  readonly onChange: (item: ChecklistItem, field: string | null) => void;
}) {
  const text = useText();
  switch (item.type) {
    case 'choice':
      return (
        <OptionFields
          options={item.options}
          language={language}
          onChange={(options, field) => onChange(withOptions(item, options), field)}
        />
      );
    case 'number':
      return (
        <Grid gap="1-half" className={classes['range']}>
          <NumberField
            label={text('checklists.editor.min')}
            value={item.min}
            onChange={(min) => onChange({ ...item, min }, 'min')}
          />
          <NumberField
            label={text('checklists.editor.max')}
            value={item.max}
            onChange={(max) => onChange({ ...item, max }, 'max')}
          />
          <TextInput
            label={text('checklists.editor.unit')}
            value={item.unit}
            maxLength={12}
            onChange={(event) => onChange({ ...item, unit: event.currentTarget.value }, 'unit')}
          />
        </Grid>
      );
    case 'scan':
      return (
        <Select
          label={text('checklists.editor.expects')}
          data={[
            { value: 'anything', label: text('checklists.editor.expectsAnything') },
            { value: 'vin', label: text('checklists.editor.expectsVin') },
          ]}
          value={item.expects}
          onChange={(value) => onChange({ ...item, expects: value === 'vin' ? 'vin' : 'anything' }, null)}
          allowDeselect={false}
        />
      );
    case 'confirm':
    case 'text':
    case 'photo':
    case 'signature':
      return null;
  }
}

/** A number of a template; an invalid number is marked and not saved. */
function NumberField({
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
