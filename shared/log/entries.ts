import { z } from 'zod';
import { type EntryPlacing, type FactMark, markOf, UNKNOWN_FACT } from './define.ts';
import { jobEntries } from './entries-of-jobs.ts';
import { otherEntries } from './entries-of-log.ts';
import { operationEntries } from './entries-of-operations.ts';
import { readJson } from '../parsing.ts';

/*
 * Every type of entry of the installation log. Only this list defines the facts of a type, their treatment by removals
 * and exports, and their places in timelines. Entries of other versions are kept, checked and shown too, as foreign
 * text.
 */

const definitions = [...jobEntries, ...operationEntries, ...otherEntries] as const;
type Definition = (typeof definitions)[number];

/** The type of an entry: what happened. */
export type LogType = Definition['type'];
export const logTypes: readonly LogType[] = definitions.map(({ type }) => type);

type ContentOf<Each> = Each extends { type: infer Type; facts: infer Facts extends z.ZodRawShape }
  ? { readonly type: Type; readonly data: z.input<z.ZodObject<Facts, z.core.$strict>> }
  : never;

/** An entry as its writer passes it: all facts that are not optional. */
export type LogEntryContent = ContentOf<Definition>;
/** The facts of a type as its writer passes them. */
export type LogFactsOf<Type extends LogType> = Extract<LogEntryContent, { type: Type }>['data'];

/** An entry of a known type as it is read: any fact may be missing. */
export type KnownEntry = z.output<Definition['read']>;
export type KnownEntryOf<Type extends LogType> = Extract<KnownEntry, { type: Type }>;

/** A Map and not an object, because type names come from other laptops. */
const byType = new Map<string, Definition>(definitions.map((definition) => [definition.type, definition]));
const factsByType = new Map(
  definitions.map(({ type, facts }): [string, ReadonlyMap<string, z.core.$ZodType>] => [
    type,
    new Map(Object.entries(facts)),
  ]),
);

const [first, ...others] = definitions.map(({ read }) => read);
if (first === undefined) throw new Error('the log has no types');
const knownEntry = z.discriminatedUnion('type', [first, ...others]);

/** The facts of an entry as stored, from any writer. Look them up by known names only. */
export type ForeignFacts = Readonly<Record<string, unknown>>;

/** The facts in the data of an entry; empty if the data is not a JSON object. */
export function foreignFacts(data: string): ForeignFacts {
  const value = readJson(data);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value));
}

/**
 * Reads the facts of a known type. A fact of an unexpected form is left out, like a removed one. Null: a type of
 * another version, from which nothing can be concluded.
 */
export function readEntry(type: string, facts: ForeignFacts): KnownEntry | null {
  const known = factsByType.get(type);
  if (known === undefined) return null;
  const whole = knownEntry.safeParse({ type, facts });
  if (whole.success) return whole.data;
  const sound = [...known].flatMap(([name, schema]) => {
    const read = z.safeParse(schema, Object.hasOwn(facts, name) ? facts[name] : undefined);
    return read.success && read.data !== undefined ? [[name, read.data] as const] : [];
  });
  return knownEntry.safeParse({ type, facts: Object.fromEntries(sound) }).data ?? null;
}

/** The places of an entry of this type; null for a type of another version. */
export function placingOf(type: string): EntryPlacing | null {
  return byType.get(type)?.placing ?? null;
}

/** The mark of a fact. An unknown fact is personal, and so is a plain one of an unexpected form. */
export function factMark(type: string, name: string, value: unknown): FactMark {
  const schema = factsByType.get(type)?.get(name);
  if (schema === undefined) return UNKNOWN_FACT;
  const mark = markOf(schema);
  return mark.mark === 'plain' && !z.safeParse(schema, value).success ? UNKNOWN_FACT : mark;
}
