import type { i18n as Texts, ResourceStore } from 'i18next';
import type en from '../../resources/locales/en.json';

/** By language and key. */
type Worked = Map<string, Map<TextKey, string>>;

/** By the store, of which there is one: each component is given an i18next of its own. */
const worked = new WeakMap<ResourceStore, Worked>();

/** A text with nothing to fill in, worked out once in each language: a screen asks for hundreds, a seventh of its drawing. */
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

/** Words that come or go later (another language, the walk's own) make what was worked out stale. */
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

/** Every text of resources/locales/en.json by its dotted path. */
export type TextKey = Leaves<typeof en>;

/** The parameters of a text. */
export type TextParams = Readonly<Record<string, string | number>>;
