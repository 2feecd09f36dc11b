import type { Language } from '../../shared/domain/settings.ts';
import type { Sentence } from '../../shared/problem.ts';
import { createTexts } from '../../shared/words/texts.ts';

/** Turns a sentence into text of one language; the same words and formats as the window's. */
export type Translate = (sentence: Sentence) => string;

/** A translator for reports and the terminal. */
export function createTranslator(language: Language): Translate {
  const texts = createTexts(language);
  return ({ key, params }) => texts.t(key, params);
}
