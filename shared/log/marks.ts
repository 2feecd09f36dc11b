import { z } from 'zod';

/**
 * How a fact of a log entry is treated by a removal of personal data and by a discreet export.
 *
 * - `personal`: tells of a person or a car. Goes with its job, and is replaced in discreet exports.
 *   `worker`: a person who worked on the job, who stays when a car is removed; `person`: any other person; `car`: identifies a car;
 *   `words`: words that a person typed.
 * - `label`: a name from a list or of a thing. Goes where it says what is removed.
 * - `plain`: a number, a mark or an id. Says nothing of anybody.
 */
export type FactMark =
  | { readonly mark: 'personal'; readonly of: 'worker' | 'person' | 'car' | 'words' }
  | { readonly mark: 'label' }
  | { readonly mark: 'plain' };

const marks = z.registry<FactMark>();

/** Each use of a schema carries its own mark. */
function marked<Schema extends z.ZodType>(schema: Schema, mark: FactMark): Schema {
  const own = schema.clone();
  marks.add(own, mark);
  return own;
}

export const personal = <Schema extends z.ZodType>(
  of: Extract<FactMark, { mark: 'personal' }>['of'],
  schema: Schema,
): Schema => marked(schema, { mark: 'personal', of });

export const label = <Schema extends z.ZodType>(schema: Schema): Schema => marked(schema, { mark: 'label' });

export const plain = <Schema extends z.ZodType>(schema: Schema): Schema => marked(schema, { mark: 'plain' });

/** Unknown facts are treated as personal. */
export const UNKNOWN_FACT: FactMark = { mark: 'personal', of: 'words' };

/** The mark of a fact's schema. RangeError for a schema without one: every fact says how it is treated. */
export function markOf(schema: z.core.$ZodType): FactMark {
  const mark = marks.get(schema);
  if (mark === undefined) throw new RangeError('a fact has no mark');
  return mark;
}
