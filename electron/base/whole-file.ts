import { open, rename, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { makeProblem, ProblemError } from '../../shared/problem.ts';

/** Characters that are written at once. */
const WRITTEN_AT_ONCE = 65_536;
/** After so many milliseconds of making pieces, everybody else has a turn: an unusually dear piece does not add up with others. */
const MOST_AT_ONCE_MS = 5;

/** The options of a file that is written whole. */
export interface WholeFileOptions {
  /** Ends it before it is whole. */
  readonly stop?: AbortSignal;
  /** Its permissions, as the system has them; left out: those of the folder. */
  readonly mode?: number;
}

/**
 * Writes a file of any length piece by piece where a person chose to, durably, with other work in between: it is there whole or not
 * at all. False = stopped, and nothing is left behind. ProblemError `file-not-written` for what the place refuses.
 */
export async function writeWhole(
  path: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  { stop, mode }: WholeFileOptions = {},
): Promise<boolean> {
  try {
    return await write(path, pieces, stop, mode);
  } catch (cause) {
    throw refusedByThePlace(cause) ?? cause;
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

/** The error of the file system; a fault of the pieces' source is none of the place's. */
function refusedByThePlace(cause: unknown): ProblemError | null {
  const refused = systemError.safeParse(cause);
  return refused.success ? new ProblemError(makeProblem('file-not-written', {}, refused.data.message)) : null;
}
