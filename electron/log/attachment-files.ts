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

/** The bytes of photos and documents, one file each, named by their digest. */
export interface AttachmentFiles {
  /** On disk when it returns. ProblemErrors: `not-saved-disk-full`, `folder-read-only`, `database-busy`. */
  readonly keep: (bytes: Uint8Array) => AttachmentDigest;
  /** Up to `length` bytes from `start` on; null where the file is gone or shorter. */
  readonly piece: (digest: AttachmentDigest, start: number, length: number) => Uint8Array | null;
  /** Removes the file; one that is not there changes nothing. */
  readonly remove: (digest: AttachmentDigest) => void;
  /** Removes every file but these. Nothing may be kept meanwhile. */
  readonly keepOnly: (wanted: (digest: AttachmentDigest) => boolean) => void;
}

const OWNER_ONLY = 0o600;
const FOLDER_OWNER_ONLY = 0o700;

/** Keeps files in a folder of the profile, made when the first is kept. */
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
          // Half a photo would take room where there is none.
          rmSync(unfinished, { force: true });
          throw cause;
        }
        // The name is on disk only with its folder.
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
  // Windows opens no folder and needs no sync of one.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
