import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { S3mini, S3ServiceError } from 's3mini';
import { LARGEST_PIECE } from '../shared/relay/attachments.ts';
import { MINUTE, HOUR, SECOND, type Instant } from '../shared/time.ts';
import type { RelaySettings } from './settings.ts';
import type { FileToMove } from './store/attachments-store.ts';
import { StoreUnavailable, type RelayStore } from './store/store.ts';

/*
 * Complete attachments outside the database. They are moved to a folder or a bucket soon after their upload. Uploads
 * never wait for it: while the storage cannot be reached, the bytes stay in the database
 * (docs/decisions/0052-attachments-outside-the-database.md).
 */

/**
 * Storage for the bytes of complete attachments, outside the database. A name is never used twice, so that a late
 * deletion cannot delete another file. Every function rejects when the storage cannot be reached.
 */
type AttachmentFiles = {
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

/** Makes new names of a folder durable. */
export async function syncFolder(path: string): Promise<void> {
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

/** The object ends before the wanted bytes. */
const isShorter = (reason: unknown): boolean => reason instanceof S3ServiceError && reason.status === 416;

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
        if (isShorter(reason)) return Buffer.alloc(0);
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

type MovingParts = {
  readonly store: RelayStore;
  readonly files: AttachmentFiles;
  readonly now: () => Instant;
  readonly warn: (fields: object, message: string) => void;
};

type Moving = {
  /** The store that reads attachments from wherever their bytes are. */
  readonly store: RelayStore;
  readonly start: () => void;
  /** Stops the moves: resolves when the current one has ended, or after five seconds. */
  readonly end: () => Promise<void>;
};

/**
 * Interval of the search for complete attachments and for files to delete, in addition to the calls that announce
 * them.
 */
const EVERY = 30 * SECOND;
/** Age of a noted file from which its relay counts as ended during the write. Far above the deadline of a request. */
const ABANDONED_AFTER = HOUR;
const END_DEADLINE = 5 * SECOND;
const DELETED_AT_A_TIME = 100;

/** Moves attachments one after the other, and deletes files without an attachment. */
export function movingFiles(parts: MovingParts): Moving {
  const { store, files, warn } = parts;
  let ended = false;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isReachable = true;
  let timer: NodeJS.Timeout | null = null;
  const pass = async (): Promise<void> => {
    try {
      await moveAll(parts, () => ended);
      await deleteStray(parts);
      isReachable = true;
    } catch (reason) {
      if (isReachable) {
        warn({ reason: nameOf(reason) }, 'attachments stay in the database: their place is not reached');
      }
      isReachable = false;
    }
  };
  const work = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await pass();
    }
  };
  const wake = (): void => {
    if (timer === null || ended) return;
    isWanted = true;
    running ??= work().finally(() => {
      running = null;
    });
  };
  return {
    store: {
      ...store,
      readPiece: async (key, start) => {
        const piece = await store.readPiece(key, start);
        if (piece !== null) return piece;
        const name = await store.fileOf(key);
        const bytes = name === null ? null : await files.read(name, start, LARGEST_PIECE).catch(notReached);
        return bytes === null || bytes.length === 0 ? null : bytes;
      },
      isWhole: async (key, size) => {
        // The database is asked first, because a move meanwhile goes from there to a file.
        if (await store.isWhole(key, size)) return true;
        const name = await store.fileOf(key);
        const last = name === null ? null : await files.read(name, size.received - 1, 1).catch(notReached);
        return last !== null && last.length === 1;
      },
      completeAttachment: async (key) => {
        await store.completeAttachment(key);
        wake();
      },
      appendLog: async (append) => {
        const written = await store.appendLog(append);
        if (written.kind === 'kept' && written.removed === true) wake();
        return written;
      },
    },
    start: () => {
      timer = setInterval(wake, EVERY).unref();
      wake();
    },
    end: async () => {
      ended = true;
      if (timer !== null) clearInterval(timer);
      timer = null;
      // A bucket may take minutes; a file whose move is cut off is deleted by the next run.
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, END_DEADLINE).unref())]);
    },
  };
}

/**
 * Moves every complete attachment. Rejects when the storage or the database cannot be reached; the rest is moved
 * later.
 */
export async function moveAll(parts: MovingParts, ended: () => boolean): Promise<void> {
  let damaged = 0;
  while (!ended()) {
    const next = await parts.store.nextToMove(damaged);
    if (next === null) return;
    if (!(await moveOne(parts, next))) damaged += 1;
  }
}

/** False = its bytes are damaged, so it stays in the database. */
async function moveOne({ store, files, now, warn }: MovingParts, file: FileToMove): Promise<boolean> {
  const bytes = await bytesInDatabase(store, file);
  if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) {
    // Another relay removed or moved it during the read: its pieces are gone, which is not damage.
    const found = await store.findAttachment(file);
    if (found?.complete !== true || (await store.fileOf(file)) !== null) return true;
    warn({ sha256: file.sha256 }, 'an attachment is damaged in the database');
    return false;
  }
  const name = `${file.sha256.slice(0, 2)}/${file.sha256}-${randomUUID().slice(0, 8)}`;
  await store.noteStray(name, now());
  await files.put(name, bytes);
  if (await store.moveOut(file, name)) return true;
  // Another relay removed or moved it meanwhile, so no attachment refers to this file.
  await files.delete(name);
  await store.forgetStray(name);
  return true;
}

/** The pieces of an attachment in the database, up to the first that is missing. */
async function bytesInDatabase(store: RelayStore, file: FileToMove): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let start = 0;
  while (start < file.received) {
    const piece = await store.readPiece(file, start);
    if (piece === null) break;
    pieces.push(piece);
    start += piece.length;
  }
  return Buffer.concat(pieces);
}

/** Deletes files of deleted attachments, and files whose relay ended during the write. */
export async function deleteStray({ store, files, now }: Omit<MovingParts, 'warn'>): Promise<void> {
  let names: readonly string[];
  do {
    names = await store.takeStray(now() - ABANDONED_AFTER, DELETED_AT_A_TIME);
    for (const name of names) {
      await files.delete(name);
      await store.forgetStray(name);
    }
  } while (names.length === DELETED_AT_A_TIME);
}

/** Answered like a database that is not reached: the reader tries again. */
const notReached = (reason: unknown): never => {
  throw new StoreUnavailable(nameOf(reason));
};

const nameOf = (reason: unknown): string => (reason instanceof Error ? reason.name : 'unknown');
