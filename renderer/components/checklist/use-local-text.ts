import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalText } from '../../../shared/domain/checklist.ts';

/** A template's text in the window's language, else in English, which every template has. */
export function useLocalText(): (text: LocalText) => string {
  const { i18n } = useTranslation();
  const language = i18n.language;
  return useCallback(
    (text) => {
      const own = text[language];
      return own === undefined || own === '' ? text.en : own;
    },
    [language],
  );
}
