import { z } from 'zod';
import { attachmentDigest, attachmentType } from './attachments.ts';
import { words } from './jobs.ts';

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
