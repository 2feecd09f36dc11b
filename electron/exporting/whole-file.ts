import { open, rename, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that are written at once. */
const WRITTEN_AT_ONCE = 65_536;
/** Pieces between two turns of the event loop: about a millisecond's work. */
const PIECES_PER_TURN = 100;

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
    let count = 0;
    for await (const piece of pieces) {
      count += 1;
      if (typeof piece === 'string') waiting += piece;
      if (typeof piece !== 'string' || waiting.length >= WRITTEN_AT_ONCE) {
        await file.write(waiting);
        waiting = '';
      }
      if (typeof piece !== 'string') await file.write(piece);
      if (count % PIECES_PER_TURN === 0) await nextTurn();
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
