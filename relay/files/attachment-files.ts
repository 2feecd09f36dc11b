import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { S3mini, S3ServiceError } from 's3mini';
import type { RelaySettings } from '../settings.ts';
import { MINUTE } from '../../shared/time.ts';

/**
 * Storage for the bytes of complete attachments, outside the database. A name is never used twice, so that a late
 * deletion cannot delete another file. Every function rejects when the storage cannot be reached.
 */
export type AttachmentFiles = {
  /** Durable when it resolves. */
  readonly put: (name: string, bytes: Buffer) => Promise<void>;
  /** At most `length` bytes from `start` on; null = there is no such file. */
  readonly read: (name: string, start: number, length: number) => Promise<Buffer | null>;
  /** Resolves also if the file does not exist. */
  readonly delete: (name: string) => Promise<void>;
};

/** The storage that the settings name; null = the bytes stay in the database. */
export function attachmentFiles({ attachments }: Pick<RelaySettings, 'attachments'>): AttachmentFiles | null {
  switch (attachments.place) {
    case 'database':
      return null;
    case 'folder':
      return folderFiles(attachments.folder);
    case 's3':
      return s3Files(attachments);
  }
}

const isNoFile = (reason: unknown): boolean =>
  reason instanceof Error && 'code' in reason && reason.code === 'ENOENT';

/** Files in a folder. Only the relay's own account may read it. */
function folderFiles(folder: string): AttachmentFiles {
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
      if (isNoFile(reason)) return null;
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

/** Access to a bucket of an S3-compatible store. */
export type S3Access = {
  /** The address of the bucket: `https://s3.example.com/bucket`. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
};

/** Deadline of one request: a file of 20 MiB over a slow line. */
const DEADLINE = 2 * MINUTE;

const isNoObject = (reason: unknown): boolean => reason instanceof S3ServiceError && reason.status === 404;

/** Files in a bucket. The store must keep what it has acknowledged, as S3 does. */
function s3Files({ url, region, keyId, secret }: S3Access): AttachmentFiles {
  const bucket = new S3mini({
    endpoint: url,
    region,
    accessKeyId: keyId,
    secretAccessKey: secret,
    requestAbortTimeout: DEADLINE,
  });
  return {
    put: async (name, bytes) => {
      const answer = await bucket.putObject(name, bytes, 'application/octet-stream');
      if (!answer.ok) throw new Error(`the bucket answered ${answer.status}`);
    },
    read: async (name, start, length) => {
      try {
        const answer = await bucket.getObjectRaw(name, false, start, start + length);
        if (!answer.ok) throw new Error(`the bucket answered ${answer.status}`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        // A store without ranges answers the whole file.
        return answer.status === 206 ? bytes : bytes.subarray(start, start + length);
      } catch (reason) {
        if (isNoObject(reason)) return null;
        throw reason;
      }
    },
    delete: async (name) => {
      try {
        await bucket.deleteObject(name);
      } catch (reason) {
        if (!isNoObject(reason)) throw reason;
      }
    },
  };
}
