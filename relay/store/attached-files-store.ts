import type { Instant } from '../../shared/time.ts';
import type { AttachmentKey } from './attachments-store.ts';

/** The files for installers: attachments that an instruction in force or a publication names. */
export type AttachedFilesStore = {
  /** Tests whether an instruction in force, or any version of the publication, names the file. */
  readonly isAttachedFile: (key: AttachmentKey) => Promise<boolean>;
  /**
   * Sets the age of the files of instructions in force and of the newest publications to zero at this instant, so
   * that retention keeps them. Files that only earlier versions name begin to age.
   */
  readonly renewAttachedFiles: (at: Instant) => Promise<void>;
};
