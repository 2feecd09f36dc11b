import { z } from 'zod';

const items = new WeakMap<object, z.ZodType>();

/** The item of a list, which the schema of a `listOf` does not show: for descriptions of the wire. */
export const itemOf = (list: object): z.ZodType | undefined => items.get(list);

/**
 * A list from outside. The first wrong item ends the reading: zod's own list notes what is wrong with each of them, which
 * makes gigabytes of a megabyte of `{}`.
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
