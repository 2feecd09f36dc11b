import { z } from 'zod';
import { feedRun } from './access.ts';
import { words } from './jobs.ts';

/** SHA-256 of the whole file, hex: the file's name here and in its log entry. */
export const attachmentDigest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'AttachmentDigest'>();
export type AttachmentDigest = z.infer<typeof attachmentDigest>;

export const attachmentType = z.enum(['image/jpeg', 'image/png', 'image/webp', 'application/pdf']);
export type AttachmentType = z.infer<typeof attachmentType>;

/** The largest file, in bytes. */
export const LARGEST_ATTACHMENT = 20 * 1024 * 1024;
/** The largest piece of one request, in bytes. */
export const LARGEST_PIECE = 1024 * 1024;

/**
 * 200 of `PUT /v1/attachments/{sha256}?environment&customerId`. A piece is sent with `Content-Range: bytes
 * FIRST-LAST/TOTAL` and must start where the pieces before it end. `bytes *\/TOTAL` without a body queries the received
 * length. A small file may be sent whole, without the header.
 */
export const attachmentState = z.object({
  /** The number of bytes received; the next piece starts there. */
  received: z.number().int().nonnegative(),
  total: z.number().int().positive(),
  /** True once all bytes are present and match the digest. Only a complete file can be read. */
  complete: z.boolean(),
});
export type AttachmentState = z.infer<typeof attachmentState>;

/** The upload state, with the run of the store that answers. */
export const attachmentAnswer = attachmentState.extend({ run: feedRun });
export type AttachmentAnswer = z.infer<typeof attachmentAnswer>;

/** 409 `attachment-elsewhere`: the piece does not follow the received bytes; continue at `received`. */
export const attachmentElsewhere = attachmentAnswer.extend({
  error: z.literal('attachment-elsewhere'),
  message: z.string(),
});
export type AttachmentElsewhere = z.infer<typeof attachmentElsewhere>;

/** The largest file that is shown to installers, in bytes. */
export const LARGEST_ATTACHED_FILE = 10 * 1024 * 1024;
/** The same limit in base64, the form in which the window sends a file to main. */
export const LONGEST_ATTACHED_BASE64 = Math.ceil(LARGEST_ATTACHED_FILE / 3) * 4;

/** A PDF or picture that is shown to installers: of a fitting instruction, or of an item of a checklist. */
export const attachedFile = z.object({
  sha256: attachmentDigest,
  mediaType: attachmentType,
  bytes: z.number().int().positive().max(LARGEST_ATTACHED_FILE),
  /** The name of the file for people. */
  name: words(120),
});
export type AttachedFile = z.infer<typeof attachedFile>;

/** The total size of the files, in bytes. */
export const bytesOfFiles = (files: readonly AttachedFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);
