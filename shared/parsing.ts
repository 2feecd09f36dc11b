import { z } from 'zod';

/* Data from outside: JSON text, and lists. */

/**
 * The value of JSON text; undefined for invalid JSON, because no JSON text has that value. The caller bounds the text.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same as a schema for `pipe`: invalid JSON becomes an issue, never an exception. */
export const jsonText = z.string().transform((text, context): unknown => {
  const value = readJson(text);
  if (value !== undefined) return value;
  context.addIssue({ code: 'custom', message: 'no JSON' });
  return z.NEVER;
});

const items = new WeakMap<object, z.ZodType>();

/**
 * The item schema of a `listOf`, which the list's own schema does not expose. Used for descriptions of the wire
 * format.
 */
export const itemOf = (list: object): z.ZodType | undefined => items.get(list);

/**
 * A list from outside. Parsing stops at the first wrong item: zod's own list records the issues of every item, which
 * turns a megabyte of `{}` into gigabytes.
 */
export function listOf<Item extends z.ZodType>(item: Item) {
  const list = z.array(z.unknown()).transform((rows, context): z.output<Item>[] => {
    const read: z.output<Item>[] = [];
    for (const [index, row] of rows.entries()) {
      const parsed = item.safeParse(row);
      if (!parsed.success) {
        for (const { path, message } of parsed.error.issues) {
          context.addIssue({ code: 'custom', path: [index, ...path], message });
        }
        return z.NEVER;
      }
      read.push(parsed.data);
    }
    return read;
  });
  items.set(list, item);
  return list;
}
