import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AttachmentFiles } from './attachment-files.ts';

const isMissing = (reason: unknown): boolean =>
  reason instanceof Error && 'code' in reason && reason.code === 'ENOENT';

/** Files in a folder. Only the relay's own account may read it. */
export function folderFiles(folder: string): AttachmentFiles {
  const put = async (name: string, bytes: Buffer): Promise<void> => {
    const path = join(folder, name);
    const parent = dirname(path);
    const made = await mkdir(parent, { recursive: true, mode: 0o700 });
    const part = `${path}.part`;
    try {
      const file = await open(part, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, path);
    } catch (reason) {
      await rm(part, { force: true });
      throw reason;
    }
    await syncFolder(parent);
    // A new folder is durable only after its parent folder is synced.
    if (made !== undefined) for (const above of [folder, dirname(folder)]) await syncFolder(above);
  };
  const read = async (name: string, start: number, length: number): Promise<Buffer | null> => {
    const file = await open(join(folder, name)).catch((reason: unknown) => {
      if (isMissing(reason)) return null;
      throw reason;
    });
    if (file === null) return null;
    try {
      const buffer = Buffer.alloc(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await file.read(buffer, filled, length - filled, start + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    } finally {
      await file.close();
    }
  };
  return { put, read, delete: (name) => rm(join(folder, name), { force: true }) };
}

async function syncFolder(path: string): Promise<void> {
  // Windows has no folder descriptors that could be synced.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
