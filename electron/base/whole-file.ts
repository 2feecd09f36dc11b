import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { Zip, ZipDeflate } from 'fflate';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Instant } from '../../shared/time.ts';
import { syncFolder } from './folder-sync.ts';

/* Files that a person saves: written whole or not at all, piece by piece, and packed as ZIP. */

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
      await syncFolder(dirname(path));
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

/** Bytes packed between two turns of the event loop: a few milliseconds of work. */
const PACKED_AT_ONCE = 64 * 1024;

/** A file to pack; its pieces are made as they are packed, and may be empty. */
export interface ZippedFile {
  readonly name: string;
  readonly pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/** Packs files piece by piece. An empty piece yields to the event loop. Throws the packer's error. */
export async function* zipped(
  files: AsyncIterable<ZippedFile> | Iterable<ZippedFile>,
  madeAt: Instant,
): AsyncGenerator<string | Uint8Array> {
  const ready: Uint8Array[] = [];
  const failures: Error[] = [];
  const zip = new Zip((failure, piece) => {
    if (failure === null) ready.push(piece);
    else failures.push(failure);
  });
  function* taken() {
    const [failure] = failures;
    if (failure !== undefined) throw failure;
    yield* ready.splice(0);
  }
  for await (const { name, pieces } of files) {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = madeAt;
    zip.add(entry);
    for await (const bytes of inBlocks(pieces)) {
      if (bytes === null) {
        yield '';
        continue;
      }
      for (let from = 0; from < bytes.length; from += PACKED_AT_ONCE) {
        entry.push(bytes.subarray(from, from + PACKED_AT_ONCE));
        yield* taken();
        await nextTurn();
      }
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  yield* taken();
}

/** Collects short texts into blocks; null = nothing to pack yet. */
async function* inBlocks(pieces: ZippedFile['pieces']): AsyncGenerator<Uint8Array | null> {
  let waiting = '';
  for await (const piece of pieces) {
    if (typeof piece === 'string') waiting += piece;
    if (typeof piece !== 'string' || waiting.length >= PACKED_AT_ONCE) {
      yield Buffer.from(waiting, 'utf8');
      waiting = '';
    }
    yield typeof piece === 'string' ? null : piece;
  }
  yield Buffer.from(waiting, 'utf8');
}
