import { z } from 'zod';

/**
 * A list from outside. The first wrong item ends the reading: zod's own list notes what is wrong with each of them, which
 * makes gigabytes of a megabyte of `{}`.
 */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(z.unknown()).transform((rows, context): z.output<Item>[] => {
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
