import type { Language } from '../../../shared/domain/settings.ts';
import type { Sentence } from '../../../shared/problem.ts';
import { createTexts } from '../../../shared/words/texts.ts';

/** The app's own words in one language. A missing key, or a value left open, is an error: a report must have neither. */
export function localeTranslator(language: Language): (sentence: Sentence) => string {
  const texts = createTexts(language);
  return ({ key, params }) => {
    if (!texts.exists(key, { ...params, fallbackLng: false }))
      throw new Error(`${language}: no text for ${key}`);
    return texts.t(key, {
      ...params,
      missingInterpolationHandler: (_text: string, match: RegExpExecArray) => {
        throw new Error(`${language}: ${key} needs ${match[1]}`);
      },
    });
  };
}
