import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

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
