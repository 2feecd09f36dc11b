import { z } from 'zod';
import { HEADER_WITHIN, isDecodableFile } from '../../../shared/picture-size.ts';

/** The code reader in its worker. It reads one picture at a time. */
interface Decoder {
  /** Reads a picture and transfers it, so that the caller cannot use it again. */
  readonly read: (picture: ImageBitmap) => Promise<DecoderAnswer>;
  readonly stop: () => void;
}

/** Starts a reader. */
export function startDecoder(): Decoder {
  const worker = new Worker(new URL('./decoder.worker.ts', import.meta.url), { type: 'module' });
  let answer: (said: DecoderAnswer) => void = () => {};
  worker.addEventListener('message', (event: MessageEvent<unknown>) =>
    answer(decoderAnswer.parse(event.data)),
  );
  worker.addEventListener('error', (event) => answer({ answer: 'broken', words: event.message }));
  return {
    read: (picture) =>
      new Promise((resolve) => {
        answer = resolve;
        worker.postMessage(picture, [picture]);
      }),
    stop: () => worker.terminate(),
  };
}

/** The codes in a picture; empty where it holds none, or where the reader does not work on this machine. */
export async function readPicture(picture: Blob | ImageBitmap): Promise<readonly string[]> {
  const decoder = startDecoder();
  try {
    // The reader transfers the picture, so it gets a copy.
    const answer = await decoder.read(await decodePicture(picture));
    return answer.answer === 'codes' ? answer.codes.map(({ text }) => text) : [];
  } catch {
    return [];
  } finally {
    decoder.stop();
  }
}

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

/**
 * Decodes a picture of the camera, or a file that a person picked.
 *
 * @throws where the file is not a PNG, JPEG or WebP, or its header names a size that would take too much memory; it is
 * then not decoded at all
 */
export async function decodePicture(picture: Blob | ImageBitmap): Promise<ImageBitmap> {
  if (picture instanceof Blob) {
    const header = new Uint8Array(await picture.slice(0, HEADER_WITHIN).arrayBuffer());
    if (!isDecodableFile(header)) throw new Error('The picture is not decoded.');
  }
  return createImageBitmap(picture);
}
