import { z } from 'zod';

/** The reader's answer to a picture. */
export const decoderAnswer = z.discriminatedUnion('answer', [
  /** Codes found in it, in no order; usually none. */
  z.object({
    answer: z.literal('codes'),
    codes: z.array(z.object({ text: z.string(), format: z.string() })),
  }),
  /** The reader itself does not work on this machine. */
  z.object({ answer: z.literal('broken'), words: z.string() }),
]);
export type DecoderAnswer = z.infer<typeof decoderAnswer>;
