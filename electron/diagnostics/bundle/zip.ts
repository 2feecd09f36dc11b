import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';
import type { Instant } from '../../../shared/time.ts';
import type { BundleText } from './contents.ts';

/** Bytes that are packed between two turns of the event loop: some milliseconds' work. */
const PACKED_AT_ONCE = 64 * 1024;

/** Packs files piece by piece. Throws what the packer says. */
export async function* zipped(files: readonly BundleText[], madeAt: Instant): AsyncGenerator<Uint8Array> {
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
  for (const { name, text } of files) {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = madeAt;
    zip.add(entry);
    const bytes = Buffer.from(text, 'utf8');
    for (let from = 0; from < bytes.length; from += PACKED_AT_ONCE) {
      entry.push(bytes.subarray(from, from + PACKED_AT_ONCE));
      yield* taken();
      await nextTurn();
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  yield* taken();
}
