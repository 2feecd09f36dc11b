import type { Key } from '../../shared/operator/resources.ts';

/** "CAN" in capitals as a word of its own; not the beginning of a name such as Canyon, nor the verb. */
const CAN = /(?<!\p{L})CAN(?!\p{L})/u;
const CAN_BUS = /(?<!\p{L})CAN[\s_-]?bus/iu;
const IOX = /(?<!\p{L})IOX/iu;
const KEYBOX = /key[\s_-]?box/iu;
/** Not descriptions: an opaque address, an article number, and makers such as Can-Am. */
const notDescribing = new Set(['brand', 'boxSapNumber', 'imageUrl']);

/**
 * Whether a catalogue entry is a CAN or IOX-Keybox variant, outside the standard Bluetooth scope (spec part 2, Key).
 * The spec names no field for it, so every describing text of the entry counts.
 */
export function isOutsideScope(key: Key): boolean {
  return [...describingTexts(key), ...describingTexts(key.keyForm)].some(
    (text) => CAN.test(text) || CAN_BUS.test(text) || IOX.test(text) || KEYBOX.test(text),
  );
}

function describingTexts(object: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) =>
    typeof value === 'string' && !notDescribing.has(name) ? [value] : [],
  );
}

/** The numeric fields the spec does not name (it hides one of them), by name; those of the key form as `keyForm.NAME`. */
export function otherNumbers(key: Key): Readonly<Record<string, number>> {
  return Object.fromEntries([
    ...numbers(key, '').filter(([name]) => name !== 'id'),
    ...numbers(key.keyForm, 'keyForm.'),
  ]);
}

/** Fields that have a place of their own, or say nothing to a person. */
const named = new Set(['id', 'brand', 'boxName', 'boxSapNumber', 'keyForm']);

/** The fields the spec does not name, as text, by name. Several entries of one key form differ by these (spec part 2, Key). */
export function otherFields(key: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(key).flatMap(([name, value]): [string, string][] =>
      !named.has(name) &&
      (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        ? [[name, String(value)]]
        : [],
    ),
  );
}

function numbers(object: Readonly<Record<string, unknown>>, prefix: string): readonly [string, number][] {
  return Object.entries(object).flatMap(([name, value]): [string, number][] =>
    typeof value === 'number' ? [[`${prefix}${name}`, value]] : [],
  );
}
