import { statfsSync } from 'node:fs';
import { SECOND } from '../../shared/time.ts';

/** Bytes. */
export type DiskSpace = { readonly total: number; readonly free: number };

/** Upper bound of the reserve: a tenth of the disk is kept for the operator's results, but not more than this. */
const LARGEST_RESERVE = 4 * 1024 * 1024 * 1024;
const SHARE = 0.1;
const CHECK_EVERY = SECOND;

/** The space of the disk that a folder is on. */
export function diskSpaceOf(folder: string): DiskSpace {
  const { bsize, blocks, bavail } = statfsSync(folder);
  return { total: bsize * blocks, free: bsize * bavail };
}

/**
 * Tests whether the free space of a disk, or of a database's limit, has fallen below the reserve for the operator's
 * results. Measured once per second; if it cannot be measured, nothing is reserved.
 */
export function diskReserve(
  read: () => DiskSpace | Promise<DiskSpace>,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let looked = -Infinity;
  let isKept = Promise.resolve(false);
  const check = async (): Promise<boolean> => {
    try {
      const { total, free } = await read();
      return free < Math.min(total * SHARE, LARGEST_RESERVE);
    } catch {
      return false;
    }
  };
  return () => {
    if (now() - looked >= CHECK_EVERY) {
      looked = now();
      isKept = check();
    }
    return isKept;
  };
}
