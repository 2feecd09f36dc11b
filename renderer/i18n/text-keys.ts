import type en from '../../resources/locales/en.json';

type PluralEnding = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other';
type WithoutPlural<Key extends string> = Key extends `${infer Stem}${PluralEnding}` ? Stem : Key;

type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutPlural<Key> : `${Key}.${Leaves<Tree[Key]>}`;
}[keyof Tree & string];

/** Every text of resources/locales/en.json by its dotted path. */
export type TextKey = Leaves<typeof en>;

/** The parameters of a text. */
export type TextParams = Readonly<Record<string, string | number>>;
