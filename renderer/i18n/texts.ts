import type { i18n as Texts, ResourceStore } from 'i18next';
import type { WordsOfMain } from '../../shared/words/speak.ts';
import type en from '../../resources/locales/en.json';

/** Cached texts by language and key. */
type Worked = Map<string, Map<TextKey, string>>;

/** Keyed by the resource store, which is a singleton; each component gets its own i18next instance. */
const worked = new WeakMap<ResourceStore, Worked>();

/**
 * A text without parameters, cached for each language: a screen reads hundreds of them, and the lookup took a seventh
 * of its render time.
 */
export function plainText(texts: Texts, key: TextKey): string {
  const known = wordsOf(texts.store, texts.language);
  const text = known.get(key) ?? texts.t(key);
  known.set(key, text);
  return text;
}

function wordsOf(store: ResourceStore, language: string): Map<TextKey, string> {
  const languages = worked.get(store) ?? begin(store);
  const known = languages.get(language) ?? new Map<TextKey, string>();
  languages.set(language, known);
  return known;
}

/** An added or removed resource (another language, the texts of the screenshot run) clears the cache. */
function begin(store: ResourceStore): Worked {
  const languages: Worked = new Map();
  worked.set(store, languages);
  for (const event of ['added', 'removed'] as const) store.on(event, () => languages.clear());
  return languages;
}

type PluralEnding = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other';
type WithoutPlural<Key extends string> = Key extends `${infer Stem}${PluralEnding}` ? Stem : Key;

type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutPlural<Key> : `${Key}.${Leaves<Tree[Key]>}`;
}[keyof Tree & string];

/** Every text of resources/locales/en.json that the window has, by its dotted path. */
export type TextKey = Leaves<Omit<typeof en, WordsOfMain>>;

/** The parameters of a text. */
export type TextParams = Readonly<Record<string, string | number>>;
