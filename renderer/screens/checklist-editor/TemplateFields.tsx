import { SegmentedControl, Switch } from '@mantine/core';
import { useId } from 'react';
import type { ChecklistTemplate } from '../../../shared/domain/checklist.ts';
import type { TemplateFault } from '../../../shared/domain/checklist-faults.ts';
import { type Language, language as languageSchema } from '../../../shared/domain/settings.ts';
import { availableLanguages } from '../../../shared/words/languages.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Saying } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './Editor.module.css';
import { ScopeFields } from './ScopeFields.tsx';
import { TextField } from './TextField.tsx';

/** The fields of the template as a whole, and the language in which its texts are edited now. */
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
      <div className={classes['bar']}>
        <span id={label} className={classes['kind']}>
          {text('checklists.editor.language')}
        </span>
        <SegmentedControl
          aria-labelledby={label}
          value={language}
          onChange={(value) => onLanguage(languageSchema.parse(value))}
          data={availableLanguages.map((one) => ({ value: one.language, label: one.name }))}
        />
      </div>
      <TextField
        label={text('checklists.editor.title')}
        value={template.title}
        language={language}
        onChange={(title) => onChange({ ...template, title }, 'title')}
      />
      {faults.map((fault) => (
        <p key={fault.says.key} className={classes['fault']}>
          <Saying of={fault.says} />
        </p>
      ))}
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
        <div className={classes['fields']}>
          <ScopeFields
            scope={template.suggestFor}
            onChange={(suggestFor) => {
              const { suggestFor: _before, ...others } = template;
              onChange(suggestFor === undefined ? others : { ...template, suggestFor }, 'suggestFor');
            }}
          />
        </div>
      </Disclosure>
    </>
  );
}
