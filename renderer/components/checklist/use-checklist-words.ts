import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ChecklistItem,
  type LocalText,
  type ForcedMark,
  textIn,
} from '../../../shared/domain/checklist.ts';
import { type AnsweredItem, itemName } from '../../../shared/domain/supervision-job.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';

/** A template's text in the window's language. */
export function useLocalText(): (text: LocalText) => string {
  const { i18n } = useTranslation();
  const language = i18n.language;
  return useCallback((text) => textIn(text, language), [language]);
}

/** The name of an item in the window's language. */
export function useItemName(): (
  of: { readonly item: string | null; readonly words: string | null },
  asked: Pick<ChecklistItem, 'text'> | null,
) => string | null {
  const { language } = useTranslation().i18n;
  const label = useText()('flow.box.compare.label');
  return (of, asked) => itemName(of, asked, { language, label });
}

/** An answer as words for a person; null where it consists of photos alone. */
export function useAnswerWords(): (
  item: Pick<AnsweredItem, 'asked' | 'answer' | 'photos' | 'notApplicable'>,
) => string | null {
  const text = useText();
  const format = useFormat();
  const localText = useLocalText();
  return ({ asked, answer, photos, notApplicable }) => {
    if (notApplicable !== null) return text('checklists.notApplicable.says', { reason: notApplicable });
    if (answer === null) return photos.length > 0 ? null : text('installations.job.notAnswered');
    if (typeof answer === 'boolean') return text(answer ? 'installations.job.yes' : 'installations.job.no');
    if (typeof answer === 'number') {
      return asked?.type === 'number' ? `${format.number(answer)} ${asked.unit}` : format.number(answer);
    }
    const option = asked?.type === 'choice' ? asked.options.find(({ id }) => id === answer) : undefined;
    return option === undefined ? answer : localText(option.text);
  };
}

/** The forced value as words for a person. */
export function useForcedValue(): (mark: ForcedMark) => string {
  const format = useFormat();
  return ({ value, deviation }) => {
    if (typeof value === 'string') return value;
    return deviation.kind === 'differs' || deviation.kind === 'refused'
      ? String(value)
      : `${format.number(value)} ${deviation.unit}`.trim();
  };
}
