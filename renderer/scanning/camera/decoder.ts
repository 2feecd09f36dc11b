import { type DecoderAnswer, decoderAnswer } from './seen-codes.ts';
import { decodePicture } from './decode-picture.ts';

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
