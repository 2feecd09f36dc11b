import type { AttachmentDigest, AttachmentType } from '../../shared/relay/attachments.ts';
import type { FeedRun } from '../../shared/relay/feed-run.ts';
import type { LogChainId, LogContinues, LogEntry } from '../../shared/relay/log.ts';

/** A file that is to be sent. */
export interface FileToSend {
  readonly sha256: AttachmentDigest;
  readonly mediaType: AttachmentType;
  /** Bytes. */
  readonly total: number;
}

/** The part of the log that is brought under one name. */
export interface LogPart {
  readonly chain: LogChainId;
  /** Null for the first part. */
  readonly continues: LogContinues | null;
  /** The number of its last entry; null = it is the newest part and grows. */
  readonly last: number | null;
}

/** The answer that confirmed entries. */
export interface ConfirmedBy {
  readonly run: FeedRun;
  /** Some of the entries were new to the relay. */
  readonly grew: boolean;
}

/** The entries to send to the relay, and the durable notes of how far that has come. */
export interface UploadSource {
  /** The part that an entry belongs to; the number may be that of the next one. */
  readonly part: (number: number) => LogPart;
  /** The number of the newest entry the relay is known to have; 0 = none. */
  readonly confirmed: () => number;
  /** The number of the newest entry written; 0 = none. */
  readonly newest: () => number;
  /** Entries from a number on, oldest first. */
  readonly entries: (from: number, limit: number) => readonly LogEntry[];
  /**
   * The relay has the entries up to this number. A file that another run of its store confirmed is asked for again, as that store may have
   * been set back since; not one after which the relay took an entry, as a relay without the file is without that entry.
   */
  readonly confirm: (number: number, by: ConfirmedBy) => void;
  /** The relay has, or may have, less than it had: entries after `number` are to be sent again, and all files are asked for again. */
  readonly setBack: (number: number) => void;
  /**
   * The relay has `beyond` other entries after this one: what follows here gets another name, is sent again, and the log and a
   * person are notified. Where it had confirmed more than `after`, it was set back as well.
   */
  readonly continueApart: (from: { readonly after: number; readonly beyond: number }) => void;
  /** How many files the relay is not known to have. */
  readonly files: () => number;
  readonly nextFile: () => FileToSend | null;
  /** Null where the file is gone or too short. */
  readonly piece: (digest: AttachmentDigest, start: number, length: number) => Uint8Array | null;
  /** How many copies that went on apart from the newest part of the log are known. */
  readonly forks: () => number;
  readonly noteForks: (forks: number) => void;
  readonly confirmFile: (digest: AttachmentDigest, run: FeedRun) => void;
  /** It is not tried again. */
  readonly refuseFile: (digest: AttachmentDigest, why: string) => void;
}
