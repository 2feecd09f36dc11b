import { z } from 'zod';

/** Begin a round; at most so many queries of each kind. */
export const order = z.object({ most: z.number() });
export type Order = z.infer<typeof order>;

/** The figures of one kind of typing: milliseconds of each query, and the cars not found among ten. */
export const kindFigures = z.object({
  kind: z.string(),
  took: z.array(z.number()),
  missed: z.array(z.string()),
});
export type KindFigures = z.infer<typeof kindFigures>;

/** One round of a contender; its memory beyond what the process had before the index. */
export const answer = z.object({
  kinds: z.array(kindFigures),
  addedMebibytes: z.number(),
  builtMs: z.number(),
});
export type Answer = z.infer<typeof answer>;
