import { z } from 'zod';
import type { EntryGroup } from '../domain/supervision-job.ts';

/** Where readers see an entry. */
export interface EntryPlacing {
  /** Its group in a supervisor's timeline. */
  readonly group: EntryGroup;
  /** Whether it is in the installer's list "This job". Its sentence: `history.TYPE` in the locales. */
  readonly installer: boolean;
  /**
   * Whether supervisors have a sentence of their own, `supervision.entry.TYPE`; otherwise they read the
   * installer's.
   */
  readonly supervisor: boolean;
  /** Whether an installer did it. Answers of the operator and reviews do not count as work on the job. */
  readonly work: boolean;
}

/** Defines a type of entry: its facts, each with a mark, and its places. RangeError for a fact without a mark. */
export function defineEntry<const Type extends string, Facts extends z.ZodRawShape>(
  type: Type,
  placing: EntryPlacing,
  facts: Facts,
) {
  for (const schema of Object.values(facts)) markOf(schema);
  return {
    type,
    placing,
    facts,
    /** The reading schema: any fact may be missing, because words were removed or another version wrote the entry. */
    read: z.object({ type: z.literal(type), facts: z.object(facts).partial() }),
  };
}

const placed =
  (group: EntryGroup, work: boolean) =>
  (seen: { readonly installer?: true; readonly supervisor?: true }): EntryPlacing => ({
    group,
    work,
    installer: seen.installer === true,
    supervisor: seen.supervisor === true,
  });

/** Places of an entry that is an installer's work. */
export const byInstaller = (group: EntryGroup) => placed(group, true);
/** Places of an entry that the app, the operator or a reviewer caused. */
export const byItself = (group: EntryGroup) => placed(group, false);

/** For entries that belong to no job. */
export const OF_NO_JOB: EntryPlacing = { group: 'log', installer: false, supervisor: false, work: false };

/**
 * The treatment of a fact of a log entry by a removal of personal data and by a discreet export.
 *
 * - `personal`: concerns a person or a car. Removed with its job, and replaced in discreet exports. `worker`: a
 *   person who worked on the job, kept when a car is removed; `person`: any other person; `car`: identifies a car;
 *   `words`: text that a person typed.
 * - `label`: a name from a list, or the name of a thing. Removed only if it contains the searched words.
 * - `plain`: a number, a mark or an id. Concerns no person.
 */
export type FactMark =
  | { readonly mark: 'personal'; readonly of: 'worker' | 'person' | 'car' | 'words' }
  | { readonly mark: 'label' }
  | { readonly mark: 'plain' };

const marks = z.registry<FactMark>();

/** Attaches the mark to a copy of the schema, because each use has its own. */
function marked<Schema extends z.ZodType>(schema: Schema, mark: FactMark): Schema {
  const own = schema.clone();
  marks.add(own, mark);
  return own;
}

/** Marks a fact as concerning a person or a car. */
export const personal = <Schema extends z.ZodType>(
  of: Extract<FactMark, { mark: 'personal' }>['of'],
  schema: Schema,
): Schema => marked(schema, { mark: 'personal', of });

/** Marks a fact as a name from a list, or of a thing. */
export const label = <Schema extends z.ZodType>(schema: Schema): Schema => marked(schema, { mark: 'label' });

/** Marks a fact that concerns no person. */
export const plain = <Schema extends z.ZodType>(schema: Schema): Schema => marked(schema, { mark: 'plain' });

/** Unknown facts are treated as personal. */
export const UNKNOWN_FACT: FactMark = { mark: 'personal', of: 'words' };

/** The mark of a fact's schema. RangeError for a schema without one, because every fact needs an explicit mark. */
export function markOf(schema: z.core.$ZodType): FactMark {
  const mark = marks.get(schema);
  if (mark === undefined) throw new RangeError('a fact has no mark');
  return mark;
}
