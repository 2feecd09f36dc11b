import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachedFile, type AttachedFile, LARGEST_ATTACHED_FILE } from '../../shared/relay/attached-files.ts';
import type { AttachmentDigest, AttachmentType } from '../../shared/relay/attachments.ts';
import { isDecodable } from '../../shared/picture-size.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { asFileProblem } from '../db/file-problem.ts';
import { type AttachmentFiles, createAttachmentFiles } from '../log/attachment-files.ts';

/** PDFs and pictures that are shown to installers: one file each, named by its digest. */
export interface AttachedFiles extends Pick<AttachmentFiles, 'piece'> {
  readonly has: (digest: AttachmentDigest) => boolean;
  /** True when the bytes on this laptop are those of the digest, and of the type that is named. */
  readonly isWhole: (file: AttachedFile) => boolean;
  /** Keeps a file that was fetched and verified. */
  readonly keep: (bytes: Uint8Array) => void;
  /** Keeps a file that a person chose. ProblemError `attached-file-unusable`. */
  readonly take: (name: string, bytes: Uint8Array) => AttachedFile;
  /** Deletes files that are not named, except those that a person chose in this run. */
  readonly prune: (named: ReadonlySet<AttachmentDigest>) => void;
  /** A picture as a data address; null when it is not here, was changed or may not be decoded. */
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

const LONGEST_NAME = 120;
const OWNER_ONLY = { recursive: true, mode: 0o700 } as const;

/** Stores files in `folder`. Copies to open are in a second folder, which is emptied at each start. */
export function createAttachedFiles(folder: string): AttachedFiles {
  const files = createAttachmentFiles(folder);
  const shown = `${folder}-shown`;
  rmSync(shown, { recursive: true, force: true });
  const taken = new Set<AttachmentDigest>();
  // People can change a file in the folder: only bytes of the named digest and type are shown.
  const wholeFile = ({ sha256, bytes: length, mediaType }: AttachedFile): Uint8Array | null => {
    const bytes = files.piece(sha256, 0, length);
    if (bytes === null || typeOf(bytes) !== mediaType) return null;
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null;
  };
  return {
    piece: files.piece,
    prune: (named) => files.keepOnly((digest) => named.has(digest) || taken.has(digest)),
    has: (digest) => existsSync(join(folder, digest)),
    isWhole: (file) => wholeFile(file) !== null,
    keep: (bytes) => {
      files.keep(bytes);
    },
    take: (name, bytes) => {
      const mediaType = bytes.length > LARGEST_ATTACHED_FILE ? null : typeOf(bytes);
      if (mediaType === null) throw new ProblemError(makeProblem('attached-file-unusable'));
      const said = name.replaceAll('\0', '').slice(0, LONGEST_NAME).toWellFormed();
      const sha256 = files.keep(bytes);
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
      // A folder for each digest, so that two files of one name do not meet.
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

/** The name without its ending and without characters that a file system may refuse. */
function plainName(name: string): string {
  const plain = name
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return plain === '' ? 'file' : plain;
}
