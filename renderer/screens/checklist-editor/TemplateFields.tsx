import { Checkbox, SegmentedControl, Switch, TextInput, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import {
  type ChecklistTemplate,
  type ChecklistScope,
  type LocalText,
  LONGEST_TEMPLATE_TEXT,
} from '../../../shared/domain/checklist.ts';
import { jobKind } from '../../../shared/domain/job-steps.ts';
import type { TemplateFault } from '../../../shared/domain/checklist-faults.ts';
import { type Language, language as languageSchema } from '../../../shared/domain/settings.ts';
import { availableLanguages } from '../../../shared/words/speak.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { ProblemSentence } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { namesOf } from './editing.ts';
import { Row, Stack, Text } from '../../components/layout.tsx';
import classes from './Editor.module.css';

/** The fields of the template as a whole, and the language of the texts that are being edited. */
export function TemplateFields({
  template,
  language,
  onLanguage,
  faults,
  onChange,
}: {
  readonly template: ChecklistTemplate;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly faults: readonly TemplateFault[];
  readonly onChange: (template: ChecklistTemplate, field: string | null) => void;
}) {
  const text = useText();
  const label = useId();
  return (
    <>
      <Row gap="1" align="center" wrap>
        <Text id={label} size="small" quiet>
          {text('checklists.editor.language')}
        </Text>
        <SegmentedControl
          aria-labelledby={label}
          value={language}
          onChange={(value) => onLanguage(languageSchema.parse(value))}
          data={availableLanguages.map((one) => ({ value: one.language, label: one.name }))}
        />
      </Row>
      <TextField
        label={text('checklists.editor.title')}
        value={template.title}
        language={language}
        onChange={(title) => onChange({ ...template, title }, 'title')}
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
          <ProblemSentence of={fault.says} />
        </Row>
      ))}
      <Checkbox.Group
        label={text('checklists.editor.jobs')}
        value={[...(template.jobs ?? ['installation'])]}
        onChange={(values) => {
          const jobs = jobKind.options.filter((kind) => values.includes(kind));
          const { jobs: _before, ...others } = template;
          const isUsual = jobs.length === 1 && jobs[0] === 'installation';
          if (jobs.length > 0) onChange(isUsual ? others : { ...others, jobs }, 'jobs');
        }}
      >
        <Row gap="2" wrap>
          {jobKind.options.map((kind) => (
            <Checkbox key={kind} value={kind} label={text(`checklists.jobs.${kind}`)} />
          ))}
        </Row>
      </Checkbox.Group>
      <Switch
        label={text('checklists.editor.labelPhoto')}
        description={text('checklists.editor.labelPhotoSays')}
        checked={template.labelPhoto === true}
        onChange={(event) => {
          const { labelPhoto: _before, ...others } = template;
          onChange(event.currentTarget.checked ? { ...others, labelPhoto: true } : others, 'labelPhoto');
        }}
      />
      <Disclosure label={text('checklists.editor.suggestFor')}>
        <Stack gap="1-half" className={classes['fields']}>
          <ScopeFields
            scope={template.suggestFor}
            onChange={(suggestFor) => {
              const { suggestFor: _before, ...others } = template;
              onChange(suggestFor === undefined ? others : { ...template, suggestFor }, 'suggestFor');
            }}
          />
        </Stack>
      </Disclosure>
    </>
  );
}

const parts = ['brands', 'models', 'keyForms', 'boxes'] as const;

/** The brands, models, key forms and Boxes that the template is for; an empty field matches all. */
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
  // A trailing comma does not change the list of names, so the typed text stays.
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

/**
 * A text of a template in the language that is being edited. The English text is shown beneath while this one is empty.
 */
export function TextField({
  label,
  value,
  language,
  onChange,
}: {
  readonly label: string;
  readonly value: LocalText;
  readonly language: Language;
  readonly onChange: (value: LocalText) => void;
}) {
  return (
    <Textarea
      label={label}
      value={value[language] ?? ''}
      placeholder={language === 'en' ? '' : value.en}
      onChange={(event) => onChange(withText(value, language, event.currentTarget.value))}
      maxLength={LONGEST_TEMPLATE_TEXT}
      autosize
      minRows={1}
      maxRows={5}
      lang={language}
    />
  );
}

/** English always exists, even if empty; another language is removed with its text. */
function withText(value: LocalText, language: Language, words: string): LocalText {
  if (language === 'en') return { ...value, en: words };
  const { [language]: _before, ...others } = value;
  return { ...others, en: value.en, ...(words === '' ? {} : { [language]: words }) };
}
