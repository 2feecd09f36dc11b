import type { i18n as Texts } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { createTexts } from '../../shared/words/texts.ts';

/** The texts of the window; English until the preferences are read. */
export function createWindowTexts(): Texts {
  return createTexts('en', [initReactI18next]);
}
