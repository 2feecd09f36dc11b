import { Textarea } from '@mantine/core';
import { type LocalText, LONGEST_TEMPLATE_TEXT } from '../../../shared/domain/checklist.ts';
import type { Language } from '../../../shared/domain/settings.ts';

/** A text of a template in the language that is edited now; English stands beneath where this one is still empty. */
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

/** English is always there, also empty; another language goes when its words go. */
function withText(value: LocalText, language: Language, words: string): LocalText {
  if (language === 'en') return { ...value, en: words };
  const { [language]: _before, ...others } = value;
  return { ...others, en: value.en, ...(words === '' ? {} : { [language]: words }) };
}
