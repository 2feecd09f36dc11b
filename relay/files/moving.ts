import { createHash, randomUUID } from 'node:crypto';
import { LARGEST_PIECE } from '../../shared/relay/attachments.ts';
import { HOUR, SECOND, type Instant } from '../../shared/time.ts';
import type { FileToMove } from '../store/attachments-store.ts';
import { StoreUnavailable, type RelayStore } from '../store/store.ts';
import type { AttachmentFiles } from './attachment-files.ts';

/*
 * Moves complete attachments from the database to a folder or a bucket soon after their upload. Uploads never wait
 * for it: while the storage cannot be reached, the bytes stay in the database
 * (docs/decisions/0052-attachments-outside-the-database.md).
 */

export type MovingParts = {
  readonly store: RelayStore;
  readonly files: AttachmentFiles;
  readonly now: () => Instant;
  readonly warn: (fields: object, message: string) => void;
};

export type Moving = {
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
