import { foldForSearch } from '../../shared/domain/serial.ts';
import type { Car } from '../../shared/operator/resources.ts';

/** Which field a prefix came from, in the order prefix hits are shown. */
export const prefixField = { licensePlate: 0, vin: 1, name: 2, brandOrModel: 3 } as const;
export type PrefixField = (typeof prefixField)[keyof typeof prefixField];

/** One place in a car's texts where a typed beginning may match. */
export interface CarPrefix {
  readonly field: PrefixField;
  readonly folded: string;
}

/** Bounds of what is indexed: a name of 10,000 characters must not make an index row of that size. */
const LONGEST_PREFIX = 64;
const LONGEST_SEARCH_TEXT = 400;
const MOST_WORDS = 8;

/** The normalised column of the trigram index: every searchable field, folded, with a space between fields. */
export function carSearchText(car: Car): string {
  return [car.licensePlate, car.vin, car.name, car.brand, car.model]
    .map((text) => foldForSearch(text ?? ''))
    .filter((folded) => folded !== '')
    .join(' ')
    .slice(0, LONGEST_SEARCH_TEXT);
}

/** Beginnings for one and two typed characters, which trigrams cannot answer; also exact VIN and plate lookups. */
export function carPrefixes(car: Car): readonly CarPrefix[] {
  return [
    ...beginnings(prefixField.licensePlate, car.licensePlate),
    ...beginnings(prefixField.vin, car.vin),
    ...beginnings(prefixField.name, car.name),
    ...beginnings(prefixField.brandOrModel, car.brand),
    ...beginnings(prefixField.brandOrModel, car.model),
  ];
}

/** The folded text from its start and from each later word: "M-AB 12" begins with MAB12, AB12 and 12. */
function beginnings(field: PrefixField, text: string | null): readonly CarPrefix[] {
  const words = (text ?? '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldForSearch)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
  return words.map((_, index) => ({
    field,
    folded: words.slice(index).join('').slice(0, LONGEST_PREFIX),
  }));
}

/** How a typed VIN or plate is looked up in the prefix index. */
export function foldForPrefix(text: string): string {
  return foldForSearch(text).slice(0, LONGEST_PREFIX);
}
