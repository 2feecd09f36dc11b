import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/* The state of a database file that is not open: whether it was closed in order, is suspect, and has its whole -wal. */

/**
 * The file's identity and state at its orderly close. Numbers are stored as text because they exceed JSON's safe
 * integers.
 */
const orderlyClose = z.object({
  inode: z.string(),
  size: z.string(),
  modified: z.string(),
  /** Number of openings since the last check. */
  uncheckedCloses: z.number().int().nonnegative(),
});
type OrderlyClose = z.infer<typeof orderlyClose>;

/** Upper bound of openings without a check, because a disk may lose old pages. */
const MOST_UNCHECKED_CLOSES = 20;

const markOf = (file: string) => `${file}.closed`;

/**
 * Removes the mark of an orderly close and returns the number of openings since the last check. Null = check now: after
 * a crash, after another program wrote to or replaced the file, after a damaged copy, and at the upper bound of
 * openings.
 */
export function takeOrderlyClose(file: string): number | null {
  const mark = takeMark(file);
  if (
    mark === null ||
    !existsSync(file) ||
    existsSync(`${file}-wal`) ||
    isSuspect(file) ||
    mark.uncheckedCloses >= MOST_UNCHECKED_CLOSES
  )
    return null;
  const now = stateOf(file);
  const isSame = now.inode === mark.inode && now.size === mark.size && now.modified === mark.modified;
  return isSame ? mark.uncheckedCloses + 1 : null;
}

/**
 * Marks a file as closed in order: at the next start it counts as unchanged if its state is the same. Without a mark it
 * is checked.
 */
export function markOrderlyClose(file: string, uncheckedCloses: number): void {
  try {
    if (existsSync(`${file}-wal`)) return;
    const mark: OrderlyClose = { ...stateOf(file), uncheckedCloses };
    writeFileSync(markOf(file), JSON.stringify(mark));
  } catch {
    // The disk is full or gone: the next start checks the whole file.
  }
}

/**
 * Null if there is no mark, or if it cannot be read or deleted: an undeletable mark would still be there after a crash.
 */
function takeMark(file: string): OrderlyClose | null {
  if (!existsSync(markOf(file))) return null;
  try {
    const text = readFileSync(markOf(file), 'utf8');
    rmSync(markOf(file));
    return orderlyClose.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function stateOf(file: string): Omit<OrderlyClose, 'uncheckedCloses'> {
  const { ino, size, mtimeNs } = statSync(file, { bigint: true });
  return { inode: String(ino), size: String(size), modified: String(mtimeNs) };
}

const suspectMarkOf = (file: string) => `${file}.suspect`;

/**
 * Records that a copy of this database is damaged. The mark is a file beside it, since the damaged file itself may not
 * be writable.
 */
export const noteSuspect = (file: string): void => writeFileSync(suspectMarkOf(file), '');

/** Whether a copy of this database showed damage since it was last checked. */
export const isSuspect = (file: string): boolean => existsSync(suspectMarkOf(file));

/** Clears the mark after the file was checked and, where necessary, repaired. */
export const clearSuspicion = (file: string): void => rmSync(suspectMarkOf(file), { force: true });

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
