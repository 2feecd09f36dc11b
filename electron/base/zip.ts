import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';
import type { Instant } from '../../shared/time.ts';

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
