import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** Browsers' profiles, databases and PostgreSQL clusters of all workers together stay well below this. */
const ROOM = 6 * 1024 ** 3;

/**
 * A folder for the temporary files of a run: in memory where there is room, null = the system's own. Tests sync thousands
 * of small databases; on a slow disk the run would wait for it most of the time. The caller removes the folder.
 */
export function scratchFolder(): string | null {
  if (!existsSync(MEMORY)) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ROOM) return null;
  const folder = mkdtempSync(join(MEMORY, 'boxwright-'));
  // PostgreSQL runs under an account of its own in a folder below.
  chmodSync(folder, 0o711);
  return folder;
}
