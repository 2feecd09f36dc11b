import { open, rename, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that are written at once. */
const WRITTEN_AT_ONCE = 65_536;
/** After so many milliseconds of making pieces, everybody else has a turn: an unusually dear piece does not add up with others. */
const MOST_AT_ONCE_MS = 5;

/**
 * Writes a file of any length piece by piece, durably, with other work in between: it is there whole or not at all. False =
 * stopped, and nothing is left behind. Throws what the disk says.
 */
export async function writeWhole(
  path: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  stop: AbortSignal,
): Promise<boolean> {
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'w');
  let whole = false;
  try {
    let waiting = '';
    let begun = performance.now();
    for await (const piece of pieces) {
      if (typeof piece === 'string') waiting += piece;
      if (typeof piece !== 'string' || waiting.length >= WRITTEN_AT_ONCE) {
        await file.write(waiting);
        waiting = '';
      }
      if (typeof piece !== 'string') await file.write(piece);
      if (performance.now() - begun > MOST_AT_ONCE_MS) {
        await nextTurn();
        begun = performance.now();
      }
      if (stop.aborted) break;
    }
    await file.write(waiting);
    await file.sync();
    whole = !stop.aborted;
  } finally {
    await file.close();
    if (!whole) await rm(unfinished, { force: true });
  }
  if (whole) await rename(unfinished, path);
  return whole;
}
