import { z } from 'zod';

/** A code as the reader saw it. */
interface SeenCode {
  readonly text: string;
  readonly format: string;
}

/**
 * Decides which code of a row of pictures is believed. Code 39 has no check of its own and is believed when two pictures
 * in a row say the same; the others at once. While two different codes are in the picture it is not known which was meant.
 */
export function createAcceptance(): (codes: readonly SeenCode[]) => string | null {
  let before: string | null = null;
  return (codes) => {
    const [code, ...others] = codes.filter(({ text }) => text.trim() !== '');
    if (code === undefined || others.some(({ text }) => text !== code.text)) {
      before = null;
      return null;
    }
    if (!/code.?39/i.test(code.format) || before === code.text) return code.text;
    before = code.text;
    return null;
  };
}

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
