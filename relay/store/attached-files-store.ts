import type { Instant } from '../../shared/time.ts';
import type { AttachmentKey } from './attachments-store.ts';

/** The files that laptops show to installers: attachments that an instruction in force or a publication names. */
export type AttachedFilesStore = {
  /** Tests whether an instruction in force, or any version of the publication, names the file. */
  readonly isAttachedFile: (key: AttachmentKey) => Promise<boolean>;
  /**
   * Makes the files of instructions in force and of the newest publications as young as the instant, so that retention keeps
   * them. A file that only earlier versions name ages from then on.
   */
  readonly renewAttachedFiles: (at: Instant) => Promise<void>;
};
