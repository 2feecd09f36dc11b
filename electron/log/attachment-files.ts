import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { attachmentDigest, type AttachmentDigest } from '../../shared/relay/attachments.ts';
import type { Instant } from '../../shared/time.ts';
import { syncFolder } from '../base/folder-sync.ts';
import { asFileProblemAsync } from '../db/file-problem.ts';

/** The bytes of photos and documents: one file each, named by its digest. The event loop never waits for a sync. */
export interface AttachmentFiles {
  /**
   * Durable when it resolves. Simultaneous calls with the same bytes share one write. ProblemErrors:
   * `not-saved-disk-full`, `folder-read-only`, `database-busy`.
   */
  readonly keep: (bytes: Uint8Array) => Promise<AttachmentDigest>;
  /** Up to `length` bytes from offset `start`; null when the file is missing or shorter. */
  readonly piece: (digest: AttachmentDigest, start: number, length: number) => Uint8Array | null;
  /**
   * Deletes the file, unless it is being written. Idempotent. A power cut may undo it; `keepOnly` deletes such a file.
   */
  readonly remove: (digest: AttachmentDigest) => void;
  /**
   * Deletes all other files; durable when it resolves. A file that is being written counts as wanted. Yields to the
   * event loop; each file is judged and deleted in one turn.
   */
  readonly keepOnly: (
    wanted: (digest: AttachmentDigest, writtenAt: () => Instant) => boolean,
  ) => Promise<void>;
  /** Resolves when no file is being written. */
  readonly settled: () => Promise<void>;
}

const OWNER_ONLY = 0o600;
const FOLDER_OWNER_ONLY = 0o700;
const UNFINISHED = '.unfinished';
/** Number of files that `keepOnly` judges in one turn of the event loop. */
const JUDGED_AT_ONCE = 100;

/** Stores files in a folder of the profile, which is created with the first file. */
export function createAttachmentFiles(folder: string): AttachmentFiles {
  const place = (digest: AttachmentDigest) => join(folder, digest);
  const writing = new Map<AttachmentDigest, Promise<void>>();
  const begin = (digest: AttachmentDigest, bytes: Uint8Array): Promise<void> => {
    const written = asFileProblemAsync(folder, () => writeDurably(folder, digest, bytes)).finally(() => {
      writing.delete(digest);
    });
    writing.set(digest, written);
    return written;
  };
  return {
    keep: async (bytes) => {
      const digest = attachmentDigest.parse(createHash('sha256').update(bytes).digest('hex'));
      // A file that is being written may have its name already, but not durably.
      const begun = writing.get(digest);
      if (begun === undefined && existsSync(place(digest))) return digest;
      await (begun ?? begin(digest, bytes));
      return digest;
    },
    piece: (digest, start, length) => {
      if (!existsSync(place(digest))) return null;
      const file = openSync(place(digest), 'r');
      try {
        const bytes = new Uint8Array(length);
        return readSync(file, bytes, 0, length, start) === length ? bytes : null;
      } finally {
        closeSync(file);
      }
    },
    remove: (digest) => {
      if (!writing.has(digest)) rmSync(place(digest), { force: true });
    },
    keepOnly: async (wanted) => {
      if (!existsSync(folder)) return;
      let judged = 0;
      for (const name of await readdir(folder)) {
        judged += 1;
        if (judged % JUDGED_AT_ONCE === 0) await nextTurn();
        const isWhole = !name.endsWith(UNFINISHED);
        const digest = attachmentDigest.safeParse(isWhole ? name : name.slice(0, -UNFINISHED.length)).data;
        // A caller of `keep` refers to the file in the turn that ends the write, so there is no gap in between.
        if (digest !== undefined && writing.has(digest)) continue;
        const path = join(folder, name);
        const writtenAt = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
        if (digest !== undefined && isWhole && wanted(digest, writtenAt)) continue;
        rmSync(path, { force: true });
      }
      // Also without a deletion: a file that `remove` deleted may come back.
      await syncFolder(folder);
    },
    settled: async () => {
      while (writing.size > 0) await Promise.allSettled(writing.values());
    },
  };
}

async function writeDurably(folder: string, digest: AttachmentDigest, bytes: Uint8Array): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: FOLDER_OWNER_ONLY });
  if (made !== undefined) await syncFolder(dirname(made));
  const unfinished = join(folder, `${digest}${UNFINISHED}`);
  const whole = join(folder, digest);
  try {
    await writeSynced(unfinished, bytes);
    await rename(unfinished, whole);
    // The new name is durable only after the folder is synced.
    await syncFolder(folder);
  } catch (cause) {
    // A partial photo would take up space on a full disk. A whole one whose name may be lost would count as durable.
    for (const path of [unfinished, whole]) await rm(path, { force: true });
    throw cause;
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', OWNER_ONLY);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
