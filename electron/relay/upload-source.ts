import type { AttachmentDigest, AttachmentType } from '../../shared/relay/attachments.ts';
import type { FeedRun } from '../../shared/relay/access.ts';
import type { LogChainId, LogContinues, LogEntry } from '../../shared/relay/log.ts';

/** A file to upload. */
export interface FileToSend {
  readonly sha256: AttachmentDigest;
  readonly mediaType: AttachmentType;
  /** Bytes. */
  readonly total: number;
}

/** The part of the log with one chain name. */
export interface LogPart {
  readonly chain: LogChainId;
  /** Null for the first part. */
  readonly continues: LogContinues | null;
  /** The number of its last entry; null = it is the newest part and still grows. */
  readonly last: number | null;
}

/** The answer that confirmed entries. */
export interface ConfirmedBy {
  readonly run: FeedRun;
  /** Some of the entries were new to the relay. */
  readonly grew: boolean;
}

/** The entries to upload, and the durable record of the upload's progress. */
export interface UploadSource {
  /** The chain part of an entry; the number may be that of the next entry. */
  readonly part: (number: number) => LogPart;
  /** The newest entry number confirmed by the relay; 0 = none. */
  readonly confirmed: () => number;
  /** The number of the newest entry written; 0 = none. */
  readonly newest: () => number;
  /** Entries from a number on, oldest first. */
  readonly entries: (from: number, limit: number) => readonly LogEntry[];
  /**
   * The relay has the entries up to this number. A file confirmed by an earlier run of its store is checked again,
   * since that store may have been set back. Not checked again: a file confirmed before the relay accepted a later
   * entry, because a relay that lost the file has lost that entry too.
   */
  readonly confirm: (number: number, by: ConfirmedBy) => void;
  /** The relay has, or may have, lost data: entries after `number` are sent again, and all files are checked again. */
  readonly setBack: (number: number) => void;
  /**
   * The relay has `beyond` other entries after this one. The local entries after it get another chain name and are sent
   * again; the log and a person are informed. If it had confirmed more than `after`, it was set back as well.
   */
  readonly continueApart: (from: { readonly after: number; readonly beyond: number }) => void;
  /** Number of files without the relay's confirmation. */
  readonly files: () => number;
  readonly nextFile: () => FileToSend | null;
  /** Null when the file is missing or too short. */
  readonly piece: (digest: AttachmentDigest, start: number, length: number) => Uint8Array | null;
  /** Number of known copies that diverged from the newest chain of the log. */
  readonly forks: () => number;
  readonly noteForks: (forks: number) => void;
  readonly confirmFile: (digest: AttachmentDigest, run: FeedRun) => void;
  /** The file is not retried. */
  readonly refuseFile: (digest: AttachmentDigest, why: string) => void;
}
