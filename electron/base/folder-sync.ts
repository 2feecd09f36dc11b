import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { z } from 'zod';

/* A new or changed name in a folder is durable only after the folder is synced. */

/** The file system offers no sync of this folder, as on some network shares and removable disks. */
const notOffered = z.object({ code: z.enum(['EACCES', 'EINVAL', 'ENOSYS', 'ENOTSUP']) });

/** Windows cannot open a folder, and needs no folder sync. */
const isNeeded = process.platform !== 'win32';

/** Syncs a folder beside the event loop. Rejects with the error of the file system. */
export async function syncFolder(folder: string): Promise<void> {
  if (!isNeeded) return;
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (!notOffered.safeParse(cause).success) throw cause;
  }
}

/** Syncs a folder while the event loop waits. Throws the error of the file system. */
export function syncFolderNow(folder: string): void {
  if (!isNeeded) return;
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    if (!notOffered.safeParse(cause).success) throw cause;
  }
}
