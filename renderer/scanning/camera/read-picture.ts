import { decodePicture } from './decode-picture.ts';
import { startDecoder } from './decoder.ts';

/** The codes in a picture; none where it holds none, or where the reader does not work on this machine. */
export async function readPicture(picture: Blob | ImageBitmap): Promise<readonly string[]> {
  const decoder = startDecoder();
  try {
    // The reader uses its picture up.
    const answer = await decoder.read(await decodePicture(picture));
    return answer.answer === 'codes' ? answer.codes.map(({ text }) => text) : [];
  } catch {
    return [];
  } finally {
    decoder.stop();
  }
}
