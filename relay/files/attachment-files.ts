import type { RelaySettings } from '../settings.ts';
import { folderFiles } from './folder-files.ts';
import { s3Files } from './s3-files.ts';

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
