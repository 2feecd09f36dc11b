import { existsSync, readFileSync, statSync } from 'node:fs';

/**
 * The state of the -wal file of a database that is not open. `broken`: commits may be missing from it. SQLite reads
 * such a file up to the first bad frame without an error: the result is an older but consistent database.
 */
export type WalState = 'none' | 'whole' | 'broken';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** SQLite's file format, section 4: the two magic numbers differ in the byte order of the checksum. */
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;

/**
 * Reads `file`-wal and `file`-shm, which holds the number of committed frames. No connection may have the database
 * open.
 */
export function readWalState(file: string): WalState {
  if (!isFileOrNothing(`${file}-wal`) || !isFileOrNothing(`${file}-shm`)) return 'broken';
  const counted = committedBySharedMemory(`${file}-shm`);
  const bytes = existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`) : Buffer.alloc(0);
  if (bytes.length === 0) return (counted?.frames ?? 0) === 0 ? 'none' : 'broken';
  if (bytes.length < HEADER_BYTES) return 'broken';
  const magic = bytes.readUInt32BE(0);
  if (magic !== MAGIC_LITTLE && magic !== MAGIC_BIG) return 'broken';
  const sum = createSum(magic === MAGIC_LITTLE);
  sum.add(bytes, 0, 24);
  if (!sum.is(bytes, 24)) return 'broken';
  const pageSize = bytes.readUInt32BE(8);
  const salts = bytes.subarray(16, 24);
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  let committed = 0;
  let ended = false;
  let torn = false;
  for (let at = HEADER_BYTES, frame = 1; at < bytes.length; at += frameBytes, frame += 1) {
    const saltsHere = bytes.subarray(at + 8, Math.min(at + 16, bytes.length));
    // A frame that shares one of the two salts belongs to this generation and is damaged. A frame that shares none is
    // left from an earlier generation, which is normal.
    const ours =
      saltsHere.length === 8 &&
      (saltsHere.subarray(0, 4).equals(salts.subarray(0, 4)) ||
        saltsHere.subarray(4).equals(salts.subarray(4)));
    if (!ours) ended = true;
    else if (ended || !saltsHere.equals(salts)) return 'broken';
    else {
      const isWhole = at + frameBytes <= bytes.length;
      if (isWhole) {
        sum.add(bytes, at, 8);
        sum.add(bytes, at + FRAME_HEADER_BYTES, pageSize);
      }
      if (!isWhole || !sum.is(bytes, at + 16)) {
        // No frame of this generation may come after it.
        torn = true;
        ended = true;
      } else if (bytes.readUInt32BE(at + 4) > 0) committed = frame;
    }
  }
  const reported = counted?.salts.equals(salts) === true ? counted.frames : null;
  // A process killed between the two writes of a frame (header, page) leaves half a frame of an uncommitted transaction
  // at the end. Damage looks the same, so the committed frame count decides.
  if (torn) return reported === committed ? 'whole' : 'broken';
  return reported !== null && reported > committed ? 'broken' : 'whole';
}

/** False if a folder or another object is in the file's place. */
export const isFileOrNothing = (path: string): boolean => !existsSync(path) || statSync(path).isFile();

/** The running checksum of a -wal file. */
function createSum(little: boolean) {
  let first = 0;
  let second = 0;
  return {
    add: (bytes: Buffer, from: number, length: number) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset + from, length);
      for (let at = 0; at < length; at += 8) {
        first = (first + view.getUint32(at, little) + second) >>> 0;
        second = (second + view.getUint32(at + 4, little) + first) >>> 0;
      }
    },
    is: (bytes: Buffer, at: number) =>
      bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second,
  };
}

/** The number of committed frames from the -shm file, which outlives a killed app; null = not available. */
function committedBySharedMemory(file: string): { readonly frames: number; readonly salts: Buffer } | null {
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  const [isFilled] = bytes.subarray(12, 13);
  if (bytes.length < 48 || isFilled !== 1) return null;
  // In native byte order, except for the salts, which are copied unchanged from the -wal file.
  const frames = new Uint32Array(new Uint8Array(bytes.subarray(16, 20)).buffer)[0] ?? 0;
  return { frames, salts: bytes.subarray(32, 40) };
}
