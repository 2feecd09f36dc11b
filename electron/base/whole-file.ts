import { open, rename, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { makeProblem, ProblemError } from '../../shared/problem.ts';

/** Characters per write. */
const WRITTEN_AT_ONCE = 65_536;
/**
 * Upper bound of milliseconds for making pieces before the event loop gets a turn, so that slow pieces do not add up.
 */
const MOST_AT_ONCE_MS = 5;

/** The options of a file that is written whole. */
export interface WholeFileOptions {
  /** Stops writing before the file is complete. */
  readonly stop?: AbortSignal;
  /** The file's mode bits; left out: those of the folder. */
  readonly mode?: number;
}

/**
 * Writes a file of any length piece by piece to a path that a person chose, atomically and durably. The event loop runs
 * in between. False = stopped, and nothing is left behind. Throws ProblemError `file-not-written` when the file system
 * refuses.
 */
export async function writeWhole(
  path: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  { stop, mode }: WholeFileOptions = {},
): Promise<boolean> {
  try {
    return await write(path, pieces, stop, mode);
  } catch (cause) {
    throw targetProblem(cause) ?? cause;
  }
}

async function write(
  path: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  stop: AbortSignal | undefined,
  mode: number | undefined,
): Promise<boolean> {
  const unfinished = `${path}.unfinished`;
  let inPlace = false;
  try {
    if (await fill(unfinished, pieces, stop, mode)) {
      await rename(unfinished, path);
      inPlace = true;
    }
  } finally {
    if (!inPlace) await rm(unfinished, { force: true });
  }
  return inPlace;
}

/** Durable once it returns; false = stopped. */
async function fill(
  unfinished: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  stop: AbortSignal | undefined,
  mode: number | undefined,
): Promise<boolean> {
  const file = await open(unfinished, 'w', mode);
  try {
    let waiting = '';
    let begun = performance.now();
    for await (const piece of pieces) {
      if (typeof piece === 'string') waiting += piece;
      if (typeof piece !== 'string' || waiting.length >= WRITTEN_AT_ONCE) {
        await file.writeFile(waiting);
        waiting = '';
      }
      if (typeof piece !== 'string') await file.writeFile(piece);
      if (performance.now() - begun > MOST_AT_ONCE_MS) {
        await nextTurn();
        begun = performance.now();
      }
      if (stop?.aborted === true) return false;
    }
    await file.writeFile(waiting);
    await file.sync();
    return stop?.aborted !== true;
  } finally {
    await file.close();
  }
}

const systemError = z.object({ code: z.string().regex(/^E[A-Z0-9]+$/), message: z.string() });

/** The file system's error as a problem. An error of the pieces' source is not one of the target path. */
function targetProblem(cause: unknown): ProblemError | null {
  const refused = systemError.safeParse(cause);
  return refused.success ? new ProblemError(makeProblem('file-not-written', {}, refused.data.message)) : null;
}
