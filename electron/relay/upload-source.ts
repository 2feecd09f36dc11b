import type { AttachmentDigest, AttachmentType } from '../../shared/relay/attachments.ts';
import type { LogChainId, LogEntry } from '../../shared/relay/log.ts';

/** A file that is to be sent. */
export interface FileToSend {
  readonly sha256: AttachmentDigest;
  readonly mediaType: AttachmentType;
  /** Bytes. */
  readonly total: number;
}

/** What there is to bring to the relay, and the durable notes of how far that has come. */
export interface UploadSource {
  /** Names this laptop's log of this profile. */
  readonly chain: () => LogChainId;
  /** The number of the newest entry the relay is known to have; 0 = none. */
  readonly confirmed: () => number;
  /** The number of the newest entry written; 0 = none. */
  readonly newest: () => number;
  /** Entries from a number on, oldest first. */
  readonly entries: (from: number, limit: number) => readonly LogEntry[];
  readonly confirm: (number: number) => void;
  /** The relay has less than it had: entries after `number` are to be sent again, and all files are asked for again. */
  readonly setBack: (number: number) => void;
  /** How many files the relay is not known to have. */
  readonly files: () => number;
  readonly nextFile: () => FileToSend | null;
  /** Null where the file is gone or too short. */
  readonly piece: (digest: AttachmentDigest, start: number, length: number) => Uint8Array | null;
  readonly confirmFile: (digest: AttachmentDigest) => void;
  /** It is not tried again. */
  readonly refuseFile: (digest: AttachmentDigest, why: string) => void;
}
