import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { attachmentDigest, type AttachmentDigest } from '../../shared/relay/attachments.ts';
import { asFileProblem } from '../db/file-problem.ts';

/** The bytes of photos and documents: one file each, named by its digest. */
export interface AttachmentFiles {
  /** Durable when it returns. ProblemErrors: `not-saved-disk-full`, `folder-read-only`, `database-busy`. */
  readonly keep: (bytes: Uint8Array) => AttachmentDigest;
  /** Up to `length` bytes from offset `start`; null when the file is missing or shorter. */
  readonly piece: (digest: AttachmentDigest, start: number, length: number) => Uint8Array | null;
  /** Deletes the file. Idempotent. */
  readonly remove: (digest: AttachmentDigest) => void;
  /** Deletes all other files. No file may be written meanwhile. */
  readonly keepOnly: (wanted: (digest: AttachmentDigest) => boolean) => void;
}

const OWNER_ONLY = 0o600;
const FOLDER_OWNER_ONLY = 0o700;

/** Stores files in a folder of the profile, which is created with the first file. */
export function createAttachmentFiles(folder: string): AttachmentFiles {
  const place = (digest: AttachmentDigest) => join(folder, digest);
  return {
    keep: (bytes) => {
      const digest = attachmentDigest.parse(createHash('sha256').update(bytes).digest('hex'));
      if (existsSync(place(digest))) return digest;
      asFileProblem(folder, () => {
        mkdirSync(folder, { recursive: true, mode: FOLDER_OWNER_ONLY });
        const unfinished = join(folder, `${digest}.unfinished`);
        try {
          writeSynced(unfinished, bytes);
          renameSync(unfinished, place(digest));
        } catch (cause) {
          // A partial photo would take up space on a full disk.
          rmSync(unfinished, { force: true });
          throw cause;
        }
        // The new name is durable only after the folder is synced.
        syncFolder(folder);
      });
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
      if (!existsSync(place(digest))) return;
      rmSync(place(digest));
      syncFolder(folder);
    },
    keepOnly: (wanted) => {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) {
        const digest = attachmentDigest.safeParse(name).data;
        if (digest === undefined || !wanted(digest)) rmSync(join(folder, name), { force: true });
      }
      syncFolder(folder);
    },
  };
}

function writeSynced(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'w', OWNER_ONLY);
  try {
    let written = 0;
    while (written < bytes.byteLength) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncFolder(folder: string): void {
  // Windows cannot open a folder, and needs no folder sync.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
