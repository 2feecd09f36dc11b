import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** As the file was when it was closed in order, in the system's own numbers: as text, since they are larger than JSON's. */
const orderlyClose = z.object({
  inode: z.string(),
  size: z.string(),
  modified: z.string(),
  /** How often it was opened since it was last looked through. */
  unlooked: z.number().int().nonnegative(),
});
type OrderlyClose = z.infer<typeof orderlyClose>;

/** A disk may lose old pages: after this many starts a file is checked in any case. */
const MOST_UNLOOKED = 20;

const markOf = (file: string) => `${file}.closed`;

/**
 * Takes the mark of an orderly close away, and answers how often the file was opened since it was last looked through; null where it
 * has to be looked through now: after a crash, after anybody else wrote into it or put another in its place, where a copy of it
 * showed damage, and now and then.
 */
export function takeOrderlyClose(file: string): number | null {
  const mark = takeMark(file);
  if (
    mark === null ||
    !existsSync(file) ||
    existsSync(`${file}-wal`) ||
    isSuspect(file) ||
    mark.unlooked >= MOST_UNLOOKED
  )
    return null;
  const now = stateOf(file);
  const isSame = now.inode === mark.inode && now.size === mark.size && now.modified === mark.modified;
  return isSame ? mark.unlooked + 1 : null;
}

/** Marks a closed file: it was not written since unless it looks different. Where that cannot be, it is checked. */
export function markOrderlyClose(file: string, unlooked: number): void {
  try {
    if (existsSync(`${file}-wal`)) return;
    const mark: OrderlyClose = { ...stateOf(file), unlooked };
    writeFileSync(markOf(file), JSON.stringify(mark));
  } catch {
    // A full or vanished disk: the next start looks through all of it.
  }
}

/** Null where there is none, where it cannot be read, and where it cannot be taken away: it would stand there after a crash too. */
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

function stateOf(file: string): Omit<OrderlyClose, 'unlooked'> {
  const { ino, size, mtimeNs } = statSync(file, { bigint: true });
  return { inode: String(ino), size: String(size), modified: String(mtimeNs) };
}

const suspectMarkOf = (file: string) => `${file}.suspect`;

/** A copy of this database is damaged, so the file is: noted beside it, since the file itself may take nothing any more. */
export const noteSuspect = (file: string): void => writeFileSync(suspectMarkOf(file), '');

/** Did a copy of this database show damage since it was opened? */
export const isSuspect = (file: string): boolean => existsSync(suspectMarkOf(file));

/** It was looked at, and mended where it had to be. */
export const clearSuspicion = (file: string): void => rmSync(suspectMarkOf(file), { force: true });
