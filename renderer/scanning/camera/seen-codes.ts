import { z } from 'zod';

/** A code as read from one frame. */
interface SeenCode {
  readonly text: string;
  readonly format: string;
}

/**
 * Decides which code of consecutive frames is accepted. Code 39 has no checksum, so two consecutive frames must agree;
 * other formats are accepted at once. A frame with two different codes is ambiguous and never accepted.
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
  /** Codes found in the picture, in no order; usually none. */
  z.object({
    answer: z.literal('codes'),
    codes: z.array(z.object({ text: z.string(), format: z.string() })),
  }),
  /** The reader itself does not work on this machine. */
  z.object({ answer: z.literal('broken'), words: z.string() }),
]);
export type DecoderAnswer = z.infer<typeof decoderAnswer>;
