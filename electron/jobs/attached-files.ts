import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  attachedFile,
  type AttachedFile,
  LARGEST_ATTACHED_FILE,
  type AttachmentDigest,
  type AttachmentType,
} from '../../shared/relay/attachments.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDecodable } from '../../shared/picture-size.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { DAY, type Instant } from '../../shared/time.ts';
import { ok, type Result } from '../../shared/result.ts';
import { asFileProblem } from '../db/file-problem.ts';
import { type AttachmentFiles, createAttachmentFiles } from '../log/attachment-files.ts';
import type { QueueTarget } from '../operations/queue/parts.ts';
import type { RelayClient } from '../relay/client.ts';
import { createFileUpload } from '../relay/uploader.ts';
import type { RelayError } from '../relay/relay-error.ts';

/** PDFs and pictures that are shown to installers. Each is one file, named by its digest. */
export interface AttachedFiles extends Pick<AttachmentFiles, 'piece'> {
  readonly has: (digest: AttachmentDigest) => boolean;
  /** The local bytes if they match the digest and the named type; null otherwise. */
  readonly whole: (file: AttachedFile) => Uint8Array | null;
  /** True when the file exists and is intact. Deletes a modified file. Each file is verified once per run. */
  readonly verify: (file: AttachedFile) => boolean;
  /** Stores the bytes of a file; false if they do not match its digest or type. */
  readonly keep: (file: AttachedFile, bytes: Uint8Array) => Promise<boolean>;
  /** Stores a file that a person chose. ProblemError `attached-file-unusable`. */
  readonly take: (name: string, bytes: Uint8Array) => Promise<AttachedFile>;
  /**
   * Deletes unreferenced files that were last referenced before the instant, except files that a person chose in this
   * run. Sets the time of referenced files to `now`.
   */
  readonly prune: (
    named: ReadonlySet<AttachmentDigest>,
    ages: { readonly now: Instant; readonly before: Instant },
  ) => Promise<void>;
  /** A picture as a data URL; null when it is missing, modified or may not be decoded. */
  readonly picture: (file: AttachedFile) => string | null;
  /** Writes a copy under the file's name, for the program that opens it. ProblemError `not-found`. */
  readonly copyToOpen: (file: AttachedFile) => string;
}

const PDF_BEGINS = Buffer.from('%PDF-');
const typeOf = (bytes: Uint8Array): AttachmentType | null => {
  if (Buffer.from(bytes.subarray(0, PDF_BEGINS.length)).equals(PDF_BEGINS)) return 'application/pdf';
  const pictures = ['image/jpeg', 'image/png', 'image/webp'] as const;
  return pictures.find((type) => isDecodable(type, bytes)) ?? null;
};

/** Whether the bytes match a file reference: size, type and digest. */
const isOf = (file: Omit<AttachedFile, 'name'>, bytes: Uint8Array): boolean =>
  bytes.length === file.bytes &&
  typeOf(bytes) === file.mediaType &&
  createHash('sha256').update(bytes).digest('hex') === file.sha256;

const LONGEST_NAME = 120;
const OWNER_ONLY = { recursive: true, mode: 0o700 } as const;

/** Stores files in `folder`. Copies to open are in a second folder, which is emptied at each start. */
export function createAttachedFiles(folder: string): AttachedFiles {
  const files = createAttachmentFiles(folder);
  const shown = `${folder}-shown`;
  rmSync(shown, { recursive: true, force: true });
  const taken = new Set<AttachmentDigest>();
  const verified = new Set<AttachmentDigest>();
  // People can change a file in the folder: only bytes of the named digest and type are shown.
  const wholeFile = ({ sha256, bytes: length, mediaType }: AttachedFile): Uint8Array | null => {
    const bytes = files.piece(sha256, 0, length);
    return bytes !== null && isOf({ sha256, mediaType, bytes: length }, bytes) ? bytes : null;
  };
  const lastNamed = (digest: AttachmentDigest): Instant => statSync(join(folder, digest)).mtimeMs;
  const has = (digest: AttachmentDigest): boolean => existsSync(join(folder, digest));
  return {
    piece: files.piece,
    prune: async (named, { now, before }) => {
      for (const digest of named) {
        const at = new Date(now);
        if (has(digest) && lastNamed(digest) < now - DAY) utimesSync(join(folder, digest), at, at);
      }
      await files.keepOnly(
        (digest, writtenAt) => named.has(digest) || taken.has(digest) || writtenAt() >= before,
      );
    },
    has,
    whole: wholeFile,
    verify: (file) => {
      if (!has(file.sha256)) return false;
      if (verified.has(file.sha256)) return true;
      if (wholeFile(file) === null) {
        files.remove(file.sha256);
        return false;
      }
      verified.add(file.sha256);
      return true;
    },
    keep: async (file, bytes) => {
      if (!isOf(file, bytes)) return false;
      await files.keep(bytes);
      verified.add(file.sha256);
      return true;
    },
    take: async (name, bytes) => {
      const mediaType = bytes.length > LARGEST_ATTACHED_FILE ? null : typeOf(bytes);
      if (mediaType === null) throw new ProblemError(makeProblem('attached-file-unusable'));
      const said = name.replaceAll('\0', '').slice(0, LONGEST_NAME).toWellFormed();
      const sha256 = await files.keep(bytes);
      taken.add(sha256);
      return attachedFile.parse({ sha256, mediaType, bytes: bytes.length, name: said });
    },
    picture: (file) => {
      const bytes = file.mediaType === 'application/pdf' ? null : wholeFile(file);
      return bytes === null ? null : `data:${file.mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
    },
    copyToOpen: (file) => {
      const bytes = file.mediaType === 'application/pdf' ? wholeFile(file) : null;
      if (bytes === null) throw new ProblemError(makeProblem('not-found'));
      // One folder per digest, so that two files with the same name do not collide.
      const place = join(shown, file.sha256.slice(0, 12));
      const path = join(place, `${plainName(file.name)}.pdf`);
      asFileProblem(place, () => {
        mkdirSync(place, OWNER_ONLY);
        writeFileSync(path, bytes, { mode: 0o600 });
      });
      return path;
    },
  };
}

/** Files of several folders: each one is read from the first folder that has it whole. */
export function filesOf(
  first: AttachedFiles,
  ...others: readonly AttachedFiles[]
): Pick<AttachedFiles, 'whole' | 'picture' | 'copyToOpen'> {
  const chosen = (file: AttachedFile) => [first, ...others].find((one) => one.whole(file) !== null) ?? first;
  return {
    whole: (file) => chosen(file).whole(file),
    picture: (file) => chosen(file).picture(file),
    copyToOpen: (file) => chosen(file).copyToOpen(file),
  };
}

/** The name without its ending and without characters that a file system may refuse. */
function plainName(name: string): string {
  const plain = name
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return plain === '' ? 'file' : plain;
}

/*
 * Transfers the files that are shown to installers between this laptop and the relay. They are attachments, identified
 * by their digest.
 */

interface Parts {
  readonly client: Pick<RelayClient, 'attachedFile' | 'putPiece'>;
  readonly target: Pick<QueueTarget, 'environment' | 'customerId'>;
}

/**
 * Uploads the files that the relay lacks. Returns the relay's reason for refusing one; null = the relay has all files.
 * `onBrought` is called when the relay has received one more file.
 */
export async function uploadFiles(
  { client, target: { environment, customerId } }: Parts,
  named: readonly AttachedFile[],
  piece: AttachedFiles['piece'],
  signal: AbortSignal,
  onBrought: () => void = () => undefined,
): Promise<Result<string | null, RelayError>> {
  const waiting = [...named];
  let refused: string | null = null;
  const upload = createFileUpload({
    client,
    environment,
    customerId,
    source: {
      nextFile: () => {
        const [next] = waiting;
        return next === undefined ? null : { ...next, total: next.bytes };
      },
      piece,
      confirmFile: () => {
        waiting.shift();
        onBrought();
      },
      refuseFile: (_digest, why) => {
        refused = why;
        waiting.length = 0;
      },
    },
  });
  for (;;) {
    const sent = await upload.sendNext(signal);
    if (!sent.ok) return sent;
    if (sent.value === 'nothing' || signal.aborted) return ok(refused);
  }
}

/**
 * Downloads the files that are missing or damaged on this laptop, up to a total size in bytes. False: a download failed
 * and is retried later. A file that the relay does not have is skipped.
 */
export async function fetchFiles(
  { client, target: { environment, customerId } }: Parts,
  {
    files,
    named,
    mostBytes,
    onKept,
  }: {
    readonly files: Pick<AttachedFiles, 'verify' | 'keep'>;
    readonly named: readonly AttachedFile[];
    readonly mostBytes: number;
    readonly onKept: () => void;
  },
  signal: AbortSignal,
): Promise<boolean> {
  let bytes = 0;
  let isComplete = true;
  for (const file of named) {
    bytes += file.bytes;
    if (bytes > mostBytes) break;
    // Yields to the event loop, because verifying a large file takes some milliseconds.
    await nextTurn();
    // While stopping, the databases may be closing.
    if (signal.aborted) return false;
    if (files.verify(file)) continue;
    const answer = await client.attachedFile({ environment, customerId, sha256: file.sha256, signal });
    if (signal.aborted) return false;
    if (!answer.ok) isComplete = false;
    else if (answer.value !== null && (await files.keep(file, answer.value.bytes))) onKept();
  }
  return isComplete;
}
