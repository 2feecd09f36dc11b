import type { i18n as Texts } from 'i18next';
import type { TextKey } from './text-keys.ts';

/** By language and key. */
type Worked = Map<string, Map<TextKey, string>>;

const worked = new WeakMap<Texts, Worked>();

/** A text with nothing to fill in, worked out once in each language: a screen asks for hundreds, a seventh of its drawing. */
export function plainText(texts: Texts, key: TextKey): string {
  const known = wordsOf(texts, texts.language);
  const text = known.get(key) ?? texts.t(key);
  known.set(key, text);
  return text;
}

function wordsOf(texts: Texts, language: string): Map<TextKey, string> {
  const languages = worked.get(texts) ?? begin(texts);
  const known = languages.get(language) ?? new Map<TextKey, string>();
  languages.set(language, known);
  return known;
}

/** Words that come or go later (another language, the walk's own) make what was worked out stale. */
function begin(texts: Texts): Worked {
  const languages: Worked = new Map();
  worked.set(texts, languages);
  for (const event of ['added', 'removed'] as const) texts.store.on(event, () => languages.clear());
  return languages;
}
